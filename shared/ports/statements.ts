import type { DayText } from '../domain/calendar.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import type { StatementEntry } from '../domain/statement/movement.ts';
import type { AccountBalance, Statement, StatementAccount, StatementTotals } from '../domain/statement/statement.ts';
import type { StatementMark } from '../domain/statement/statement-days.ts';

/** Days from one to the other, both included. */
interface StatementDays {
  readonly from: DayText;
  readonly until: DayText;
}

/** A statement with its position, after which the next page begins. */
interface ListedStatement {
  readonly statement: Statement;
  readonly position: string;
}

/** Statements as they are read. They never change once they are there. */
export interface Statements {
  /** Statements of a dealer's account in every currency, newest first. Reads side by side. Throws StoreUnavailable. */
  ofDays(
    account: Pick<StatementAccount, 'dealerCode' | 'subDealerId'>,
    days: StatementDays,
  ): Promise<readonly Statement[]>;
  /** The dealer's statement with an id; undefined when it has none. Throws StoreUnavailable. */
  findById(dealerCode: string, statementId: number): Promise<Statement | undefined>;
  /** What moved in a statement, oldest first, up to `limit`. Throws StoreUnavailable. */
  entriesOf(statement: Statement, limit: number): Promise<readonly StatementEntry[]>;
  /**
   * Statements of a dealer and all its sub-dealers, oldest first. The listing follows the table with a short delay.
   * Fewer than `limit` means that there are no more. Throws StoreUnavailable.
   */
  pageOfDealer(
    query: StatementDays & {
      readonly dealerCode: string;
      readonly after?: string | undefined;
      readonly limit: number;
    },
  ): Promise<readonly ListedStatement[]>;
}

/** A position as `pageOfDealer` gives it. */
export const STATEMENT_POSITION = /^\d{15}#[A-Z]{2,3}#\d{1,10}$/;

/** An attempt or step that may have come to count on a day. */
export interface CountedItem {
  readonly payment: PaymentName;
  readonly kind: 'attempt' | 'step';
  readonly number: number;
}

/** What counts on a day of a dealer, page by page. */
export interface DayQuery {
  readonly dealerCode: string;
  readonly day: DayText;
  readonly listingShards: number;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Reads the lists of steps alone; attempts that ended late may be among them. */
  readonly stepsOnly?: true;
}

/** What moved on an account, of one page of a day. */
export interface MovedPage {
  readonly account: StatementAccount;
  readonly day: DayText;
  /** Number of the page of the day. */
  readonly page: number;
  readonly totals: StatementTotals;
  readonly entries: readonly StatementEntry[];
}

/** How far the statements of a dealer are made, or of the stage as a whole. */
export interface StatementProgress {
  readonly version: number;
  /** Every statement up to this day is there. */
  readonly doneDay: DayText;
  /** The day behind it is half done: so many of its pages are read, and the next one begins here. */
  readonly reading?: { readonly after: string; readonly pages: number };
  /**
   * Of the stage: a round over all dealers, up to a day. The dealers up to `after` had their turn, and `open` of them
   * are not done.
   */
  readonly round?: { readonly until: DayText; readonly after: string; readonly open: number };
}

/** Where the nightly job reads what moved, and keeps what it has made of it. Every write may be repeated. */
export interface StatementMaking {
  /** The stage is the owner `-`. Undefined before the first run. Throws StoreUnavailable. */
  progress(owner: string): Promise<StatementProgress | undefined>;
  /** Replaces the progress of the version before. False if another run was first. Throws StoreUnavailable. */
  saveProgress(owner: string, progress: StatementProgress): Promise<boolean>;
  /** The day on which the dealer's first charge began, of the last two years; undefined without one. Throws StoreUnavailable. */
  firstDay(
    dealerCode: string,
    query: { readonly listingShards: number; readonly until: DayText },
  ): Promise<DayText | undefined>;
  /**
   * Attempts and steps that the lists of a day name: those that began on it, and those that came to count on it later.
   * Each is named once. `next` is absent on the last page. Throws StoreUnavailable.
   */
  countedOn(query: DayQuery): Promise<{ readonly items: readonly CountedItem[]; readonly next?: string }>;
  /** Keeps what moved, in place of the same page of an earlier run. Throws StoreUnavailable. */
  keepMoved(pages: readonly MovedPage[]): Promise<void>;
  /**
   * What was kept of a day, the pages of one account behind each other, with positions. Fewer than `limit` do not mean
   * that there are no more; none does. Throws StoreUnavailable.
   */
  moved(
    dealerCode: string,
    day: DayText,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<readonly (Pick<MovedPage, 'account' | 'totals'> & { readonly position: string })[]>;
  /** What an account holds; undefined before its first statement. Throws StoreUnavailable. */
  balance(account: StatementAccount): Promise<AccountBalance | undefined>;
  /** Writes a statement and the balance behind it together. False if another run was first. Throws StoreUnavailable. */
  write(made: { readonly statement: Statement; readonly balance: AccountBalance }): Promise<boolean>;
}

/** How far the statements of dealers are made, for those who may change nothing that one has. */
export interface StatementMarks {
  /** Read strongly; undefined before the first run. Throws StoreUnavailable. */
  of(dealerCode: string): Promise<StatementMark | undefined>;
}

/** The owner of the stage's own progress. */
export const STAGE_OWNER = '-';
