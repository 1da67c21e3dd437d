import { describe, expect, test } from 'vitest';
import { GatewayPace } from '../../../../functions/comparison/compare-with-bank/gateway-pace.ts';
import { ordersIn } from '../../../../shared/domain/comparison/sample.ts';
import type { InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';
import {
  attemptItem,
  captured,
  capturedToday,
  HOUR_MS,
  nightOf,
  orderOf,
  RUN_MS,
  references,
  SUMS,
  stepItem,
  TIME_OUT,
} from './compared-day.ts';

const PART_MS = 30_000;

describe('A gateway that gives no answer (decisions: comparison with the bank)', () => {
  const payments = Array.from({ length: 7 }, () => capturedToday());
  const pages = [{ items: payments.map((one) => stepItem(one)) }];

  test.each(['time-out', 'connection-lost', 'unreadable', 'not-asked'] as const)(
    'is left alone after its questions went unanswered (%s); its page waits for another run',
    async (cause) => {
      const night = nightOf({ payments, pages, inquire: () => ({ kind: 'unknown', cause }) });
      expect(await night.run()).toEqual({ ...SUMS, place: { isRead: false, sample: {} }, isDone: false });
      // Five are asked side by side, and nothing more behind them.
      expect(night.asked).toHaveLength(5);
    },
  );

  test('its orders are compared by the run in which it answers', async () => {
    let answer: InquiryAnswer = TIME_OUT;
    const night = nightOf({ payments, pages, inquire: () => answer });
    const { place } = await night.run();
    answer = captured;
    expect(await night.run(place)).toMatchObject({ ...SUMS, compared: 7, isDone: true });
  });

  test('one that answers a history no more is silent too', async () => {
    const night = nightOf({ payments, pages, inquire: () => ({ kind: 'credited', references }) });
    expect(await night.run()).toMatchObject({ ...SUMS, isDone: false });
    expect(night.histories).toHaveLength(5);
  });

  test('an error of the bank is an answer: the order is unclear, and waits no more', async () => {
    const night = nightOf({ payments, pages, inquire: () => ({ kind: 'unknown', cause: 'error-answer' }) });
    expect(await night.run()).toMatchObject({ ...SUMS, unclear: 7, isDone: true });
  });

  test('its orders count as unanswered at noon', async () => {
    const night = nightOf({ payments, pages, inquire: () => TIME_OUT });
    night.clock.advance(8 * HOUR_MS);
    expect(await night.run()).toMatchObject({ ...SUMS, unanswered: 7, isDone: true });
    expect(night.asked).toHaveLength(5);
  });

  test('those of the sample that got no answer stay in it, and the others leave it', async () => {
    const sampled = Array.from({ length: 3 }, () => paymentWith());
    const [silent = expect.unreachable()] = sampled;
    let isSilent = true;
    const night = nightOf({
      payments: sampled,
      pages: [{ items: sampled.map((one) => attemptItem(one)) }],
      inquire: (orderId) => (isSilent && orderId === orderOf(silent) ? TIME_OUT : captured),
    });
    const first = await night.run();
    expect(first).toMatchObject({ ...SUMS, compared: 2, isDone: false, place: { isRead: true } });
    expect(ordersIn(first.place.sample)).toEqual([{ posId: 'isbank', orderId: orderOf(silent) }]);
    isSilent = false;
    expect(await night.run(first.place)).toMatchObject({ ...SUMS, compared: 1, isDone: true, place: { sample: {} } });
    expect(night.queries).toHaveLength(1);
  });
});

describe('The time of a run', () => {
  test('nothing is begun with less than half a minute left', async () => {
    const payment = capturedToday();
    const night = nightOf({ payments: [payment], pages: [{ items: [stepItem(payment)] }] });
    expect(await night.run(undefined, PART_MS)).toEqual({
      ...SUMS,
      place: { isRead: false, sample: {} },
      isDone: false,
    });
    expect([night.queries, night.asked]).toEqual([[], []]);
    expect(await night.run(undefined, PART_MS + 1)).toMatchObject({ compared: 1, isDone: true });
  });

  test('five orders are asked about between two looks at the clock; the page is read again by the next run', async () => {
    const payments = Array.from({ length: 12 }, () => capturedToday());
    const pages = [{ items: payments.map((one) => stepItem(one)) }];
    const night = nightOf({ payments, pages, answerMs: 1000 });
    const first = await night.run(undefined, PART_MS + 8000);
    expect(first).toMatchObject({ compared: 10, isDone: false, place: { isRead: false } });
    expect(night.asked).toHaveLength(10);
    expect(await night.run(first.place, RUN_MS)).toMatchObject({ compared: 12, isDone: true });
  });

  test('what is left of the sample waits for the next run, and is not asked about twice', async () => {
    const payments = Array.from({ length: 12 }, () => paymentWith());
    const night = nightOf({
      payments,
      pages: [{ items: payments.map((one) => attemptItem(one)) }],
      answerMs: 1000,
    });
    const first = await night.run(undefined, PART_MS + 8000);
    expect(first).toMatchObject({ compared: 10, isDone: false, place: { isRead: true } });
    expect(ordersIn(first.place.sample)).toHaveLength(2);
    expect(await night.run(first.place)).toMatchObject({ compared: 2, isDone: true });
    expect(new Set(night.asked).size).toBe(12);
  });

  test('a sampled order whose record is gone leaves the sample', async () => {
    const [here, gone] = [paymentWith(), paymentWith()];
    const place = {
      isRead: true,
      sample: { isbank: [`00000000${orderOf(here)}`, `11111111${orderOf(gone)}`, '22222222SHOP-1'] },
    };
    const night = nightOf({ payments: [here] });
    expect(await night.run(place)).toMatchObject({ ...SUMS, compared: 1, isDone: true, place: { sample: {} } });
    expect(night.asked).toEqual([orderOf(here)]);
  });
});

describe('How often a gateway is asked', () => {
  const paceOf = () => {
    const [clock, waits]: [FakeClock, number[]] = [new FakeClock(), []];
    return { clock, waits, pace: new GatewayPace({ clock, perSecond: 5, pause: async (ms) => void waits.push(ms) }) };
  };

  test('five times a second: each question waits behind the one before, and those of other gateways do not', async () => {
    const { clock, waits, pace } = paceOf();
    for (const gateway of ['one', 'one', 'two', 'one']) await pace.turn(gateway);
    expect(waits).toEqual([200, 400]);
    clock.advance(600);
    await pace.turn('one');
    expect(waits).toEqual([200, 400]);
  });

  test('no more after three questions in a row without an answer, until one is answered', () => {
    const { pace } = paceOf();
    const silentAfter = (...answered: readonly boolean[]): boolean => {
      for (const one of answered) pace.note('one', one);
      return pace.isSilent('one');
    };
    expect([silentAfter(false, false), silentAfter(true, false, false), silentAfter(false)]).toEqual([
      false,
      false,
      true,
    ]);
    expect([pace.isSilent('two'), silentAfter(true)]).toEqual([false, false]);
  });
});
