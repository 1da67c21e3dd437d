import { expect, test } from 'vitest';
import { compareDay } from '../../../../functions/comparison/compare-with-bank/compare-day.ts';
import { GatewayPace } from '../../../../functions/comparison/compare-with-bank/gateway-pace.ts';
import { istanbulDayRange } from '../../../../shared/domain/calendar.ts';
import type { Difference } from '../../../../shared/domain/comparison/difference.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { orderIdOf } from '../../../../shared/domain/payment/payment-name.ts';
import type { VirtualPos } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { InquiryAnswer, ListedOrder, OrderListAnswer } from '../../../../shared/ports/bank-answers.ts';
import type { CallTime } from '../../../../shared/ports/bank-gateway.ts';
import type { ListedPeriod } from '../../../../shared/ports/bank-order.ts';
import type { ComparisonPlace } from '../../../../shared/ports/comparisons.ts';
import { VaultUnavailable } from '../../../../shared/ports/vault.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { FakePayments } from '../../../fakes/payments.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { newPaymentName } from '../../../support/payment/stored-payments.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';

const HOUR_MS = 3_600_000;
const DAY = '20270115';
const { firstMs, lastMs } = istanbulDayRange(DAY);
const READ: ComparisonPlace = { isRead: true, sample: {} };
const references = { authCode: '1', hostReference: '1', transactionId: '1' };
const captured: InquiryAnswer = { kind: 'captured', amount: minor(10_000), references };
const declined: InquiryAnswer = { kind: 'declined', code: '005', references };
const timeOut = { kind: 'unknown', cause: 'time-out' } as const;

const known = paymentWith();
const idOf = (): string => orderIdOf({ payment: newPaymentName(), number: 1 });
const row = (orderId: string): ListedOrder => ({ orderId, amount: minor(10_000), currency: 'USD' });
const pageOf = (orderIds: readonly string[], isLastPage = true): OrderListAnswer => ({
  kind: 'orders',
  orders: orderIds.map(row),
  isLastPage,
});

interface Scene {
  readonly list?: (page: number, posId: string) => OrderListAnswer;
  readonly inquire?: (orderId: string) => InquiryAnswer;
  readonly virtualPos?: readonly VirtualPos[];
  readonly open?: () => Promise<string>;
}

/** The night behind a day of which our own lists are done. */
const nightWith = ({ list = () => pageOf([]), inquire = () => captured, virtualPos, open }: Scene) => {
  const clock = new FakeClock(lastMs + 4 * HOUR_MS);
  const log = new FakeLog();
  const reported: Difference[] = [];
  const periods: ListedPeriod[] = [];
  const times: number[] = [];
  const asked: { readonly orderId: string; readonly amount: number; readonly currency: string }[] = [];
  const deps = {
    payments: new FakePayments([known]),
    lists: { countedOn: () => Promise.reject(new Error('the day is read')) },
    comparisons: {
      progress: () => Promise.resolve(undefined),
      saveProgress: () => Promise.resolve(true),
      report: (differences: readonly Difference[]) => Promise.resolve(void reported.push(...differences)),
      ofDay: () => Promise.resolve([]),
    },
    bank: {
      inquire: (_account: unknown, order: (typeof asked)[number]) => {
        asked.push(order);
        return Promise.resolve(inquire(order.orderId));
      },
      inquireHistory: () => Promise.reject(new Error('no history is asked for')),
      listOrders: ({ posId }: { readonly posId: string }, period: ListedPeriod, { answerBy }: CallTime) => {
        periods.push(period);
        times.push(answerBy - clock.now());
        return Promise.resolve(list(period.page, posId));
      },
    },
    posDirectory: { ofDealer: () => Promise.resolve(virtualPos ?? [posWith({ posId: 'garanti' })]) },
    posVersions: { find: () => Promise.reject(new Error('no attempt is asked about')) },
    opener: { open: open ?? (() => Promise.resolve('key')) },
    clock,
    log,
  };
  const newPace = () =>
    new GatewayPace({ clock, perSecond: 5, pause: (ms: number) => Promise.resolve(clock.advance(ms)) });
  const run = (place = READ, runMs = 280_000, pace = newPace()) => {
    const work = { dealerCode: 'D1', listingShards: 1, day: DAY, deadlineMs: clock.now() + runMs, pace };
    return compareDay(deps, work, place);
  };
  return { run, newPace, times, clock, log, reported, periods, asked };
};

const SUMS = { compared: 0, differences: 0, unclear: 0, unanswered: 0 };

test('an order that only the bank knows is missing here, on whatever page it stands; others are not asked about', async () => {
  const [standing, refused] = [idOf(), idOf()];
  const ours = known.attempts[0]?.orderId ?? '';
  const pages = [pageOf([ours, 'SHOP-4711', refused], false), pageOf([standing, refused])];
  const night = nightWith({
    list: (page) => pages[page - 1] ?? timeOut,
    inquire: (orderId) => (orderId === standing ? captured : declined),
  });
  expect(await night.run()).toEqual({
    ...SUMS,
    place: { ...READ, listed: ['garanti'] },
    isDone: true,
    compared: 2,
    differences: 1,
  });
  expect(night.periods).toEqual([1, 2].map((page) => ({ fromMs: firstMs, untilMs: lastMs + 1, page })));
  expect(night.asked.map(({ orderId }) => orderId)).toEqual([refused, standing]);
  expect(night.asked[0]).toMatchObject({ amount: 10_000, currency: 'USD', installments: 1, type: 'sale' });
  expect(night.reported).toEqual([
    {
      day: DAY,
      source: 'bank',
      dealerCode: 'D1',
      posId: 'garanti',
      orderId: standing,
      kind: 'missing-here',
      currency: 'USD',
      ours: { state: 'unknown' },
      bank: { state: 'captured', amount: 10_000 },
      foundAtMs: expect.any(Number),
    },
  ]);
  expect(night.log.lines).toMatchObject([
    { event: 'difference found', fields: { orderId: standing, code: 'missing-here' } },
  ]);
});

test('an order of a payment that we know is missing here all the same where its attempt is', async () => {
  const [attempt = expect.unreachable()] = known.attempts;
  const other = orderIdOf({ payment: attempt.payment, number: 2 });
  const night = nightWith({ list: () => pageOf([attempt.orderId, other]) });
  expect(await night.run()).toMatchObject({ compared: 1, differences: 1 });
  expect(night.reported).toMatchObject([{ orderId: other, kind: 'missing-here' }]);
});

const answers: readonly (readonly [string, InquiryAnswer, Partial<typeof SUMS>])[] = [
  ['authorised', { ...captured, kind: 'authorised' }, { compared: 1, differences: 1 }],
  ['settled', { ...captured, kind: 'settled' }, { compared: 1, differences: 1 }],
  ['voided', { kind: 'voided', references }, { compared: 1, differences: 1 }],
  ['credited', { kind: 'credited', references }, { compared: 1, differences: 1 }],
  ['credit-failed', { kind: 'credit-failed', references }, { compared: 1, differences: 1 }],
  [
    'contradictory, but shown as taken',
    { kind: 'unknown', cause: 'contradictory', shows: 'captured' },
    { compared: 1, differences: 1 },
  ],
  ['declined', declined, { compared: 1 }],
  ['no record', { kind: 'no-record' }, { compared: 1 }],
  ['contradictory', { kind: 'unknown', cause: 'contradictory' }, { unclear: 1 }],
  ['pending', { kind: 'unknown', cause: 'pending' }, { unclear: 1 }],
];

test.each(answers)('an unknown order that the bank calls %s is counted so', async (_name, answer, sums) => {
  const night = nightWith({ list: () => pageOf([idOf()]), inquire: () => answer });
  expect(await night.run()).toMatchObject({ ...SUMS, ...sums, isDone: true });
  expect(night.reported).toHaveLength(sums.differences ?? 0);
});

test('an order without amount and currency in the list is asked about all the same', async () => {
  const orderId = idOf();
  const night = nightWith({ list: () => ({ kind: 'orders', orders: [{ orderId }], isLastPage: true }) });
  expect(await night.run()).toMatchObject({ differences: 1 });
  expect(night.asked).toMatchObject([{ orderId, amount: 1, currency: 'TL' }]);
});

test('gateways that list no orders are asked once in a run, and nothing is counted', async () => {
  const virtualPos = ['isbank', 'akbank'].map((posId) => posWith({ posId }));
  const night = nightWith({ list: () => ({ kind: 'not-offered' }), virtualPos });
  expect(await night.run()).toMatchObject({ ...SUMS, isDone: true });
  expect(night.periods).toHaveLength(1);
});

test('a gateway that gives no answer waits for another run, which lists again what was not done, and nothing else', async () => {
  let isSilent = true;
  const night = nightWith({
    list: (_page, posId) => (posId === 'second' && isSilent ? timeOut : pageOf([])),
    virtualPos: ['first', 'second'].map((posId) => posWith({ posId })),
  });
  const first = await night.run();
  expect(first).toMatchObject({ ...SUMS, isDone: false, place: { listed: ['first'] } });
  isSilent = false;
  expect(await night.run(first.place)).toMatchObject({ ...SUMS, isDone: true, place: { listed: ['first', 'second'] } });
  expect(night.periods).toHaveLength(3);
});

test('a gateway that is silent already is given no time, so nothing is sent; a kind without lists is done all the same', async () => {
  const notAsked = { kind: 'unknown', cause: 'not-asked' } as const;
  for (const answer of [notAsked, { kind: 'not-offered' } as const]) {
    const night = nightWith({ list: () => answer });
    const pace = night.newPace();
    for (let times = 0; times < 3; times += 1) pace.note('https://bank.example', false);
    expect(await night.run(READ, 280_000, pace)).toMatchObject({ ...SUMS, isDone: answer !== notAsked });
    expect(night.times).toEqual([0]);
  }
});

test('a list waits also where the gateway is silent about one of its orders; it is unanswered at noon', async () => {
  const night = nightWith({ list: () => pageOf([idOf()]), inquire: () => timeOut });
  expect(await night.run()).toMatchObject({ ...SUMS, isDone: false, place: { listed: [] } });
  night.clock.advance(9 * HOUR_MS);
  expect(await night.run()).toMatchObject({ ...SUMS, unanswered: 1, isDone: true });
});

test('a list is not begun when the time of the run is over, and waits where it ends on the way', async () => {
  const night = nightWith({ list: () => pageOf([], false) });
  expect(await night.run(READ, 30_000)).toMatchObject({ ...SUMS, isDone: false });
  expect(night.periods).toEqual([]);
  expect(await night.run(READ, 31_000)).toMatchObject({ ...SUMS, isDone: false, place: { listed: [] } });
});

test('a list without an end is left after 100 pages, and one of unknown orders after 200 questions, with a line each', async () => {
  const endless = nightWith({ list: () => pageOf([], false) });
  expect(await endless.run()).toMatchObject({ ...SUMS, unclear: 1, isDone: true });
  expect(endless.periods).toHaveLength(100);
  const strange = nightWith({
    list: () => pageOf(Array.from({ length: 201 }, idOf)),
    inquire: () => ({ kind: 'no-record' }),
  });
  expect(await strange.run()).toMatchObject({ ...SUMS, compared: 200, unclear: 1, isDone: true });
  expect([...endless.log.lines, ...strange.log.lines]).toMatchObject([
    { level: 'warn', event: 'orders not listed', fields: { dealerCode: 'D1', errorName: 'TooManyPages' } },
    { level: 'warn', event: 'orders not listed', fields: { errorName: 'TooManyUnknownOrders' } },
  ]);
});

test('a list that the bank refuses, and a key that does not open, are unclear and keep nothing waiting', async () => {
  const refused = nightWith({ list: () => ({ kind: 'unknown', cause: 'error-answer' }) });
  expect(await refused.run()).toMatchObject({ ...SUMS, unclear: 1, isDone: true });
  const closed = nightWith({ open: () => Promise.reject(new VaultUnavailable('closed')) });
  expect(await closed.run()).toMatchObject({ ...SUMS, unclear: 1, isDone: true });
  expect(closed.periods).toEqual([]);
});
