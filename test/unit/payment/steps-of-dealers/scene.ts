import { expect } from 'vitest';
import { dynamoPaymentTexts } from '../../../../shared/adapters/dynamodb/payment/payment-texts.ts';
import { dynamoPayments } from '../../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../../shared/adapters/dynamodb/payment/steps.ts';
import { dynamoStatementMarks } from '../../../../shared/adapters/dynamodb/statement/statement-mark.ts';
import type { DirectPayment } from '../../../../shared/domain/direct-payment/direct-payment.ts';
import { readBody } from '../../../../shared/http/body.ts';
import type { OperationCall } from '../../../../shared/http/operation-handler.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { directAttemptWith, splitWith } from '../../../support/payment/attempts.ts';
import { subDealerWith, topDealer } from '../../../support/payment/splits.ts';
import { itemsOfDirect, paymentNames } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

export const CODE = 'D-1042';
export const BY_CODE = { OtherTrxCode: CODE };

/** A paid direct payment of 100.00, half of it of each of the sub-dealers 11 and 12, and what its dealer may ask of it. */
export const paidPayment = async (changes: Partial<DirectPayment> = {}) => {
  const store = new MemoryTable();
  const clock = new FakeClock();
  const dealer = dealerWith(topDealer);
  const payment = paymentNames.nameOf(dealer.dealerCode, CODE);
  const { pendingCard: _stored, ...attempt } = directAttemptWith(
    dealer.dealerCode,
    { payment, startedAtMs: clock.now(), state: 'approved', reportedOutcome: 'paid', endedAtMs: clock.now() },
    { otherTrxCode: CODE, splits: [splitWith(11), splitWith(12)], ...changes },
  );
  await store.transact(itemsOfDirect(attempt).map((put) => ({ put })));
  const payments = dynamoPayments(store, paymentNames);
  let trxId = 500_000;
  const deps = {
    payments,
    steps: dynamoSteps(store),
    identifiers: {
      next: () => {
        trxId += 1;
        return Promise.resolve(trxId);
      },
    },
    clock,
    subDealers: {
      find: (_dealerCode: string, ids: readonly number[]) => Promise.resolve(ids.map((id) => subDealerWith(id))),
    },
    marks: dynamoStatementMarks(store),
    texts: dynamoPaymentTexts(store),
    isOn: true,
  };
  return {
    deps,
    attempt,
    /** A call of the dealer with the body that these fields make. */
    callOf: <Value>(read: (body: ReturnType<typeof readBody>) => Value, fields: object): OperationCall<Value> => ({
      dealer,
      operation: 'DoCreateRefundRequest',
      sourceAddress: '203.0.113.7',
      read: { ok: true, value: read(readBody({ body: JSON.stringify(fields) })) },
    }),
    stored: async () => (await payments.find(payment)) ?? expect.unreachable('the payment is there'),
  };
};
