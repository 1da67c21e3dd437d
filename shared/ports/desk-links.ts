import type { DayText } from '../domain/calendar.ts';
import type { LinkPageQuery, ListedLink } from './operator-records.ts';

/** Links of a span of days, read backwards. */
export interface NewestLinksQuery {
  readonly dealerCode: string;
  /** How many shards the dealer's lists have. */
  readonly listingShards: number;
  /** The earliest and the latest day of creation in Istanbul, at most `MOST_MONTHS_READ` months. */
  readonly from: DayText;
  readonly until: DayText;
  /** Position of the last link of the page before. */
  readonly before?: string | undefined;
  /** At most 200. */
  readonly limit: number;
  /** The reusable link whose requests are listed; absent: links that the dealer made. */
  readonly madeOf?: LinkPageQuery['madeOf'];
}

/** Months that one page of links may go back. */
export const MOST_MONTHS_READ = 7;

/** The links of a dealer as the desk lists them. */
export interface DeskLinks {
  /**
   * Links that a dealer made, or that payers made of a reusable link, the newest first. The list follows the table with a short delay, the links themselves are read
   * strongly. Fewer than `limit` means that those days have no more. Throws StoreUnavailable and UnreadableRow.
   */
  newest(query: NewestLinksQuery): Promise<readonly ListedLink[]>;
}
