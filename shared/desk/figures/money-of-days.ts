import {
  DAY_MS,
  type DayText,
  dayAfter,
  dayBefore,
  dayTextOf,
  istanbulDayOf,
  numberOfDay,
} from '../../domain/calendar.ts';
import { type DayMoney, moneyOfEntries, moneyOfStatements } from '../../domain/desk/day-money.ts';
import type { StatementEntry } from '../../domain/statement/movement.ts';
import type { Statement } from '../../domain/statement/statement.ts';
import { inGroups } from '../../payment-flow/in-groups.ts';
import { movedOnDay } from '../../payment-flow/moved-on-day.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Payments } from '../../ports/payments.ts';
import type { StatementMaking, StatementMarks, Statements } from '../../ports/statements.ts';
import { UnreadableRow } from '../../ports/store-errors.ts';

export interface MoneyOfDaysDependencies {
  readonly statements: Pick<Statements, 'pageOfDealer' | 'entriesOf'>;
  readonly marks: StatementMarks;
  readonly lists: Pick<StatementMaking, 'countedOn' | 'firstDay'>;
  readonly payments: Pick<Payments, 'find'>;
  readonly clock: Clock;
}

/** What of the numbers is missing: they are then shown as what they are, a part. */
export type MissingMoney =
  /** No night has made the statements of these days yet. */
  | { readonly kind: 'days-not-made'; readonly from: DayText; readonly until: DayText }
  /** A day has more than a view may count, or a payment of it cannot be read: its statement will have all. */
  | { readonly kind: 'day-in-part'; readonly day: DayText }
  /** There are more statements than a view may read: days from this one until yesterday are left out. */
  | { readonly kind: 'statements-in-part'; readonly from: DayText };

/** True of a day whose number is not known at all: no statement, and not counted. */
export const isUnknownDay = (day: DayText, missing: readonly MissingMoney[], today: DayText): boolean =>
  missing.some((one) => {
    if (one.kind === 'days-not-made') return day >= one.from && day <= one.until;
    return one.kind === 'statements-in-part' && day >= one.from && day < today;
  });

/** What was paid on a day until a time of day; `whole-day` where the day has too many entries to part them by time. */
type ComparedMoney =
  | { readonly kind: 'until-now' | 'whole-day'; readonly money: readonly DayMoney[] }
  | { readonly kind: 'unknown' };

export interface MoneyOfDays {
  readonly today: DayText;
  readonly from: DayText;
  readonly days: readonly DayMoney[];
  /** What moved today so far, for numbers that statements do not have. */
  readonly todaysEntries: readonly StatementEntry[];
  readonly weekAgo: ComparedMoney;
  readonly missing: readonly MissingMoney[];
}

/** Statements that one view reads: 60 sub-dealers over 31 days, at a unit of reading each. */
const MOST_STATEMENTS = 2000;
const STATEMENTS_AT_ONCE = 500;
/**
 * Attempts and steps of today, and of yesterday until the night has made its statements, that one view reads with their payments:
 * what the funnel counts in one question, three seconds of a function.
 */
const MOST_COUNTED = 1000;
const PAGE = 100;
const COUNTING_MS = 6000;
/** Pages of one day: the lists of a day are three, and each ends with a page that may be empty. */
const MOST_PAGES = MOST_COUNTED / PAGE + 3;
/** Accounts, and entries of each, that are parted by time of day. */
const MOST_PARTED_ACCOUNTS = 20;
const MOST_PARTED_ENTRIES = 2000;
const WEEK_DAYS = 7;

interface Asked {
  readonly dealerCode: string;
  readonly listingShards: number;
  /** The first day. The last one is today. */
  readonly from: DayText;
}

interface StatementsRead {
  readonly found: readonly Statement[];
  /** Of this day and of those behind it some are missing, so none is used. */
  readonly cutAt?: DayText;
}

const readStatements = async (
  { statements }: Pick<MoneyOfDaysDependencies, 'statements'>,
  days: { readonly dealerCode: string; readonly from: DayText; readonly until: DayText },
): Promise<StatementsRead> => {
  const found: Statement[] = [];
  let after: string | undefined;
  while (found.length < MOST_STATEMENTS) {
    const page = await statements.pageOfDealer({ ...days, after, limit: STATEMENTS_AT_ONCE });
    found.push(...page.map(({ statement }) => statement));
    const last = page.at(-1);
    if (page.length < STATEMENTS_AT_ONCE || last === undefined) return { found };
    after = last.position;
  }
  const cutAt = found.at(-1)?.day;
  return cutAt === undefined ? { found } : { found, cutAt };
};

interface Counted {
  readonly entries: readonly StatementEntry[];
  readonly examined: number;
  readonly isWhole: boolean;
}

/** What moved on a day that has no statements yet, by the very entries that they will have. */
const countDay = async (
  deps: MoneyOfDaysDependencies,
  { dealerCode, listingShards }: Asked,
  day: DayText,
  { most, untilMs }: { readonly most: number; readonly untilMs: number },
): Promise<Counted> => {
  const entries: StatementEntry[] = [];
  let examined = 0;
  let after: string | undefined;
  let isReadable = true;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    if (examined >= most || deps.clock.now() > untilMs) break;
    const { items, next } = await deps.lists.countedOn({ dealerCode, listingShards, day, after, limit: PAGE });
    examined += items.length;
    try {
      entries.push(...(await movedOnDay(deps, items, day)));
    } catch (error) {
      // One payment that cannot be read must not hide the page: the sum is told to be a part.
      if (!(error instanceof UnreadableRow)) throw error;
      isReadable = false;
    }
    if (next === undefined) return { entries, examined, isWhole: isReadable };
    after = next;
  }
  return { entries, examined, isWhole: false };
};

/** The days whose statements are there: up to this one. A dealer that no night has seen has none, and may have no need of any. */
const madeUntil = async (
  { marks, lists }: Pick<MoneyOfDaysDependencies, 'marks' | 'lists'>,
  { dealerCode, listingShards }: Asked,
  today: DayText,
): Promise<DayText> => {
  const mark = await marks.of(dealerCode);
  if (mark !== undefined) return mark.doneDay;
  const first = await lists.firstDay(dealerCode, { listingShards, until: today });
  return dayBefore(first ?? today);
};

/** The money of the same time a week ago, by the entries of that day's statements. */
const weekAgoOf = async (
  { statements, clock }: Pick<MoneyOfDaysDependencies, 'statements' | 'clock'>,
  { found, cutAt }: StatementsRead,
  { day, doneDay }: { readonly day: DayText; readonly doneDay: DayText },
): Promise<ComparedMoney> => {
  if (day > doneDay || (cutAt !== undefined && cutAt <= day)) return { kind: 'unknown' };
  const ofDay = found.filter((statement) => statement.day === day);
  const wholeDay: ComparedMoney = { kind: 'whole-day', money: moneyOfStatements(ofDay) };
  if (ofDay.length > MOST_PARTED_ACCOUNTS) return wholeDay;
  const untilMs = clock.now() - WEEK_DAYS * DAY_MS;
  const parts = await inGroups(ofDay, 5, (statement) => statements.entriesOf(statement, MOST_PARTED_ENTRIES + 1));
  if (parts.some((entries) => entries.length > MOST_PARTED_ENTRIES)) return wholeDay;
  const early = parts.flat().filter(({ atMs }) => atMs <= untilMs);
  return { kind: 'until-now', money: moneyOfEntries(early, day) };
};

/**
 * What payers paid and got back on each day from `from`, at most 31 days back, until today. Days that are over come from the
 * statements that nights have made; today, and yesterday until then, are added up from the entries that their statements will
 * have. Trips: the job's mark beside the statements, then the lists of a day or two, and their payments ten at once. Throws
 * StoreUnavailable.
 */
export const moneyOfDays = async (deps: MoneyOfDaysDependencies, asked: Asked): Promise<MoneyOfDays> => {
  const { dealerCode, from } = asked;
  const startedAtMs = deps.clock.now();
  const today = istanbulDayOf(startedAtMs);
  const yesterday = dayBefore(today);
  const [doneDay, read] = await Promise.all([
    madeUntil(deps, asked, today),
    readStatements(deps, { dealerCode, from, until: yesterday }),
  ]);
  const missing: MissingMoney[] = read.cutAt === undefined ? [] : [{ kind: 'statements-in-part', from: read.cutAt }];
  const beforeYesterday = dayBefore(yesterday);
  if (doneDay < beforeYesterday) {
    missing.push({ kind: 'days-not-made', from: dayAfter(doneDay), until: beforeYesterday });
  }
  const untilMs = startedAtMs + COUNTING_MS;
  const ofToday = await countDay(deps, asked, today, { most: MOST_COUNTED, untilMs });
  const isMade = doneDay >= yesterday;
  const ofYesterday = isMade
    ? undefined
    : await countDay(deps, asked, yesterday, { most: MOST_COUNTED - ofToday.examined, untilMs });
  if (!ofToday.isWhole) missing.push({ kind: 'day-in-part', day: today });
  if (ofYesterday?.isWhole === false) missing.push({ kind: 'day-in-part', day: yesterday });
  // The night may be at work with a day, and a sum over some accounts is no number.
  const isWhole = (day: DayText): boolean => day <= doneDay && (read.cutAt === undefined || day < read.cutAt);
  const made = read.found.filter(({ day }) => isWhole(day));
  const weekAgo = dayTextOf(numberOfDay(today) - WEEK_DAYS);
  return {
    today,
    from,
    days: [
      ...moneyOfStatements(made),
      ...moneyOfEntries(ofYesterday?.entries ?? [], yesterday),
      ...moneyOfEntries(ofToday.entries, today),
    ],
    todaysEntries: ofToday.entries,
    weekAgo: await weekAgoOf(deps, { ...read, found: made }, { day: weekAgo, doneDay }),
    missing,
  };
};
