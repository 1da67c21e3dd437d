import { THREE_D_LIFE_MS } from '../attempt/timing.ts';
import type { PaymentRequest } from '../link/payment-request.ts';

const MINUTE_MS = 60_000;

/** A payer who began 3D in time may still pay after the expiry (rule 15): a link has expired when nobody can. */
const LAST_PAYMENT_MS = THREE_D_LIFE_MS + MINUTE_MS;

/** Pause before a link is looked at again whose last attempt has no answer yet. */
const ATTEMPT_PAUSE_MS = 5 * MINUTE_MS;

/** When a link is looked at, to tell that it expired. */
export const expiryDueAtMs = ({ expiresAtMs }: Pick<PaymentRequest, 'expiresAtMs'>): number =>
  expiresAtMs + LAST_PAYMENT_MS;

export type ExpiryMove = 'tell' | 'nothing' | { readonly againAtMs: number };

/** What becomes of a link that is due to be told as expired. */
export const expiryMove = (
  link: Pick<PaymentRequest, 'state' | 'expiresAtMs' | 'progress'>,
  nowMs: number,
): ExpiryMove => {
  if (link.state !== 'open') return 'nothing';
  if (nowMs < expiryDueAtMs(link)) return { againAtMs: expiryDueAtMs(link) };
  return link.progress.activeAttempt === undefined ? 'tell' : { againAtMs: nowMs + ATTEMPT_PAUSE_MS };
};
