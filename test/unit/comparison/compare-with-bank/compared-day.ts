import { compareDay } from '../../../../functions/comparison/compare-with-bank/compare-day.ts';
import { GatewayPace } from '../../../../functions/comparison/compare-with-bank/gateway-pace.ts';
import { type DayText, istanbulDayRange } from '../../../../shared/domain/calendar.ts';
import type { Difference } from '../../../../shared/domain/comparison/difference.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../../shared/domain/payment/step.ts';
import type { VirtualPos } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { HistoryAnswer, InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import type { BookedOrder } from '../../../../shared/ports/bank-order.ts';
import type { ComparisonPlace } from '../../../../shared/ports/comparisons.ts';
import type { CountedItem, DayQuery } from '../../../../shared/ports/statements.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';

export const HOUR_MS = 3_600_000;
export const DAY: DayText = '20270115';
export const RUN_MS = 280_000;
export const references = { authCode: '1', hostReference: '1', transactionId: '1' };
export const captured: InquiryAnswer = { kind: 'captured', amount: minor(10_000), references };
export const TIME_OUT = { kind: 'unknown', cause: 'time-out' } as const;

/** A step of a payment at the bank; a done capture of the first attempt by default. */
export const stepOf = (payment: Payment, changes: Partial<Step> = {}): Step => ({
  payment: payment.name,
  number: 1,
  attempt: 1,
  kind: 'capture',
  state: 'done',
  version: 2,
  dealerCode: payment.dealerCode,
  trxId: 7,
  amount: minor(10_000),
  shares: [],
  postings: [],
  asker: { by: 'dealer' },
  startedAtMs: 1,
  listingShards: 1,
  dueAtMs: 1,
  postponed: 0,
  sent: {},
  reservations: [],
  ...changes,
});

/** A payment of 100.00 that was captured today. */
export const capturedToday = (changes: Partial<Payment> = {}): Payment => {
  const payment = paymentWith(changes);
  return { ...payment, steps: changes.steps ?? [stepOf(payment)] };
};

export const orderOf = ({ attempts }: Payment, number = 1): string => attempts[number - 1]?.orderId ?? '';
export const stepItem = ({ name }: Payment, number = 1): CountedItem => ({ payment: name, kind: 'step', number });
export const attemptItem = ({ name }: Payment, number = 1): CountedItem => ({ payment: name, kind: 'attempt', number });

interface Page {
  readonly items: readonly CountedItem[];
  readonly next?: string;
}

export interface Night {
  readonly payments?: readonly Payment[];
  /** The pages of the day's lists; one with nothing by default. */
  readonly pages?: readonly Page[];
  readonly inquire?: (orderId: string) => InquiryAnswer;
  readonly history?: (orderId: string) => HistoryAnswer;
  readonly open?: () => Promise<string>;
  /** What the records say once the bank was asked. */
  readonly after?: (payment: Payment) => Payment | undefined;
  readonly virtualPos?: readonly VirtualPos[];
  /** Time that an answer of the bank takes. */
  readonly answerMs?: number;
}

/** A night in which a dealer's day is compared with a bank that lists no orders. */
export const nightOf = ({ payments = [], pages = [{ items: [] }], inquire = () => captured, ...night }: Night = {}) => {
  const clock = new FakeClock(istanbulDayRange(DAY).lastMs + 4 * HOUR_MS);
  const log = new FakeLog();
  const reported: Difference[] = [];
  const asked: string[] = [];
  const orders: BookedOrder[] = [];
  const times: number[] = [];
  const histories: BookedOrder[] = [];
  const queries: DayQuery[] = [];
  let [reading, mostReads] = [0, 0];
  const deps = {
    payments: {
      find: async (name: string): Promise<Payment | undefined> => {
        reading += 1;
        mostReads = Math.max(mostReads, reading);
        await Promise.resolve();
        reading -= 1;
        const payment = payments.find((one) => one.name === name);
        const isAsked = payment?.attempts.some(({ orderId }) => asked.includes(orderId)) === true;
        return payment !== undefined && isAsked && night.after !== undefined ? night.after(payment) : payment;
      },
    },
    lists: {
      countedOn: async (query: DayQuery): Promise<Page> => {
        queries.push(query);
        const at = query.after === undefined ? 0 : pages.findIndex(({ next }) => next === query.after) + 1;
        return pages[at] ?? { items: [] };
      },
    },
    comparisons: {
      progress: async () => undefined,
      saveProgress: async () => true,
      report: async (differences: readonly Difference[]) => void reported.push(...differences),
      ofDay: async () => [],
    },
    bank: {
      inquire: async (_account: unknown, order: BookedOrder, { answerBy }: { readonly answerBy: number }) => {
        asked.push(order.orderId);
        orders.push(order);
        times.push(answerBy - clock.now());
        clock.advance(night.answerMs ?? 0);
        return inquire(order.orderId);
      },
      inquireHistory: async (_account: unknown, order: BookedOrder, { answerBy }: { readonly answerBy: number }) => {
        histories.push(order);
        times.push(answerBy - clock.now());
        return night.history?.(order.orderId) ?? TIME_OUT;
      },
      listOrders: async () => ({ kind: 'not-offered' }) as const,
    },
    posDirectory: { ofDealer: async () => night.virtualPos ?? [posWith()] },
    posVersions: { find: async () => posWith() },
    opener: { open: night.open ?? (async () => 'key') },
    clock,
    log,
  };
  const pause = async (ms: number): Promise<void> => clock.advance(ms);
  const run = (place?: ComparisonPlace, runMs = RUN_MS) => {
    const work = {
      dealerCode: 'D1',
      listingShards: 3,
      day: DAY,
      deadlineMs: clock.now() + runMs,
      pace: new GatewayPace({ clock, perSecond: 1000, pause }),
    };
    return compareDay(deps, work, place);
  };
  return { run, deps, clock, log, reported, asked, orders, times, histories, queries, mostReads: () => mostReads };
};

export const SUMS = { compared: 0, differences: 0, unclear: 0, unanswered: 0 };
