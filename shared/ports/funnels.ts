import type { DayText } from '../domain/calendar.ts';
import type { CountedPart, FunnelPart, FunnelReach, FunnelTask } from '../domain/funnel/funnel-days.ts';
import type { FunnelEntries, FunnelEntry, FunnelRow } from '../domain/funnel/funnel-group.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import type { ReusableLinkName } from '../domain/reusable-link/link-name.ts';

/** One page of the requests that a part of a day counts. */
export interface PartQuery {
  readonly dealerCode: string;
  readonly listingShards: number;
  readonly day: DayText;
  readonly part: FunnelPart;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
  /** About so many requests; a page of many reusable links may have more, and may have none. */
  readonly limit: number;
}

/** Where a count of a day stopped. What was counted up to there is kept under `draft`. */
export interface FunnelPlace extends FunnelTask {
  /** The next page. */
  readonly after: string;
  readonly draft: string;
  /** How many entries the draft has: one that is not whole any more is of no use. */
  readonly entries: number;
  readonly requests: number;
  readonly isFinal: boolean;
  /** When the count began. */
  readonly begunAtMs: number;
}

/** How far the funnel of a dealer is counted, or of the stage as a whole. */
export interface FunnelProgress extends FunnelReach {
  readonly version: number;
  readonly place?: FunnelPlace;
  /** Of the stage: a round over all dealers. The dealers up to `after` had their turn, and `open` of them are not done. */
  readonly round?: { readonly until: DayText; readonly after: string; readonly open: number };
}

/** First and last day, both included. */
export interface FunnelDays {
  readonly from: DayText;
  readonly until: DayText;
}

/** What a question reads. Every method throws StoreUnavailable and UnreadableRow. */
export interface Funnels {
  /** Rows of a dealer. Reads of its months side by side. Undefined where there are more than one answer may read. */
  rows(dealerCode: string, days: FunnelDays): Promise<readonly FunnelRow[] | undefined>;
  /** Rows of one reusable link. One trip for some months. */
  rowsOfLink(link: ReusableLinkName, days: FunnelDays): Promise<readonly FunnelRow[]>;
  /** The parts of days that were counted. One trip. */
  parts(dealerCode: string, days: FunnelDays): Promise<readonly CountedPart[]>;
  /** The owner is a dealer, or `-` for the stage. Undefined before the first run. */
  progress(owner: string): Promise<FunnelProgress | undefined>;
}

/** Counting parts of days: what a question does for today, and the job for all days. */
export interface FunnelCounting extends Pick<Funnels, 'parts' | 'progress'> {
  /** Requests of a page, by their names. `next` is absent on the last page. Throws StoreUnavailable. */
  requests(query: PartQuery): Promise<{ readonly names: readonly PaymentName[]; readonly next?: string }>;
  /**
   * Writes the rows of a part in place of those of an earlier count, and then that it was counted. What a later count wrote
   * stays. Throws StoreUnavailable.
   */
  writePart(dealerCode: string, counted: CountedPart, entries: readonly FunnelEntry[]): Promise<void>;
  /** Notes that a dealer has too many requests today for a question to count them, until a moment. Throws StoreUnavailable. */
  noteBusy(dealerCode: string, untilMs: number): Promise<void>;
}

/** What the job does beside it. Every write may be repeated. Every method throws StoreUnavailable and UnreadableRow. */
export interface FunnelJob extends FunnelCounting {
  /** Replaces the progress of the version before. False if another run was first. */
  saveProgress(owner: string, progress: FunnelProgress): Promise<boolean>;
  /** Adds what was given back on a day to rows that may have it already: it counts once. Days come in their order. */
  writeGivenBack(dealerCode: string, day: DayText, entries: readonly FunnelEntry[]): Promise<void>;
  /** Keeps what was counted up to a place. */
  keepDraft(dealerCode: string, draft: string, entries: FunnelEntries): Promise<void>;
  draft(dealerCode: string, draft: string): Promise<FunnelEntries>;
  /** Dealers whose today the job counts until a moment, behind one of them. */
  busyDealers(query: {
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly { readonly dealerCode: string; readonly untilMs: number }[]>;
}
