import { compareDay } from '../../functions/comparison/compare-with-bank/compare-day.ts';
import { GatewayPace } from '../../functions/comparison/compare-with-bank/gateway-pace.ts';
import { dynamoPayments } from '../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoStatementMaking } from '../../shared/adapters/dynamodb/statement/statement-making.ts';
import { dynamoVirtualPosVersions } from '../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { Attempt } from '../../shared/domain/attempt/attempt.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import type { Difference } from '../../shared/domain/comparison/difference.ts';
import { orderIdOf } from '../../shared/domain/payment/payment-name.ts';
import type { Step } from '../../shared/domain/payment/step.ts';
import type { Comparisons } from '../../shared/ports/comparisons.ts';
import { namesOfCodes } from './direct/direct-functions.ts';
import { demand } from './invariants.ts';
import { isStuckIn } from './payments-in.ts';
import { openerOf } from './sweeper.ts';
import { type BookedOrder, keptLog, type World } from './world.ts';

/** Orders of a run, on both sides. */
interface ComparedOrders {
  readonly books: readonly BookedOrder[];
  readonly attempts: readonly Attempt[];
  readonly steps: readonly Step[];
}

/** Keeps what is reported. Nothing is kept of how far a day is: each is compared whole. */
const reportsTo = (found: Difference[]): Comparisons => ({
  progress: () => Promise.resolve(undefined),
  saveProgress: () => Promise.resolve(true),
  report: (differences) => {
    found.push(...differences);
    return Promise.resolve();
  },
  ofDay: () => Promise.resolve([]),
});

/** What the nights behind all days of a run report. */
const differencesOf = async (world: World, { attempts, steps }: ComparedOrders): Promise<readonly Difference[]> => {
  const { store, bank, clock, circumstances } = world;
  circumstances.atFault = false;
  const found: Difference[] = [];
  const deps = {
    payments: dynamoPayments(store.direct, namesOfCodes),
    lists: dynamoStatementMaking(store.direct),
    comparisons: reportsTo(found),
    bank: {
      inquire: (...of: Parameters<typeof bank.port.inquire>) => bank.port.inquire(...of),
      inquireHistory: (...of: Parameters<typeof bank.port.inquireHistory>) => bank.port.inquireHistory(...of),
      listOrders: () => Promise.resolve({ kind: 'not-offered' } as const),
    },
    // What only the bank knows is looked for in its books themselves.
    posDirectory: { ofDealer: () => Promise.resolve([]) },
    posVersions: dynamoVirtualPosVersions(store.direct, clock),
    opener: openerOf(world),
    clock,
    log: keptLog([]),
  };
  const days = new Set([...attempts, ...steps].map(({ startedAtMs }) => istanbulDayOf(startedAtMs)));
  const [{ dealerCode, listingShards } = { dealerCode: '', listingShards: 1 }] = attempts;
  const pace = new GatewayPace({ clock, perSecond: 1000, pause: () => Promise.resolve() });
  for (const day of days) {
    const work = { dealerCode, listingShards, day, deadlineMs: Number.POSITIVE_INFINITY, pace };
    const { isDone, unanswered } = await compareDay(deps, work, undefined);
    demand(isDone && unanswered === 0, `day ${day} was not compared`);
  }
  return found;
};

/** Why the bank's books of an order are others than ours; undefined where they are the same. */
const differenceIn = ({ excess, calledDeclined }: BookedOrder, { state }: Attempt): Difference['kind'] | undefined => {
  if (excess !== undefined && excess > 0) return 'other-refunds';
  return calledDeclined === true && state === 'declined' ? 'charged-at-bank' : undefined;
};

/** The orders for which the sweeper's alarm on a Credit too many rang. */
const rungIn = (logLines: readonly string[]): ReadonlySet<string> =>
  new Set(
    logLines
      .filter((line) => line.includes('"bank gave back too much"'))
      .map((line) => (JSON.parse(line) as { orderId: string }).orderId),
  );

/**
 * What the bank did unasked is found, and nothing else: a Credit that it carried out twice rings at once and stands in its
 * step, and the nightly comparison names its order, and each that was called declined and is charged all the same.
 */
export const checkComparison = async (world: World, orders: ComparedOrders): Promise<void> => {
  const { circumstances, processes } = world;
  const { met, logLines } = circumstances;
  const { books, attempts, steps } = orders;
  const byOrder = new Map(attempts.map((one) => [one.orderId, one]));
  const isStuck = isStuckIn(steps);
  const told = new Map((await differencesOf(world, orders)).map(({ orderId, kind }) => [orderId, kind]));
  const rung = rungIn(logLines);
  const isCalm = processes.kills + processes.freezes + met.sum('fault: store') === 0;
  for (const order of books) {
    const { orderId, excess = 0 } = order;
    const attempt = byOrder.get(orderId);
    if (attempt === undefined || isStuck(attempt)) continue;
    const expected = differenceIn(order, attempt);
    demand(told.get(orderId) === expected, `${orderId}: the comparison says ${told.get(orderId)}, it is ${expected}`);
    const own = steps.filter(({ payment, attempt: number }) => orderIdOf({ payment, number }) === orderId);
    const noted = own.reduce((sum, { excessCredit = 0 }) => sum + excessCredit, 0);
    demand(noted === excess, `${orderId}: the bank gave back ${excess} too much, the steps say ${noted}`);
    demand(excess > 0 || !rung.has(orderId), `${orderId}: an alarm rang of a Credit too many, and there is none`);
    // One who dies at the write, or gets no answer to it, tells nobody: the comparison does.
    demand(excess === 0 || rung.has(orderId) || !isCalm, `${orderId}: a Credit too many, and no alarm rang`);
    if (expected !== undefined) met.add(`comparison told ${expected}`);
    if (rung.has(orderId)) met.add('alarm rang of a Credit too many');
  }
  const unknown = [...told.keys()].filter((orderId) => !books.some((one) => one.orderId === orderId));
  demand(unknown.length === 0, `the comparison names ${unknown.join(', ')}, which the bank does not know`);
};
