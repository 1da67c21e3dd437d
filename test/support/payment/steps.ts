import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { StepQuestion } from '../../../shared/domain/payment/begin-step.ts';
import type { Charge } from '../../../shared/domain/payment/charge.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import type { StepChange } from '../../../shared/domain/payment/step-change.ts';
import { finishStep } from '../../../shared/domain/payment/step-transitions.ts';
import type { PaymentSplit } from '../../../shared/domain/split/payment-split.ts';

/** Noon in Istanbul; the bank closes its day ten hours later. */
export const STEP_NOON_MS = Date.UTC(2027, 0, 15, 9);

/** A paid sale of 100.00 with a commission of 3.00, its version 5. */
export const chargeWith = (changes: Partial<Charge> = {}): Charge => ({
  payment: 'a'.repeat(26),
  number: 1,
  dealerCode: 'D1',
  state: 'approved',
  reportedOutcome: 'paid',
  version: 5,
  type: 'sale',
  money: {
    total: minor(10_000),
    commission: { payer: minor(0), dealer: minor(300) },
    splits: [],
    pooled: false,
  },
  pos: { noRecordHorizonHours: 24, dayEndsAt: '22:00' },
  startedAtMs: STEP_NOON_MS,
  listingShards: 1,
  reservations: [],
  ...changes,
});

/** The split of one sub-dealer, its commission and the service's part of it. */
export const splitWith = (
  subDealerId: number,
  { amount, commission = 0, service = 0 }: { amount: number; commission?: number; service?: number },
): PaymentSplit => ({
  subDealerId,
  amount: minor(amount),
  commission: minor(commission),
  net: minor(amount - commission),
  topDealerCommission: minor(service),
  topDealerIncome: minor(commission - service),
});

/** Sub-dealers 1 and 2 with 60.00 and 40.00 of 100.00. */
export const splitMoney = (pooled = false): Charge['money'] => ({
  total: minor(10_000),
  commission: { payer: minor(0), dealer: minor(0) },
  splits: [
    splitWith(1, { amount: 6000, commission: 120, service: 60 }),
    splitWith(2, { amount: 4000, commission: 80, service: 40 }),
  ],
  pooled,
});

/** A payment after some of its steps. */
export interface PaymentAfter {
  readonly charge: Charge;
  readonly steps: readonly Step[];
}

/** The payment as a change makes it. */
export const withChange = ({ charge, steps }: PaymentAfter, { step, charge: change }: StepChange): PaymentAfter => {
  const others = steps.filter(({ number }) => number !== step.number);
  const after = { charge, steps: [...others, step].toSorted((a, b) => a.number - b.number) };
  if (change === undefined) return after;
  if (change.fromVersion !== charge.version) throw new Error('a change is made of the attempt as it is');
  const { activeStep: _before, ...rest } = charge;
  const { state = charge.state, reportedOutcome = charge.reportedOutcome, captured, refunded, reserved, slot } = change;
  return {
    ...after,
    charge: {
      ...rest,
      state,
      reportedOutcome,
      version: charge.version + 1,
      ...(slot === 'taken' ? { activeStep: step.number } : {}),
      ...(captured === undefined ? {} : { captured }),
      ...(refunded === undefined ? {} : { refunded }),
      ...reserved,
    },
  };
};

/** The service's own reversal of an attempt, as its intent writes it. */
export const reversalOf = (attempt: Attempt, changes: Partial<Step> = {}): Step => ({
  payment: attempt.payment,
  number: 1,
  attempt: attempt.number,
  kind: 'reversal',
  state: 'intended',
  version: 1,
  dealerCode: attempt.dealerCode,
  trxId: attempt.trxId + 1,
  amount: attempt.terms.total,
  shares: [],
  postings: [],
  asker: { by: 'service' },
  startedAtMs: attempt.startedAtMs,
  listingShards: attempt.listingShards,
  dueAtMs: attempt.dueAtMs,
  postponed: 0,
  sent: {},
  reservations: [],
  ...changes,
});

/** What is asked of a payment as it is. */
export const questionOf = (payment: PaymentAfter, nowMs = STEP_NOON_MS + 60_000): StepQuestion => ({
  ...payment,
  nowMs,
  trxId: 100 + payment.steps.length,
  asker: { by: 'dealer' },
});

/** The payment once its running step is done. */
export const withDone = (
  payment: PaymentAfter,
  doneBy: Step['doneBy'],
  nowMs = STEP_NOON_MS + 120_000,
): PaymentAfter => {
  const step = payment.steps.find(({ number }) => number === payment.charge.activeStep);
  const change = step === undefined ? undefined : finishStep(step, doneBy, { ...payment, nowMs });
  if (change === undefined) throw new Error('no step runs');
  return withChange(payment, change);
};
