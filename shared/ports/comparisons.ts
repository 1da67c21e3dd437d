import type { DayText } from '../domain/calendar.ts';
import type { Difference } from '../domain/comparison/difference.ts';
import type { Sample } from '../domain/comparison/sample.ts';

/** How far the comparison of a dealer has come, or of the stage as a whole. */
export interface ComparisonProgress {
  readonly version: number;
  /** Every day up to this one is compared. */
  readonly doneDay: DayText;
  /** The day behind it is half done: where its lists are read on, and the orders that are still to be asked about. */
  readonly place?: ComparisonPlace;
  /** Of the stage: a round over all dealers, as far as it has come; `open` of them are not done. */
  readonly round?: { readonly until: DayText; readonly after: string; readonly open: number };
}

export interface ComparisonPlace {
  readonly isRead: boolean;
  readonly after?: string;
  readonly sample: Sample;
  /** Virtual POS whose bank's list of the day is done; none where it is absent. */
  readonly listed?: readonly string[];
}

/** A difference with its position, after which the next page begins. */
interface ListedDifference {
  readonly position: string;
  readonly difference: Difference;
}

/** Where the nightly comparison keeps its place and what it found. */
export interface Comparisons {
  /** The stage is the owner `-`. Undefined before the first run. Throws StoreUnavailable. */
  progress(owner: string): Promise<ComparisonProgress | undefined>;
  /** Replaces the progress of the version before. False if another run was first. Throws StoreUnavailable. */
  saveProgress(owner: string, progress: ComparisonProgress): Promise<boolean>;
  /** Writes differences, each in place of one of the same order, day and source. Throws StoreUnavailable. */
  report(differences: readonly Difference[]): Promise<void>;
  /**
   * Differences of a day over all dealers, in the order of dealers. Fewer than `limit` means that there are no more.
   * Throws StoreUnavailable.
   */
  ofDay(query: {
    readonly day: DayText;
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly ListedDifference[]>;
}

/** A position as `ofDay` gives it. */
export const DIFFERENCE_POSITION = /^[A-Za-z0-9._-]{1,32}#(?:bank|settlement)#[A-Za-z0-9_-]{1,32}#[A-Za-z0-9-]{1,64}$/;
