import type { Attempt } from '../attempt/attempt.ts';
import type { AttemptState } from '../attempt/states.ts';
import type { LinkState, PaymentRequest } from './payment-request.ts';
import { linkStateAt } from './payment-request.ts';

/** What cancelling a link would do now. */
export type Cancelling =
  /** It is open and nobody is being charged: `cancelLink` may be written, if nothing comes in between. */
  | { readonly kind: 'possible' }
  /** It is cancelled already. */
  | { readonly kind: 'cancelled' }
  /** It ended otherwise. */
  | { readonly kind: 'over'; readonly state: Exclude<LinkState, 'open' | 'cancelled'> }
  /** An attempt is active: the card may be charged. */
  | { readonly kind: 'running'; readonly state: AttemptState };

/**
 * Decides whether a link may be cancelled. Its active attempt forbids it, because that may be charging. A payer at the
 * bank's 3D page is not active: the lock for charge is refused once the link is cancelled (rule 15).
 */
export const cancellingAt = (
  link: Pick<PaymentRequest, 'state' | 'expiresAtMs' | 'progress'>,
  attempts: readonly Pick<Attempt, 'reference' | 'state'>[],
  nowMs: number,
): Cancelling => {
  const state = linkStateAt(link, nowMs);
  if (state === 'cancelled') return { kind: 'cancelled' };
  if (state !== 'open') return { kind: 'over', state };
  const { activeAttempt } = link.progress;
  if (activeAttempt === undefined) return { kind: 'possible' };
  const active = attempts.find(({ reference }) => reference === activeAttempt);
  if (active === undefined) throw new RangeError('the active attempt of a link is one of its attempts');
  return { kind: 'running', state: active.state };
};
