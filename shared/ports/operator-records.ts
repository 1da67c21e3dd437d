import type { BinRecord } from '../domain/card/bin-record.ts';
import type { StageRecord } from '../domain/dealer/stage.ts';
import type { SubDealer } from '../domain/dealer/sub-dealer.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';
import type { StoredCredential } from './dealers.ts';
import type { AuditEntry } from './operator-changes.ts';

/** At most `limit` records, and whether there are more. */
export interface Listed<Record> {
  readonly records: readonly Record[];
  readonly more: boolean;
}

/** What was changed of one dealer, by operators and by its people. */
export interface DealerAudit {
  /**
   * Commands of a month in Istanbul (`YYYYMM`), newest first, read strongly. Commands of before the list began are not in it. Fewer
   * than `limit` means that the month has no more. Throws StoreUnavailable and UnreadableRow.
   */
  auditOfDealer(query: {
    readonly dealerCode: string;
    readonly month: string;
    /** Position of the last entry of the page before. */
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly { readonly position: string; readonly entry: AuditEntry }[]>;
}

/** Records that only operators read in this way. Reads are strongly consistent. */
export interface OperatorRecords {
  /** The settings of the stage; undefined before the first. Throws StoreUnavailable. */
  stage(): Promise<StageRecord | undefined>;
  /** The API users of a dealer, with the version of their set (0 before the first). Throws StoreUnavailable. */
  users(dealerCode: string): Promise<{ readonly version: number; readonly credentials: readonly StoredCredential[] }>;
  /** Undefined when the dealer has no such sub-dealer. Throws StoreUnavailable. */
  subDealer(dealerCode: string, subDealerId: number): Promise<SubDealer | undefined>;
  subDealers(dealerCode: string, limit: number): Promise<Listed<SubDealer>>;
  /** The current version, or the one asked for; undefined when there is none. Throws StoreUnavailable. */
  virtualPos(dealerCode: string, posId: string, version?: number): Promise<VirtualPos | undefined>;
  virtualPosList(dealerCode: string, limit: number): Promise<Listed<VirtualPos>>;
  definitionIds(dealerCode: string, limit: number): Promise<Listed<number>>;
  /** The entry of exactly this BIN; undefined when there is none. Throws StoreUnavailable. */
  bin(bin: string): Promise<BinRecord | undefined>;
  /**
   * Commands that changed something on a day of Istanbul, oldest first. The listing follows the table with a short delay.
   * Fewer than `limit` means that the day has no more. Throws StoreUnavailable.
   */
  auditOfDay(query: {
    readonly day: string;
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly { readonly position: string; readonly entry: AuditEntry }[]>;
  /** Number of shards of the list of all BINs. */
  readonly binShards: number;
  /**
   * A page of a shard of that list, in the order of the BINs, with the position of its last entry. The list may be out
   * of date, the records are not. Fewer than `limit` positions mean that the shard has no more: then `next` is absent.
   * Throws StoreUnavailable.
   */
  binsOfShard(
    shard: number,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<{ readonly bins: readonly BinRecord[]; readonly next?: string }>;
}

/** A position as auditOfDay gives it: time in milliseconds and command id. */
export const AUDIT_POSITION = /^\d{15}#[0-9a-f-]{36}$/;

export interface DayPageQuery {
  readonly dealerCode: string;
  readonly day: string;
  /** How many shards the dealer's lists have. */
  readonly listingShards: number;
  /** Position of the last entry of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Links of a day. */
export interface LinkPageQuery extends DayPageQuery {
  /** The reusable link whose requests are listed; absent: links that the dealer made. */
  readonly madeOf?: Pick<ReusableLink, 'name' | 'listingShards'>;
}

/** A link with its position, after which the next page begins. */
export interface ListedLink {
  readonly link: PaymentRequest;
  readonly position: string;
}

export interface OperatorLinks {
  /** The dealer's link with an id, read strongly; undefined when there is none. Throws StoreUnavailable. */
  findById(dealerCode: string, userPosPaymentId: number): Promise<PaymentRequest | undefined>;
  /**
   * Links that a dealer created on a day of Istanbul, or that payers made of a reusable link, oldest first, over all shards of the listing. The listing
   * follows the table with a short delay. Fewer than `limit` means that the day has no more. Throws StoreUnavailable.
   */
  pageOfDay(query: LinkPageQuery): Promise<readonly ListedLink[]>;
}

/** A position as pageOfDay gives it: time in milliseconds and payment. */
export const LISTING_POSITION = /^\d{15}#[a-z2-7]{26}$/;
