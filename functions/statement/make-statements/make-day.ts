import type { DayText } from '../../../shared/domain/calendar.ts';
import {
  addTotals,
  makeStatement,
  NO_TOTALS,
  type StatementAccount,
  type StatementTotals,
  totalsOfEntry,
} from '../../../shared/domain/statement/statement.ts';
import { inGroups } from '../../../shared/payment-flow/in-groups.ts';
import { movedOnDay } from '../../../shared/payment-flow/moved-on-day.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Identifiers } from '../../../shared/ports/identifiers.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import type { CountedItem, MovedPage, StatementMaking, StatementProgress } from '../../../shared/ports/statements.ts';

export interface MakeDayDependencies {
  readonly making: StatementMaking;
  readonly payments: Pick<Payments, 'find'>;
  readonly identifiers: Identifiers;
  readonly clock: Clock;
}

/** A day of a dealer that is over, and until when this run may work. */
export interface DayWork {
  readonly dealerCode: string;
  readonly listingShards: number;
  readonly day: DayText;
  readonly deadlineMs: number;
}

/** Charges and steps of one page: each is read with its whole payment. */
const PAGE = 100;
/** Pages of what moved that one read takes. */
const MOVED_AT_ONCE = 25;
const WRITES_AT_ONCE = 10;
/** The place behind the last page: all is read, and the statements are to be written. */
const ALL_READ = 'all read';
/** More often than this nobody loses against another run. */
const MAX_TRIES = 5;
/** A part of the work is begun only with this much time left. */
const PART_MS = 8_000;

export const hasTime = ({ clock }: Pick<MakeDayDependencies, 'clock'>, deadlineMs: number): boolean =>
  clock.now() + PART_MS < deadlineMs;

/** What moved in the items of one page, by account. */
const movedIn = async (
  items: readonly CountedItem[],
  deps: Pick<MakeDayDependencies, 'payments'>,
  { dealerCode, day }: DayWork,
  page: number,
): Promise<readonly MovedPage[]> => {
  const pages = new Map<string, MovedPage>();
  for (const entry of await movedOnDay(deps, items, day)) {
    const { subDealerId, currency } = entry;
    const key = `${subDealerId} ${currency}`;
    const account = { dealerCode, subDealerId, currency };
    const before = pages.get(key) ?? { account, day, page, totals: NO_TOTALS, entries: [] };
    const totals = addTotals(before.totals, totalsOfEntry(entry));
    pages.set(key, { ...before, totals, entries: [...before.entries, entry] });
  }
  return [...pages.values()];
};

type Place = NonNullable<StatementProgress['reading']>;

/** Reads one page of the day, and answers where the next one begins. */
const readPage = async (deps: MakeDayDependencies, work: DayWork, from: Place | undefined): Promise<Place> => {
  const { dealerCode, day, listingShards } = work;
  const page = from?.pages ?? 0;
  const query = { dealerCode, day, listingShards, after: from?.after, limit: PAGE };
  const { items, next } = await deps.making.countedOn(query);
  await deps.making.keepMoved(await movedIn(items, deps, work, page));
  return { after: next ?? ALL_READ, pages: page + 1 };
};

/** Reads the day on from where an earlier run stopped, one page at least. Answers where it stopped itself. */
const readDay = async (deps: MakeDayDependencies, work: DayWork, from: Place | undefined): Promise<Place> => {
  if (from?.after === ALL_READ) return from;
  let place = await readPage(deps, work, from);
  while (place.after !== ALL_READ && hasTime(deps, work.deadlineMs)) place = await readPage(deps, work, place);
  return place;
};

interface Sum {
  readonly account: StatementAccount;
  readonly totals: StatementTotals;
}

/** Writes the statement of an account, unless it is there. Answers whether this run wrote it. */
const writeStatement = async (
  { making, identifiers, clock }: MakeDayDependencies,
  { account, totals }: Sum,
  day: DayText,
): Promise<boolean> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await making.balance(account);
    if (before !== undefined && before.day >= day) return false;
    const statementId = await identifiers.next('statement');
    const made = makeStatement(account, totals, before, { statementId, day, madeAtMs: clock.now() });
    if (await making.write(made)) return true;
  }
  return false;
};

const isSame = (one: StatementAccount, other: StatementAccount): boolean =>
  one.subDealerId === other.subDealerId && one.currency === other.currency;

/** Adds the pages of each account up. An account whose pages go on is the last one. */
const addUp = (sums: readonly Sum[]): readonly Sum[] => {
  const all: Sum[] = [];
  for (const sum of sums) {
    const last = all.at(-1);
    if (last === undefined || !isSame(last.account, sum.account)) all.push(sum);
    else all[all.length - 1] = { ...last, totals: addTotals(last.totals, sum.totals) };
  }
  return all;
};

/** Writes the statements of what is kept of the day. `isDone` is false where the time was over. */
const writeDay = async (
  deps: MakeDayDependencies,
  { dealerCode, day, deadlineMs }: DayWork,
): Promise<{ readonly made: number; readonly isDone: boolean }> => {
  let made = 0;
  let after: string | undefined;
  let open: readonly Sum[] = [];
  const write = async (sums: readonly Sum[]): Promise<void> => {
    const written = await inGroups(sums, WRITES_AT_ONCE, (sum) => writeStatement(deps, sum, day));
    made += written.filter(Boolean).length;
  };
  do {
    const rows = await deps.making.moved(dealerCode, day, { after, limit: MOVED_AT_ONCE });
    if (rows.length === 0) {
      await write(open);
      return { made, isDone: true };
    }
    const sums = addUp([...open, ...rows]);
    await write(sums.slice(0, -1));
    open = sums.slice(-1);
    after = rows.at(-1)?.position;
  } while (hasTime(deps, deadlineMs));
  return { made, isDone: false };
};

/** What became of a day in this run. */
export interface DayOutcome {
  readonly made: number;
  readonly isDone: boolean;
  /** Where reading stopped. */
  readonly reading: Place;
}

/**
 * Makes the statements of one day of a dealer. First all that counts on the day is read and kept by account, page by
 * page; then each account gets its statement. Every part may be done twice, also by two runs at once: pages are equal,
 * and a statement that is there is left alone.
 */
export const makeDay = async (
  deps: MakeDayDependencies,
  work: DayWork,
  from: StatementProgress['reading'],
): Promise<DayOutcome> => {
  const wasRead = from?.after === ALL_READ;
  const reading = await readDay(deps, work, from);
  // A run that has only begun writes in any case, so that every run gets on.
  const mayWrite = reading.after === ALL_READ && (wasRead || hasTime(deps, work.deadlineMs));
  return mayWrite ? { ...(await writeDay(deps, work)), reading } : { made: 0, isDone: false, reading };
};
