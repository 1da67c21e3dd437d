import type { Attempt } from '../domain/attempt/attempt.ts';
import type { MinorUnits } from '../domain/money/money.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { Step } from '../domain/payment/step.ts';
import type { AtMoment, EntriesRead } from '../domain/payment-list/list-cut.ts';
import type { ListPeriod } from '../domain/payment-list/list-period.ts';
import type { PaymentPart, SubDealerEntry } from '../domain/payment-list/sub-dealer-entry.ts';

/** An attempt or step that began at a moment. `part`: the gross part of the sub-dealer whose list was read. */
export interface ListEntry extends AtMoment, PaymentPart {
  readonly part?: MinorUnits;
}

/** Whose list is read, and what of it. */
export interface ListQuery {
  readonly dealerCode: string;
  /** How many shards the dealer's lists have. */
  readonly listingShards: number;
  /** The list of one of its sub-dealers alone, which follows the table within a minute. */
  readonly subDealerId?: number | undefined;
  readonly period: ListPeriod;
  /** Attempts alone, or steps as well. */
  readonly of: 'attempts' | 'attempts-and-steps';
  /** Most entries to read, where few are shown; absent: 5,000. */
  readonly most?: number;
}

/** An attempt as a list reads it: of its payment, the attempt itself and all its steps that may be shown. */
interface ListedAttempt extends AtMoment {
  readonly payment: Payment;
  readonly attempt: Attempt;
}

/** An entry with what it is about. An entry without `step` is about the attempt. */
export interface ListedTransaction extends ListedAttempt {
  readonly step?: Step;
  readonly part?: MinorUnits;
}

/**
 * Payments of a dealer over a period. Entries follow the table with a short delay; what they name is read strongly.
 * Attempts that do not decide their payment, and their steps, are left out. Every method throws StoreUnavailable, and
 * both readers UnreadableRow.
 */
export interface PaymentLists {
  /** Entries of a period, the newest first, at most 5,000 or as many as the query says. One trip. */
  entries(query: ListQuery): Promise<EntriesRead<ListEntry>>;
  /** The payments of entries that name attempts, in their order. Two trips for 500. */
  payments(entries: readonly ListEntry[]): Promise<readonly ListedAttempt[]>;
  /** What entries name, in their order; each payment with nothing but that. Two trips for 500. */
  transactions(entries: readonly ListEntry[]): Promise<readonly ListedTransaction[]>;
}

/** Rows of the lists of sub-dealers. */
export interface SubDealerLists {
  /** Adds entries; one that is there stays as it is. Throws StoreUnavailable. */
  add(entries: readonly SubDealerEntry[]): Promise<void>;
}
