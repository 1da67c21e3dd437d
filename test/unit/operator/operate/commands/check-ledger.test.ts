import { describe, expect, test } from 'vitest';
import { minor } from '../../../../../shared/domain/money/money.ts';
import type { Payment } from '../../../../../shared/domain/payment/payment.ts';
import { StoreUnavailable, UnreadableRow } from '../../../../../shared/ports/store-errors.ts';
import { chargesOf, DAY, paidAttempt, paymentOf, refunded, ledgerScene as scene } from './ledger-scene.ts';

describe('check-ledger: the charges of a day', () => {
  test('are summed up by account, and agree with their payments', async () => {
    const payments = [refunded(), refunded()];
    const { check } = scene({ charges: chargesOf(payments), payments });
    expect(await check()).toEqual({
      dealerCode: 'D1',
      day: DAY,
      charges: 2,
      steps: 0,
      totals: [
        { currency: 'TL', account: 'payer', amount: -20_000 },
        { currency: 'TL', account: 'dealer', amount: 19_700 },
        { currency: 'TL', account: 'service', amount: 300 },
      ],
      disagreements: [],
      next: 'D1/steps',
    });
  });

  test.each<readonly [string, Payment, string]>([
    ['a missing posting', refunded({}, { postings: [] }), 'the postings of the step are not what the step moves'],
    [
      'a posting without its other side',
      refunded({}, { postings: [{ account: 'payer', amount: minor(2500) }] }),
      'the postings of the step do not sum to zero',
    ],
    [
      'another sum of refunds',
      paymentOf({ ...paidAttempt(), refunded: minor(1) }),
      'what was refunded is not what the steps sum to',
    ],
    [
      'a capture without a step',
      paymentOf({
        ...paidAttempt({ terms: { ...paidAttempt().terms, type: 'pre-authorisation' } }),
        captured: minor(5000),
      }),
      'what was captured is not what the steps sum to',
    ],
    [
      'a state that no step made',
      paymentOf(paidAttempt({ state: 'voided' })),
      'the state is not what the steps make of it',
    ],
    [
      'money behind a payment that was given back',
      paymentOf(paidAttempt({ state: 'voided' })),
      'a payment that was given back in full holds something',
    ],
    [
      'a slot without a step',
      paymentOf(paidAttempt({ activeStep: 1 })),
      'the step that runs is not the one that the payment names',
    ],
    ['a Credit too much', refunded({}, { excessCredit: minor(2500) }), 'the bank gave back more than the steps say'],
  ])('%s is told in words, with the order', async (_what, payment, problem) => {
    const { check } = scene({ charges: chargesOf([payment]), payments: [payment] });
    const { disagreements } = await check();
    expect(disagreements).toContainEqual(expect.objectContaining({ orderId: payment.attempts[0]?.orderId, problem }));
  });

  test('a disagreement of a step names the step, and a Credit too much its amount', async () => {
    const payment = refunded({}, { excessCredit: minor(2500) });
    const { check } = scene({ charges: chargesOf([payment]), payments: [payment] });
    expect((await check()).disagreements).toEqual([
      {
        orderId: payment.attempts[0]?.orderId,
        step: 1,
        problem: 'the bank gave back more than the steps say',
        excessCredit: 25,
      },
    ]);
    const other = paymentOf(paidAttempt({ activeStep: 1 }));
    const [found] = (await scene({ charges: chargesOf([other]), payments: [other] }).check()).disagreements as object[];
    expect(Object.keys(found ?? {})).toEqual(['orderId', 'problem']);
  });

  test.each<readonly [string, (payment: Payment) => Promise<Payment | undefined>]>([
    ['that is not there', async () => undefined],
    ['without the attempt', async (payment) => ({ ...payment, attempts: [] })],
    ['with a damaged row', () => Promise.reject(new UnreadableRow('attempt', 'state'))],
  ])('a payment %s is a disagreement, and the others are checked', async (_what, find) => {
    const [bad, good] = [refunded(), refunded()];
    const { check } = scene({
      charges: chargesOf([bad, good]),
      find: async (name) => (name === bad.name ? find(bad) : good),
    });
    expect(await check()).toMatchObject({
      charges: 2,
      totals: [{ amount: -10_000 }, { amount: 9850 }, { amount: 150 }],
      disagreements: [{ orderId: bad.attempts[0]?.orderId, problem: 'the payment cannot be read' }],
    });
  });

  test('a further attempt of a payment counts with its own charge', async () => {
    const second = paidAttempt({ number: 2 });
    const first = paidAttempt({ number: 1, payment: second.payment, state: 'declined', reportedOutcome: 'failed' });
    const payment = { ...paymentOf(second), attempts: [first, second] };
    const [, charge] = chargesOf([payment]);
    const { check } = scene({ charges: charge === undefined ? [] : [charge], payments: [payment] });
    expect(await check()).toMatchObject({ totals: [{ amount: -10_000 }, { amount: 9850 }, { amount: 150 }] });
  });

  test('an order id that is none of ours is a disagreement', async () => {
    const { check } = scene({ charges: [{ orderId: 'BANK-1', position: 'x' }] });
    expect((await check()).disagreements).toEqual([{ orderId: 'BANK-1', problem: 'the payment cannot be read' }]);
  });

  test('the check ends where the store fails: nothing is guessed', async () => {
    const { check } = scene({
      charges: chargesOf([refunded()]),
      find: () => Promise.reject(new StoreUnavailable('not-applied', 'ThrottlingException')),
    });
    await expect(check()).rejects.toThrow(StoreUnavailable);
  });

  test('a payment of several entries is read once, and every payment of a page is read', async () => {
    const payments = Array.from({ length: 23 }, () => refunded());
    const charges = chargesOf(payments);
    const { check, reads } = scene({ charges: [...charges, ...charges.slice(0, 3)], payments });
    expect(await check()).toMatchObject({ charges: 26, disagreements: [] });
    expect(reads).toEqual(payments.map(({ name }) => name));
  });
});
