import { describe, expect, test } from 'vitest';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { type BeginDependencies, beginPayment } from '../../../shared/payment-flow/begin-payment.ts';
import type { PreparedPayment } from '../../../shared/payment-flow/prepare-payment.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';

const PREPARED = {
  dealer: dealerWith({ dealerCode: 'D1' }),
  pos: posWith(),
  fields: { otherTrxCode: 'T-1', amount: minor(100), basket: [], buyer: {}, card: {}, subDealers: [] },
  splits: [],
  operation: 'DoDirectPayment',
  customer: { kind: 'none' },
} as unknown as PreparedPayment;

/** Begins a payment whose write has no answer. `found` tells what the table holds afterwards. */
const beginUnheard = (found: (own: DirectAttempt) => DirectAttempt | undefined) => {
  let id = 100_000;
  let own: DirectAttempt | undefined;
  const deps = {
    directPayments: {
      begin: async ({ attempt }: { attempt: DirectAttempt }) => {
        own = attempt;
        throw new StoreUnavailable('unknown', 'TimeoutError');
      },
    },
    attempts: { find: async (reference: string) => (own?.reference === reference ? found(own) : undefined) },
    identifiers: {
      next: async () => {
        id += 1;
        return id;
      },
    },
    limitUsage: { usedByShard: async () => ({ day: [], month: [] }) },
    paymentNames: hmacPaymentNames('test'),
    clock: new FakeClock(),
  } as unknown as BeginDependencies;
  return beginPayment({ prepared: PREPARED, fingerprint: 'F', before: undefined }, deps);
};

describe('An intent whose write has no answer is read back (rule 2)', () => {
  test('its own attempt is begun', async () => {
    expect(await beginUnheard((own) => own)).toMatchObject({ kind: 'begun', attempt: { number: 1 } });
  });

  test('an attempt of the same name that another call wrote is not charged by this one', async () => {
    const rival = beginUnheard((own) => ({ ...own, trxId: own.trxId + 1 }));
    await expect(rival).rejects.toThrow(StoreUnavailable);
  });

  test('if nothing was written, nothing is charged', async () => {
    await expect(beginUnheard(() => undefined)).rejects.toThrow(StoreUnavailable);
  });
});
