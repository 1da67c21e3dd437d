import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { waitsForSilent } from '../../../shared/domain/comparison/comparison-days.ts';
import type { Difference } from '../../../shared/domain/comparison/difference.ts';
import { type Candidate, ordersIn, withCandidates, withoutOrders } from '../../../shared/domain/comparison/sample.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import { attemptOfOrder, type PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import type { ComparisonPlace, Comparisons } from '../../../shared/ports/comparisons.ts';
import type { CountedItem, StatementMaking } from '../../../shared/ports/statements.ts';
import { compareAtBank, type OrderOutcome } from './ask-bank.ts';
import { type DayWork, hasTime } from './day-work.ts';
import { compareLists, type ListedOrdersDependencies } from './listed-orders.ts';

export interface CompareDayDependencies extends ListedOrdersDependencies {
  /** Our lists of a day. */
  readonly lists: Pick<StatementMaking, 'countedOn'>;
  readonly comparisons: Comparisons;
}

/** What one run did for a day. */
export interface DayOutcome {
  readonly place: ComparisonPlace;
  readonly isDone: boolean;
  readonly compared: number;
  readonly unclear: number;
  readonly unanswered: number;
  readonly differences: number;
}

/** Attempts and steps of one page: each is read with its whole payment. */
const PAGE = 50;
const READS_AT_ONCE = 10;
/** Orders between two looks at the clock. */
const ORDERS_AT_ONCE = 5;
const BANK_STEPS: readonly Step['kind'][] = ['capture', 'void', 'refund', 'reversal'];

const isBankStep = ({ kind }: Step): boolean => BANK_STEPS.includes(kind);

interface Order {
  readonly attempt: Attempt;
  readonly payment: Payment;
}

/** The orders of a page: those with a step at the bank are asked about, the others may be chosen for the sample. */
const sortedOut = (items: readonly CountedItem[], found: ReadonlyMap<PaymentName, Payment>) => {
  const asked = new Map<string, Order>();
  const candidates: Candidate[] = [];
  for (const { payment: name, kind, number } of items) {
    const payment = found.get(name);
    const step = kind === 'step' ? payment?.steps.find((one) => one.number === number) : undefined;
    const attempt = payment?.attempts.find((one) => one.number === (kind === 'step' ? step?.attempt : number));
    if (payment === undefined || attempt === undefined) continue;
    const hasStep = payment.steps.some((one) => one.attempt === attempt.number && isBankStep(one));
    if (step !== undefined && isBankStep(step)) asked.set(attempt.orderId, { attempt, payment });
    // An attempt that never reached the bank has no order there.
    else if (step === undefined && !hasStep && attempt.lastCallAtMs !== undefined) {
      candidates.push({ posId: attempt.pos.posId, orderId: attempt.orderId });
    }
  }
  return { asked: [...asked.values()], candidates };
};

const paymentsOf = async (
  names: readonly PaymentName[],
  { payments }: CompareDayDependencies,
): Promise<ReadonlyMap<PaymentName, Payment>> => {
  const found = new Map<PaymentName, Payment>();
  for (let first = 0; first < names.length; first += READS_AT_ONCE) {
    const some = await Promise.all(names.slice(first, first + READS_AT_ONCE).map((name) => payments.find(name)));
    for (const payment of some) if (payment !== undefined) found.set(payment.name, payment);
  }
  return found;
};

/** Adds up what a run does for a day, and reports each difference as soon as it is found. */
const dayRun = (deps: CompareDayDependencies, { day, dealerCode, pace }: DayWork) => {
  const sums = { compared: 0, unclear: 0, unanswered: 0, differences: 0 };
  const tell = async (outcomes: readonly OrderOutcome[]): Promise<void> => {
    const differences = outcomes.flatMap((one): readonly Difference[] =>
      one.kind === 'different' ? [{ ...one.difference, day, source: 'bank' }] : [],
    );
    await deps.comparisons.report(differences);
    for (const { orderId, kind } of differences) {
      deps.log.warn('difference found', { dealerCode, orderId, code: kind });
    }
    sums.differences += differences.length;
    sums.compared += outcomes.filter(({ kind }) => kind === 'same' || kind === 'different').length;
    sums.unclear += outcomes.filter(({ kind }) => kind === 'unclear').length;
  };
  /** Answers the orders of silent gateways, which wait for another run. */
  const compare = async (orders: readonly Order[]): Promise<readonly Order[]> => {
    const outcomes = await Promise.all(orders.map((one) => compareAtBank(one.attempt, one.payment, { deps, pace })));
    await tell(outcomes);
    const silent = orders.filter((_, index) => outcomes[index]?.kind === 'silent');
    const waiting = waitsForSilent(day, deps.clock.now()) ? silent : [];
    sums.unanswered += silent.length - waiting.length;
    return waiting;
  };
  return { sums, tell, compare };
};

type DayRun = ReturnType<typeof dayRun>;

const inGroups = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / ORDERS_AT_ONCE) }, (_, group) =>
    items.slice(group * ORDERS_AT_ONCE, (group + 1) * ORDERS_AT_ONCE),
  );

/** Compares orders group by group. False where some wait for a silent gateway, or the time was over. */
const compareAll = async (orders: readonly Order[], run: DayRun, mayGoOn: () => boolean): Promise<boolean> => {
  let isWhole = true;
  for (const group of inGroups(orders)) {
    if (!mayGoOn()) return false;
    if ((await run.compare(group)).length > 0) isWhole = false;
  }
  return isWhole;
};

/** Reads one page of the day and compares its orders with steps. The place is behind the page only if all of it is done. */
const readPage = async (
  deps: CompareDayDependencies,
  work: DayWork,
  { place, run }: { readonly place: ComparisonPlace; readonly run: DayRun },
): Promise<{ readonly place: ComparisonPlace; readonly isWhole: boolean }> => {
  const { dealerCode, day, listingShards } = work;
  const { items, next } = await deps.lists.countedOn({
    dealerCode,
    day,
    listingShards,
    after: place.after,
    limit: PAGE,
  });
  const found = await paymentsOf([...new Set(items.map(({ payment }) => payment))], deps);
  const { asked, candidates } = sortedOut(items, found);
  const isWhole = await compareAll(asked, run, () => hasTime(deps, work.deadlineMs));
  if (!isWhole) return { place, isWhole };
  const sample = withCandidates(place.sample, candidates, day);
  return { place: next === undefined ? { isRead: true, sample } : { isRead: false, after: next, sample }, isWhole };
};

/** Compares the sample, and takes out of it what is done. */
const compareSample = async (
  deps: CompareDayDependencies,
  work: DayWork,
  { place, run }: { readonly place: ComparisonPlace; readonly run: DayRun },
): Promise<ComparisonPlace> => {
  const done = new Set<string>();
  const chosen = ordersIn(place.sample).map(({ orderId }) => orderId);
  for (const orderIds of inGroups(chosen)) {
    if (!hasTime(deps, work.deadlineMs)) break;
    const names = orderIds.flatMap((orderId) => attemptOfOrder(orderId) ?? []);
    const found = await paymentsOf([...new Set(names.map(({ payment }) => payment))], deps);
    const orders = names.flatMap(({ payment: name, number }): readonly Order[] => {
      const payment = found.get(name);
      const attempt = payment?.attempts.find((one) => one.number === number);
      return payment === undefined || attempt === undefined ? [] : [{ attempt, payment }];
    });
    const waiting = new Set((await run.compare(orders)).map(({ attempt }) => attempt.orderId));
    for (const orderId of orderIds) if (!waiting.has(orderId)) done.add(orderId);
  }
  return { ...place, sample: withoutOrders(place.sample, done) };
};

/**
 * Compares a day of a dealer with its banks: every order with a capture, void, refund or reversal of that day, and a
 * sample of the others of each virtual POS. Where a gateway lists the orders of a day, those that only the bank knows are
 * found last. A run that has no more time, or meets a silent gateway, keeps its place; a
 * part that is done twice finds the same.
 */
export const compareDay = async (
  deps: CompareDayDependencies,
  work: DayWork,
  from: ComparisonPlace | undefined,
): Promise<DayOutcome> => {
  const run = dayRun(deps, work);
  let place: ComparisonPlace = from ?? { isRead: false, sample: {} };
  let isWhole = true;
  while (!place.isRead && isWhole && hasTime(deps, work.deadlineMs)) {
    ({ place, isWhole } = await readPage(deps, work, { place, run }));
  }
  if (place.isRead) place = await compareSample(deps, work, { place, run });
  if (!place.isRead || ordersIn(place.sample).length > 0) return { place, isDone: false, ...run.sums };
  const {
    listed,
    isWhole: isDone,
    unanswered,
  } = await compareLists(deps, work, {
    before: place.listed ?? [],
    tell: run.tell,
  });
  run.sums.unanswered += unanswered;
  return { place: { ...place, listed }, isDone, ...run.sums };
};
