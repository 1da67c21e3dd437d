import { type Attempt, generationOfAttempt, isOfLink } from '../attempt/attempt.ts';
import type { OperationName } from '../dealer/dealer.ts';
import { generationOf, type PaymentRequest } from '../link/payment-request.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { AskedFor } from './asked-for.ts';
import type { AttemptName, PaymentName } from './payment-name.ts';
import type { Step } from './step.ts';

/** How a payment came to be: by a link, by an operation of the dealer, or by a mobile 3D start. */
export const paymentKinds = ['link', 'mobile-3d', 'direct', 'three-d'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Everything that one OtherTrxCode names. */
export interface Payment {
  readonly name: PaymentName;
  readonly kind: PaymentKind;
  /** That of its first call. */
  readonly operation: OperationName;
  readonly dealerCode: string;
  /** DealerPaymentId; for a link its UserPosPaymentId. */
  readonly paymentId: number;
  readonly otherTrxCode?: string;
  readonly createdAtMs: number;
  /** The dealer's software of a payment request, where the dealer changed it later. */
  readonly software?: string;
  /** Present for every payment but a direct one: as its latest call left it. */
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
  attempts.find(({ reportedOutcome }) => reportedOutcome === 'paid') ?? attempts.at(-1);

/** What the call of an attempt asked for: no other call of the payment decides what is counted or shown of it. */
export const askedForOf = (attempt: Attempt, { link }: Pick<Payment, 'link'>): AskedFor => {
  if (attempt.kind === 'direct') return attempt.direct;
  const { terms, buyer = {}, description, caller } = link ?? {};
  return attempt.asked ?? omitUndefined({ pooled: terms?.pooled ?? false, buyer, description, caller });
};

/** The call that an attempt belongs to; undefined for a payment request, whose one call is the payment itself. */
export const callNameOf = (attempt: Attempt, { kind }: Pick<Payment, 'kind'>): AttemptName | undefined => {
  if (kind === 'link') return undefined;
  return { payment: attempt.payment, number: isOfLink(attempt) ? generationOfAttempt(attempt) : attempt.number };
};

/**
 * An attempt as its dealer is told of it. One that waits in 3D while its link is closed, or follows a later call, is never
 * charged any more: it has ended, though the sweeper has not written so yet.
 */
export const attemptAsReported = (attempt: Attempt, { link }: Pick<Payment, 'link'>): Attempt => {
  if (link === undefined || !isOfLink(attempt)) return attempt;
  const isOver = link.state !== 'open' || generationOfAttempt(attempt) !== generationOf(link);
  return attempt.state === 'authenticating' && isOver ? { ...attempt, state: 'closed' } : attempt;
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
  if (attempt.reportedOutcome === 'paid') return true;
  if (link?.state === 'paid') return link.progress.result?.orderId === attempt.orderId;
  return !hasLater;
};

/** The deciding attempt as its dealer is told of it. */
export const reportedAttempt = (payment: Pick<Payment, 'attempts' | 'link'>): Attempt | undefined => {
  const attempt = decidingAttempt(payment);
  return attempt === undefined ? undefined : attemptAsReported(attempt, payment);
};
