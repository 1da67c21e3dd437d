import type { PaymentName } from '../payment/payment-name.ts';
import type { LinkDecline, LinkProgress, LinkResult, PaymentRequest, StoredLinkState } from './payment-request.ts';

/** What moves a link from one state to another. Expiry is no event: it follows from the time and is never written. */
type LinkEvent = 'pay' | 'fail' | 'cancel';

/** The state that each event leads to. An event that is absent is not allowed. */
export const linkStateTable: Readonly<Record<StoredLinkState, Readonly<Partial<Record<LinkEvent, StoredLinkState>>>>> =
  {
    open: { pay: 'paid', fail: 'failed', cancel: 'cancelled' },
    // A paid link stays paid, even after a void or refund (rule 10).
    paid: {},
    failed: {},
    cancelled: {},
  };

/** One effect of a change on a link. Each change raises the link's version by one. */
export type LinkEffect =
  /** One more attempt, which becomes the latest. */
  | {
      readonly kind: 'counts';
      readonly attempt: string;
      readonly progress: Pick<LinkProgress, 'attempts' | 'windowStartMs' | 'windowAttempts' | 'openedAtMs'>;
    }
  /** One more wrong password of the link's customer. It is no attempt. */
  | {
      readonly kind: 'counts-password';
      readonly progress: Required<Pick<LinkProgress, 'wrongPasswords' | 'passwordWindowStartMs' | 'windowPasswords'>> &
        Pick<LinkProgress, 'openedAtMs'>;
    }
  /** The attempt becomes the active one: no other may charge (rule 2). */
  | { readonly kind: 'activates'; readonly attempt: string }
  /** No attempt is active any more: the link takes another one. */
  | { readonly kind: 'frees' }
  /** Records the decline that the payer is shown. */
  | { readonly kind: 'declines'; readonly decline: LinkDecline }
  /** After a failed, attempted or abandoned 3D the link accepts 3D only (rule 20). */
  | { readonly kind: 'requires-3d' }
  | { readonly kind: 'pays'; readonly result: LinkResult }
  /** Closed for good and reported to the dealer (rule 7). */
  | { readonly kind: 'fails'; readonly result: LinkResult }
  | { readonly kind: 'cancels' };

/** What must hold of the link at the moment of the change; otherwise the change is not written. */
export type LinkCondition =
  /**
   * It is open and has no active attempt. Where given: its version is still `version`, it has not expired, `latest` is
   * still its latest attempt or call, and no later call than `generation` has superseded what began under it.
   */
  | {
      readonly kind: 'free';
      readonly version?: number;
      readonly unexpiredAtMs?: number;
      readonly latest?: string;
      readonly generation?: number;
    }
  /** The attempt is its active one, which implies that it is open. */
  | { readonly kind: 'active'; readonly attempt: string }
  | { readonly kind: 'exists' };

/** A change of one link: what it does and on what condition. */
export interface LinkChange {
  readonly payment: PaymentName;
  readonly onlyIf: LinkCondition;
  readonly effects: readonly LinkEffect[];
  /**
   * What is written instead when the condition does not hold. Absent: nothing is written then, not even the change of
   * the attempt.
   */
  readonly otherwise?: LinkChange | 'nothing';
}

const stateMoved = (kind: LinkEffect['kind']): LinkEvent | undefined => {
  if (kind === 'pays') return 'pay';
  if (kind === 'fails') return 'fail';
  return kind === 'cancels' ? 'cancel' : undefined;
};

/** The state in which an effect leaves an open link; undefined where it leaves the state as it is. */
export const linkStateAfter = ({ kind }: LinkEffect): StoredLinkState | undefined => {
  const event = stateMoved(kind);
  return event === undefined ? undefined : linkStateTable.open[event];
};

/** The result with which a change ends its link; undefined where the link stays open, or is cancelled. */
export const endOfLink = ({ effects }: Pick<LinkChange, 'effects'>): LinkResult | undefined =>
  effects.flatMap((effect) => (effect.kind === 'pays' || effect.kind === 'fails' ? [effect.result] : []))[0];

/** Closes an open link for good with a failure: the payer gave up (rule 7). */
export const giveUpLink = (
  { payment, version }: Pick<PaymentRequest, 'payment' | 'version'>,
  result: LinkResult,
): LinkChange => ({ payment, onlyIf: { kind: 'free', version }, effects: [{ kind: 'fails', result }] });

/** Cancels an open link without an active attempt. A lock for charge that came first keeps the link open (rule 15). */
export const cancelLink = ({
  payment,
  version,
  nowMs,
}: Pick<PaymentRequest, 'payment' | 'version'> & { readonly nowMs: number }): LinkChange => ({
  payment,
  onlyIf: { kind: 'free', version, unexpiredAtMs: nowMs },
  effects: [{ kind: 'cancels' }],
});
