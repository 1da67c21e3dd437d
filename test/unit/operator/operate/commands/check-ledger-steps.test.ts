import { describe, expect, test } from 'vitest';
import { minor } from '../../../../../shared/domain/money/money.ts';
import type { Payment } from '../../../../../shared/domain/payment/payment.ts';
import type { ListedPayment } from '../../../../../shared/ports/operator-payments.ts';
import {
  chargesOf,
  DAY,
  NOON_MS,
  PAGE,
  paidAttempt,
  paymentOf,
  refunded,
  ledgerScene as scene,
  stepsOf,
} from './ledger-scene.ts';

describe('check-ledger: the steps of a day', () => {
  const inSteps = { dealerCode: 'D1', cursor: 'D1/steps' };
  const before = { startedAtMs: NOON_MS - 86_400_000 };

  test('count with their own postings once they are done', async () => {
    const payment = refunded();
    const { check } = scene({ steps: stepsOf([payment]), payments: [payment] });
    expect(await check(inSteps)).toEqual({
      dealerCode: 'D1',
      day: DAY,
      charges: 0,
      steps: 1,
      totals: [
        { currency: 'TL', account: 'payer', amount: 2500 },
        { currency: 'TL', account: 'dealer', amount: -2462 },
        { currency: 'TL', account: 'service', amount: -38 },
      ],
      disagreements: [],
    });
    const running = refunded({}, { state: 'in-doubt' });
    const doubtful = scene({ steps: stepsOf([running]), payments: [running] });
    expect(await doubtful.check(inSteps)).toMatchObject({ steps: 1, totals: [] });
  });

  test('count with the step of their own number and with the charge that it is about', async () => {
    const second = paidAttempt({ number: 2 });
    const other = { terms: { ...second.terms, currency: 'USD' } } as const;
    const first = paidAttempt({ number: 1, payment: second.payment, state: 'declined', ...other });
    const { steps, ...rest } = refunded();
    const payment = { ...rest, name: second.payment, attempts: [first, { ...second, refunded: minor(5000) }] };
    const of = { payment: second.payment, attempt: 2 };
    const twelfth = steps.map((step) => ({ ...step, ...of, number: 12 }));
    const earlier = steps.map((step) => ({ ...step, ...of, number: 2, state: 'in-doubt' as const }));
    const [listed] = stepsOf([paymentOf(second)]).map((one) => ({
      ...one,
      position: one.position.replace(/001$/, '012'),
    }));
    const { check } = scene({
      steps: listed === undefined ? [] : [listed],
      payments: [{ ...payment, steps: [...earlier, ...twelfth] }],
    });
    expect(await check(inSteps)).toMatchObject({
      totals: [{ currency: 'TL', account: 'payer', amount: 2500 }, {}, {}],
    });
  });

  test('of a charge of another day are checked with it; that of the same day was checked as a charge', async () => {
    const [today, yesterday] = [refunded({}, { postings: [] }), refunded(before, { postings: [] })];
    const { check } = scene({ steps: stepsOf([today, yesterday]), payments: [today, yesterday] });
    expect((await check(inSteps)).disagreements).toEqual([
      {
        orderId: yesterday.attempts[0]?.orderId,
        step: 1,
        problem: 'the postings of the step are not what the step moves',
      },
    ]);
  });

  test.each<readonly [string, (payment: Payment) => Payment | undefined]>([
    ['without a payment', () => undefined],
    ['that its payment does not have', (payment) => ({ ...payment, steps: [] })],
    ['without its charge', (payment) => ({ ...payment, attempts: [] })],
  ])('a step %s is a disagreement', async (_what, damaged) => {
    const payment = refunded();
    const { check } = scene({ steps: stepsOf([payment]), find: async () => damaged(payment) });
    expect(await check(inSteps)).toMatchObject({
      steps: 1,
      totals: [],
      disagreements: [{ orderId: payment.attempts[0]?.orderId, problem: 'the step cannot be read' }],
    });
  });
});

describe('check-ledger: the walk through dealers and days', () => {
  const payment = refunded();
  const other = refunded();
  /** A full page that ends with the entry of the other payment. */
  const full = (listed: readonly ListedPayment[]): readonly ListedPayment[] => {
    const [one, last] = listed;
    if (one === undefined || last === undefined) return expect.unreachable();
    return Array.from({ length: PAGE }, (_, index) => (index === PAGE - 1 ? last : one));
  };

  test('asks for a page of the day, and for today where none is named', async () => {
    const { asked, check } = scene();
    await check();
    await check({ dealerCode: 'D1', day: '20270101' });
    const page = { list: 'charges', dealerCode: 'D1', listingShards: 2, after: undefined, limit: PAGE };
    expect(asked).toEqual([
      { ...page, day: DAY },
      { ...page, day: '20270101' },
    ]);
  });

  test('goes on behind a full page of charges, then with the steps, and ends behind those of one dealer', async () => {
    const [charge] = chargesOf([other]);
    const [step] = stepsOf([other]);
    const full100 = scene({
      charges: full(chargesOf([payment, other])),
      steps: full(stepsOf([payment, other])),
      payments: [payment, other],
    });
    expect((await full100.check()).next).toBe(`D1/${charge?.position}`);
    expect((await full100.check({ dealerCode: 'D1', cursor: 'D1/steps' })).next).toBe(`D1/${step?.position}`);
    await full100.check({ dealerCode: 'D1', cursor: `D1/${step?.position}` });
    await full100.check({ dealerCode: 'D1', cursor: `D1/${charge?.position}` });
    expect(full100.asked.slice(-2)).toMatchObject([
      { list: 'steps', after: step?.position },
      { list: 'charges', after: charge?.position },
    ]);
    const empty = scene({ dealers: ['D1', 'D2'] });
    expect((await empty.check()).next).toBe('D1/steps');
    expect(await empty.check({ dealerCode: 'D1', cursor: 'D1/steps' })).not.toHaveProperty('next');
  });

  test('of all dealers goes from one to the next, and ends behind the last one', async () => {
    const { check, asked } = scene({ dealers: ['D1', 'D2'] });
    const nexts: unknown[] = [];
    for (let cursor: unknown; nexts.length < 10; ) {
      const { next } = await check(cursor === undefined ? {} : { cursor });
      nexts.push(next);
      if (next === undefined) break;
      cursor = next;
    }
    expect(nexts).toEqual(['D1/steps', 'D2/', 'D2/steps', undefined]);
    expect(asked.map(({ list, dealerCode }) => [dealerCode, list])).toEqual([
      ['D1', 'charges'],
      ['D1', 'steps'],
      ['D2', 'charges'],
      ['D2', 'steps'],
    ]);
  });

  test('without a dealer there is nothing to check', async () => {
    const { check } = scene();
    expect(await check({})).toEqual({ day: DAY, charges: 0, steps: 0, totals: [], disagreements: [] });
  });

  test.each(['D1', 'D1/other', '/steps', 'D1/steps/', ' D1/steps', `${'x'.repeat(33)}/`])(
    'the cursor "%s" is none',
    async (cursor) => {
      await expect(scene().check({ cursor })).rejects.toMatchObject({ code: 'InvalidInput', field: 'cursor' });
    },
  );
});
