import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { checkLedgerCommand } from '../../../../../functions/operator/operate/commands/check-ledger.ts';
import type { DirectAttempt } from '../../../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { chargeOf } from '../../../../../shared/domain/payment/charge-of-attempt.ts';
import type { Payment } from '../../../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../../../shared/domain/payment/step.ts';
import type { ListedPayment } from '../../../../../shared/ports/operator-payments.ts';
import type { DayPageQuery } from '../../../../../shared/ports/operator-records.ts';
import { StoreUnavailable, UnreadableRow } from '../../../../../shared/ports/store-errors.ts';
import { directAttemptWith } from '../../../../support/payment/attempts.ts';
import { refund } from '../../../../support/payment/ledger-payments.ts';

/** Noon in Istanbul of 15 January 2027, when the payments here began. */
const NOON_MS = Date.UTC(2027, 0, 15, 9);
const DAY = '20270115';
const PAGE = 100;

const paidAttempt = (changes: Partial<DirectAttempt> = {}): DirectAttempt =>
  directAttemptWith(
    'D1',
    { state: 'approved', reportedOutcome: 'paid', endedAtMs: NOON_MS, ...changes },
    { splits: [] },
  );

const paymentOf = (attempt: DirectAttempt, steps: readonly Step[] = []): Payment => ({
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
const refunded = (changes: Partial<DirectAttempt> = {}, ofStep: Partial<Step> = {}): Payment => {
  const attempt = paidAttempt(changes);
  const { charge, steps } = refund({ charge: chargeOf(attempt, {}), steps: [] }, 2500);
  return paymentOf(
    { ...attempt, ...(charge.refunded === undefined ? {} : { refunded: charge.refunded }) },
    steps.map((step) => ({ ...step, ...ofStep })),
  );
};

const chargesOf = (payments: readonly Payment[]): readonly ListedPayment[] =>
  payments.flatMap(({ attempts }) =>
    attempts.map(({ orderId, payment }) => ({
      orderId,
      position: `${String(NOON_MS).padStart(15, '0')}#${payment}#01`,
    })),
  );

const stepsOf = (payments: readonly Payment[]): readonly ListedPayment[] =>
  chargesOf(payments).map(({ orderId, position }) => ({ orderId, position: position.replace(/01$/, '001') }));

interface Listed {
  readonly charges?: readonly ListedPayment[];
  readonly steps?: readonly ListedPayment[];
  readonly payments?: readonly Payment[];
  readonly dealers?: readonly string[];
  readonly find?: (name: string) => Promise<Payment | undefined>;
}

const scene = ({ charges = [], steps = [], payments = [], dealers = [], find }: Listed = {}) => {
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
  const full = <Of>([one]: readonly Of[]): readonly Of[] => Array.from({ length: PAGE }, () => one as Of);

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
    const [charge] = chargesOf([payment]);
    const [step] = stepsOf([payment]);
    const full100 = scene({
      charges: full(chargesOf([payment])),
      steps: full(stepsOf([payment])),
      payments: [payment],
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
