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
  readonly of: 'attempts' | 'steps' | 'attempts-and-steps';
  /**
   * How many of the newest entries are wanted; absent: 5,000. As many are read of each month and kind, so there may be more, and
   * fewer only where the period ends or 5,000 were read.
   */
  readonly most?: number;
}

/** What an attempt tells of its payment by itself. */
export type AttemptAlone = Pick<
  Attempt,
  'state' | 'reportedOutcome' | 'captured' | 'refunded' | 'terms' | 'maskedCard' | 'bank'
>;

/** What a step tells by itself. */
export type StepAlone = Pick<Step, 'kind' | 'state' | 'doneBy' | 'sent'>;

/** Tells of what may be wanted before the rest of it is read. It may say yes of what is not wanted, and never no of what is. */
export interface EarlyFilter {
  readonly attempt?: ((attempt: AttemptAlone) => boolean) | undefined;
  /** Of entries that are steps; nothing is asked about their attempts then. */
  readonly step?: ((step: StepAlone) => boolean) | undefined;
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
  /** Entries of a period, the newest first, at most 5,000. One trip; up to three more where the shards are uneven. */
  entries(query: ListQuery): Promise<EntriesRead<ListEntry>>;
  /**
   * The payments of entries that name attempts, in their order. Two trips for 500, and a third one for later attempts, for
   * calls of mobile payments, for further calls of a shop's, and for steps with shares.
   */
  payments(entries: readonly ListEntry[], early?: EarlyFilter): Promise<readonly ListedAttempt[]>;
  /** What entries name, in their order; each payment with nothing but that. As many trips. */
  transactions(entries: readonly ListEntry[], early?: EarlyFilter): Promise<readonly ListedTransaction[]>;
}

/** Rows of the lists of sub-dealers. */
export interface SubDealerLists {
  /** Adds entries; one that is there stays as it is. Throws StoreUnavailable. */
  add(entries: readonly SubDealerEntry[]): Promise<void>;
}
