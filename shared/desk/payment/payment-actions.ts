import type { Attempt } from '../../domain/attempt/attempt.ts';
import type { Dealer, StepPermission } from '../../domain/dealer/dealer.ts';
import { type DeskRole, mayDo, mayVoidCharge } from '../../domain/desk/roles.ts';
import type { Message } from '../../domain/message/message.ts';
import { askForReceipt } from '../../domain/message/receipt.ts';
import type { Delivery } from '../../domain/outbox/delivery.ts';
import { redrive } from '../../domain/outbox/delivery-moves.ts';
import { isResendable } from '../../domain/outbox/resend.ts';
import type { StepQuestion } from '../../domain/payment/begin-step.ts';
import { beginCapture } from '../../domain/payment/capture-rules.ts';
import { chargeOf } from '../../domain/payment/charge-of-attempt.ts';
import type { Payment } from '../../domain/payment/payment.ts';
import { approvePool, undoPoolApproval } from '../../domain/payment/pool-rules.ts';
import { beginRefund } from '../../domain/payment/refund-rules.ts';
import { beginVoid } from '../../domain/payment/void-rules.ts';
import { hasStepPermission } from '../../payment-flow/ask-for-step.ts';

/** What can be done with a payment at the desk, as the last part of its page's path. */
export const paymentActions = ['void', 'refund', 'capture', 'approve', 'undo', 'receipt', 'webhooks'] as const;
export type PaymentAction = (typeof paymentActions)[number];

/** The actions that begin a step of the payment. */
export type PaymentStepAction = Exclude<PaymentAction, 'receipt' | 'webhooks'>;

/** True for the part of a path that names a step. */
export const isStepAction = (text: string): text is PaymentStepAction =>
  text !== 'receipt' && text !== 'webhooks' && paymentActions.some((one) => one === text);

/** A payment with the charge that decides it, and who looks at it when. */
export interface SeenPayment {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly dealer: Dealer;
  readonly role: DeskRole;
  readonly nowMs: number;
  /** When an operator last ended the day of the embedded bank; absent in production. */
  readonly dayEndedAtMs?: number | undefined;
}

/** What was sent about a payment so far. */
export interface SentAbout {
  readonly messages: readonly Message[];
  readonly deliveries: readonly Delivery[];
}

/** The dealer's permission for each step. */
const PERMISSIONS: Readonly<Record<PaymentStepAction, StepPermission>> = {
  void: 'voidChannels',
  refund: 'refundChannels',
  capture: 'captureChannels',
  approve: 'poolApprovalChannels',
  undo: 'poolApprovalChannels',
};

/** What the payment's own rules say to a request for all of it. The number of a step that only might begin is not needed. */
const DECISIONS: Readonly<Record<PaymentStepAction, (question: StepQuestion) => { readonly kind: string }>> = {
  void: beginVoid,
  refund: (question) => beginRefund({ ...question, asked: {}, refundRequestId: 0 }),
  capture: (question) => beginCapture({ ...question, asked: {}, captureAbove: false }),
  approve: (question) => approvePool({ ...question, subDealerIds: [] }),
  undo: (question) => undoPoolApproval({ ...question, subDealerIds: [] }),
};

/** True where the role may begin the step, whatever the payment's own rules say to it (rules 53, 54). */
export const mayBegin = (
  action: PaymentStepAction,
  { role, attempt, nowMs }: Pick<SeenPayment, 'role' | 'attempt' | 'nowMs'>,
): boolean => {
  if (action === 'approve') return mayDo(role, 'approve-pool');
  if (action === 'undo') return mayDo(role, 'undo-pool');
  return action === 'void' ? mayVoidCharge(role, attempt.startedAtMs, nowMs) : mayDo(role, action);
};

/** True where the payment's own rules would let the step begin now, and the dealer has the permission for it. */
const canBegin = (action: PaymentStepAction, seen: SeenPayment): boolean => {
  const { payment, attempt, dealer, nowMs, dayEndedAtMs } = seen;
  if (!hasStepPermission(payment, { dealer, permission: PERMISSIONS[action] })) return false;
  const charge = chargeOf(attempt, payment);
  const question = { charge, steps: payment.steps, nowMs, trxId: 0, asker: { by: 'dealer' }, dayEndedAtMs } as const;
  return DECISIONS[action](question).kind === 'begins';
};

/** True where a receipt may leave once more: the charge stands whole, and the payer did not get too many (rule 43). */
const canSendReceipt = ({ payment, nowMs }: SeenPayment, { messages }: SentAbout): boolean =>
  askForReceipt({ payment, messages, to: '', language: 'tr', nowMs }).kind === 'ask';

/** The deliveries to the dealer's programs that failed for good and may be begun anew. */
export const redrivableOf = (deliveries: readonly Delivery[], nowMs: number): readonly Delivery[] =>
  deliveries.filter((delivery) => isResendable(delivery) && redrive(delivery, nowMs) !== undefined);

const isPossible = (action: PaymentAction, seen: SeenPayment, sent: SentAbout): boolean => {
  if (action === 'receipt') return mayDo(seen.role, 'send-receipt') && canSendReceipt(seen, sent);
  if (action === 'webhooks') {
    return mayDo(seen.role, 'resend-webhook') && redrivableOf(sent.deliveries, seen.nowMs).length > 0;
  }
  return mayBegin(action, seen) && canBegin(action, seen);
};

/**
 * What this role can do with the payment now, by the decisions that the dealers' operations make: the desk has no rule of
 * its own. It promises nothing: the step is decided anew when it is asked for.
 */
export const actionsOf = (seen: SeenPayment, sent: SentAbout): readonly PaymentAction[] =>
  paymentActions.filter((action) => isPossible(action, seen, sent));
