import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { checkLedgerCommand } from '../../../../../functions/operator/operate/commands/check-ledger.ts';
import type { DirectAttempt } from '../../../../../shared/domain/attempt/attempt.ts';
import { chargeOf } from '../../../../../shared/domain/payment/charge-of-attempt.ts';
import type { Payment } from '../../../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../../../shared/domain/payment/step.ts';
import type { ListedPayment } from '../../../../../shared/ports/operator-payments.ts';
import type { DayPageQuery } from '../../../../../shared/ports/operator-records.ts';
import { directAttemptWith } from '../../../../support/payment/attempts.ts';
import { refund } from '../../../../support/payment/ledger-payments.ts';

/** Noon in Istanbul of 15 January 2027, when the payments here began. */
export const NOON_MS = Date.UTC(2027, 0, 15, 9);
export const DAY = '20270115';
export const PAGE = 100;

export const paidAttempt = (changes: Partial<DirectAttempt> = {}): DirectAttempt =>
  directAttemptWith(
    'D1',
    { state: 'approved', reportedOutcome: 'paid', endedAtMs: NOON_MS, ...changes },
    { splits: [] },
  );

export const paymentOf = (attempt: DirectAttempt, steps: readonly Step[] = []): Payment => ({
  name: attempt.payment,
  kind: 'direct',
  operation: 'DoDirectPayment',
  dealerCode: attempt.dealerCode,
  paymentId: attempt.paymentId,
  createdAtMs: NOON_MS,
  attempts: [attempt],
  steps,
});

/** A sale of 100.00, of which the dealer bears a commission of 1.50, with a refund of 25.00 that is done. */
export const refunded = (changes: Partial<DirectAttempt> = {}, ofStep: Partial<Step> = {}): Payment => {
  const attempt = paidAttempt(changes);
  const { charge, steps } = refund({ charge: chargeOf(attempt, {}), steps: [] }, 2500);
  return paymentOf(
    { ...attempt, ...(charge.refunded === undefined ? {} : { refunded: charge.refunded }) },
    steps.map((step) => ({ ...step, ...ofStep })),
  );
};

export const chargesOf = (payments: readonly Payment[]): readonly ListedPayment[] =>
  payments.flatMap(({ attempts }) =>
    attempts.map(({ orderId, payment }) => ({
      orderId,
      position: `${String(NOON_MS).padStart(15, '0')}#${payment}#01`,
    })),
  );

export const stepsOf = (payments: readonly Payment[]): readonly ListedPayment[] =>
  chargesOf(payments).map(({ orderId, position }) => ({ orderId, position: position.replace(/01$/, '001') }));

interface Listed {
  readonly charges?: readonly ListedPayment[];
  readonly steps?: readonly ListedPayment[];
  readonly payments?: readonly Payment[];
  readonly dealers?: readonly string[];
  readonly find?: (name: string) => Promise<Payment | undefined>;
}

/** A dealer day with these lists, and what a check of it reads. */
export const ledgerScene = ({ charges = [], steps = [], payments = [], dealers = [], find }: Listed = {}) => {
  const asked: (DayPageQuery & { readonly list: string })[] = [];
  const reads: string[] = [];
  const listed = (list: string, page: readonly ListedPayment[]) => async (query: DayPageQuery) => {
    asked.push({ list, ...query });
    return page;
  };
  const deps = {
    dealers: { load: async () => ({ dealer: { listingShards: 2 } }) },
    dealerDirectory: {
      page: async ({ after = '' }: { readonly after?: string }) =>
        dealers
          .filter((code) => code > after)
          .slice(0, 1)
          .map((dealerCode) => ({ dealerCode })),
    },
    payments: { pageOfDay: listed('charges', charges), pageOfStepsOfDay: listed('steps', steps) },
    wholePayments: {
      find: async (name: string) => {
        reads.push(name);
        return find === undefined ? payments.find((one) => one.name === name) : find(name);
      },
    },
  };
  const call = { deps, nowMs: NOON_MS, today: DAY, tomorrow: '20270116' } as unknown as CommandCall;
  return { asked, reads, check: (input: object = { dealerCode: 'D1' }) => checkLedgerCommand.show(input, call) };
};
