import type { Attempt } from '../domain/attempt/attempt.ts';
import { UNDEFINED_CODE } from '../domain/attempt/bank-codes.ts';
import { istanbulTimeOf } from '../domain/calendar.ts';
import { toWireAmount } from '../domain/money/money.ts';
import { stepsOf } from '../domain/payment/begin-step.ts';
import { chargeOf } from '../domain/payment/charge-of-attempt.ts';
import { shownKindOf } from '../domain/payment/done-step.ts';
import { stageOf } from '../domain/payment/payment-stage.ts';
import type { Step, StepState } from '../domain/payment/step.ts';
import { chargeResult, failedResult, madeOfMembers, type ShownPayment, type ShownResult } from './payment-detail.ts';
import { statusOf } from './payment-status.ts';
import { transactionCodeOf } from './transaction-code.ts';

/** TrxType: 1 pre-authorisation, 2 payment, 3 void, 4 refund. */
type TransactionType = 1 | 2 | 3 | 4;

/** VoidRefundReason of voids, refunds and reversals; 0 for the rest. */
const RETURN_REASON = 2;

/** TrxStatus of a step that reached the bank. */
export const stepStatuses: Readonly<Record<StepState, 0 | 1 | 2>> = {
  intended: 0,
  'in-doubt': 0,
  stuck: 0,
  done: 1,
  refused: 2,
};

/** TrxType of a charge. */
export const chargeType = ({ terms }: Pick<Attempt, 'terms'>): TransactionType => (terms.type === 'sale' ? 2 : 1);

/** TrxType of a step that reached the bank. */
export const stepType = (step: Pick<Step, 'kind' | 'doneBy' | 'sent'>): TransactionType => {
  const kind = shownKindOf(step);
  if (kind === 'capture') return 2;
  const isCredit = kind === 'refund' || (kind === 'reversal' && step.doneBy === 'credit');
  return isCredit ? 4 : 3;
};

/** Pool steps never reach the bank. Any other step has, once something was sent or it is over. */
export const hasReachedBank = ({ kind, state, sent }: Pick<Step, 'kind' | 'state' | 'sent'>): boolean => {
  if (kind === 'pool-approval' || kind === 'pool-undo' || kind === 'share-change') return false;
  return state === 'done' || state === 'refused' || Object.keys(sent).length > 0;
};

const resultOf = ({ state, bank }: Step): ShownResult => {
  if (state === 'done') return { ResultCode: '00', ResultMessage: '' };
  return state === 'refused' ? failedResult(bank?.code ?? UNDEFINED_CODE) : { ResultCode: '', ResultMessage: '' };
};

/** The entry of a charge. */
export const chargeEntry = (named: ShownPayment) => {
  const { payment, attempt } = named;
  // Not the end of the attempt: a step that gives all of it back ends it anew, with its own time.
  const { terms, startedAtMs, lastCallAtMs = startedAtMs } = attempt;
  const stage = stageOf(chargeOf(named.attempt, named.payment));
  return {
    DealerPaymentTrxId: attempt.trxId,
    DealerPaymentId: payment.paymentId,
    ...madeOfMembers(payment.link),
    TrxCode: transactionCodeOf(payment.name, `attempt ${attempt.number}`),
    TrxDate: istanbulTimeOf(startedAtMs),
    Amount: toWireAmount(terms.total),
    TrxType: chargeType(attempt),
    TrxStatus: statusOf(stage, terms.type).TrxStatus,
    PaymentReason: 0,
    VoidRefundReason: 0,
    VirtualPosOrderId: attempt.orderId,
    ...chargeResult(stage, attempt),
    EffectiveDate: istanbulTimeOf(lastCallAtMs),
    ExtraRefNo: attempt.bank?.hostReference ?? '',
  };
};

/** The entry of a step that reached the bank. */
export const stepEntry = ({ payment, attempt }: ShownPayment, step: Step) => {
  const { startedAtMs, endedAtMs = startedAtMs } = step;
  const type = stepType(step);
  return {
    DealerPaymentTrxId: step.trxId,
    DealerPaymentId: payment.paymentId,
    ...madeOfMembers(payment.link),
    TrxCode: transactionCodeOf(payment.name, `step ${step.number}`),
    TrxDate: istanbulTimeOf(startedAtMs),
    Amount: toWireAmount(step.amount),
    TrxType: type,
    TrxStatus: stepStatuses[step.state],
    PaymentReason: 0,
    VoidRefundReason: type === 2 ? 0 : RETURN_REASON,
    VirtualPosOrderId: attempt.orderId,
    ...resultOf(step),
    EffectiveDate: istanbulTimeOf(endedAtMs),
    ExtraRefNo: step.bank?.hostReference ?? '',
  };
};

/** PaymentTrxDetailList: the charge of an attempt, then each of its steps that reached the bank, oldest first. */
export const transactionsOf = (named: ShownPayment) => [
  chargeEntry(named),
  ...stepsOf(named.attempt, named.payment.steps)
    .filter(hasReachedBank)
    .toSorted((a, b) => a.number - b.number)
    .map((step) => stepEntry(named, step)),
];
