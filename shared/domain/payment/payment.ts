import type { Attempt } from '../attempt/attempt.ts';
import type { OperationName } from '../dealer/dealer.ts';
import type { PaymentRequest } from '../link/payment-request.ts';
import type { PaymentName } from './payment-name.ts';
import type { Step } from './step.ts';

/** How a payment came to be: by a link, by an operation of the dealer, or by a mobile 3D start. */
export const paymentKinds = ['link', 'mobile-3d', 'direct', 'three-d'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Everything that one OtherTrxCode names. */
export interface Payment {
  readonly name: PaymentName;
  readonly kind: PaymentKind;
  readonly operation: OperationName;
  /** Absent for a blank code: no call can repeat it. */
  readonly fingerprint?: string;
  readonly dealerCode: string;
  /** DealerPaymentId; for a link its UserPosPaymentId. */
  readonly paymentId: number;
  readonly otherTrxCode?: string;
  readonly createdAtMs: number;
  /** The dealer's software, where the dealer changed it later; else each call has its own. */
  readonly software?: string;
  /** Present for payments by link and mobile 3D. */
  readonly link?: PaymentRequest;
  /** By number, the first one first. */
  readonly attempts: readonly Attempt[];
  /** By number, the first one first. */
  readonly steps: readonly Step[];
}

/**
 * The attempt that stands for the payment: the one that was reported paid, else the latest. Undefined while nobody has
 * tried to pay.
 */
export const decidingAttempt = ({ attempts }: Pick<Payment, 'attempts'>): Attempt | undefined =>
  attempts.find(({ told }) => told === 'paid') ?? attempts.at(-1);

/**
 * An attempt as its dealer is told of it. One that waits in 3D while its link is closed is never charged any more: it has
 * ended, though the sweeper has not written so yet.
 */
export const attemptAsReported = (attempt: Attempt, { link }: Pick<Payment, 'link'>): Attempt => {
  const isLinkClosed = link !== undefined && link.state !== 'open';
  return attempt.state === 'authenticating' && isLinkClosed ? { ...attempt, state: 'closed' } : attempt;
};

/** A payment as far as a list reads it: what its kind and the state of its link tell of an attempt. */
export interface PaymentOfList extends Pick<Payment, 'link'> {
  /** Whether an attempt follows this one. */
  readonly hasLater: boolean;
}

/**
 * Whether an attempt is the deciding one, told by itself and its link: lists do not read the other attempts. While a link
 * is being paid, its state may say so before the attempt was read as paid, or after.
 */
export const isDeciding = (attempt: Attempt, { link, hasLater }: PaymentOfList): boolean => {
  if (attempt.told === 'paid') return true;
  if (link?.state === 'paid') return link.progress.result?.orderId === attempt.orderId;
  return !hasLater;
};

/** The deciding attempt as its dealer is told of it. */
export const reportedAttempt = (payment: Pick<Payment, 'attempts' | 'link'>): Attempt | undefined => {
  const attempt = decidingAttempt(payment);
  return attempt === undefined ? undefined : attemptAsReported(attempt, payment);
};
