import type { BinRecord } from '../domain/card/bin-record.ts';
import type { Difference } from '../domain/comparison/difference.ts';
import type { Customer } from '../domain/customer/customer.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import type { DealerLooks } from '../domain/dealer/dealer-looks.ts';
import type { StageRecord } from '../domain/dealer/stage.ts';
import type { SubDealer } from '../domain/dealer/sub-dealer.ts';
import type { Definition } from '../domain/link/definition.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { MessageChannel } from '../domain/message/message.ts';
import type { DealerMessaging } from '../domain/message/messaging-settings.ts';
import type { Delivery } from '../domain/outbox/delivery.ts';
import type { OutboxEvent } from '../domain/outbox/event.ts';
import type { StepMove } from '../domain/payment/charge-of-attempt.ts';
import type { LostOrder, LostOrdersOfPos } from '../domain/payment/lost-order.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';
import type { OpenSale } from '../domain/sale/sale.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';
import type { WebhookEndpoint } from '../domain/webhook/endpoint.ts';
import type { ClosedDay, DayOf } from './bank-ledger.ts';
import type { StoredCredential } from './dealers.ts';
import type { ShopRecord } from './demo-shop.ts';
import type { DeskChange } from './desk-users.ts';
import type { NewPaymentRequest } from './payment-requests.ts';
import type { ReusableLinkChange } from './reusable-links.ts';
import type { SaleChange } from './sales.ts';
import type { ServiceAccount } from './service-accounts.ts';

/** Who at the desk did it. An operator's command names nobody. */
export interface AuditUser {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** The audit entry of a command of an operator or of the desk, kept for ever: the dealer, the changed fields, the answer. No secrets. */
export interface AuditEntry {
  readonly commandId: string;
  readonly command: string;
  /** Absent if the change concerns every dealer. */
  readonly dealerCode?: string;
  readonly atMs: number;
  /** Names of the fields that changed. */
  readonly changed: readonly string[];
  /** Digest of the input without its secrets. It tells a repeat from another command with the same id. */
  readonly inputFingerprint: string;
  readonly result: Readonly<Record<string, unknown>>;
  readonly by?: AuditUser;
  /** Of the desk: the values of what changed, before and after; of a step, the state of the payment before and what was asked for. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** A dealer's API users as one versioned set: `version` is 0 before the first. */
export interface UserChange {
  readonly dealerCode: string;
  readonly version: number;
  readonly issue?: StoredCredential;
  readonly revoke?: readonly StoredCredential[];
}

/**
 * One change. `record.version` is the new version: the store accepts it only if the version before it is stored, or,
 * for version 1, if nothing is stored under the record's identifiers.
 */
export type Change =
  | { readonly kind: 'stage'; readonly record: StageRecord }
  /** A dealer, and what payers see of it; its own version guards both. */
  | { readonly kind: 'dealer'; readonly record: Dealer; readonly looks?: DealerLooks }
  | { readonly kind: 'users'; readonly record: UserChange }
  /** The account of a part of the service, with the credential that it is for and the one before it. */
  | { readonly kind: 'service-account'; readonly record: ServiceAccount; readonly users: UserChange }
  | { readonly kind: 'sub-dealer'; readonly record: SubDealer }
  | { readonly kind: 'virtual-pos'; readonly record: VirtualPos }
  /** An endpoint, with its dealer where what is wanted of the dealer's events may have changed. */
  | { readonly kind: 'webhook'; readonly record: WebhookEndpoint; readonly dealer?: Dealer }
  /** An event that an operator wants told, whoever else does. */
  | { readonly kind: 'event'; readonly record: OutboxEvent }
  /** Removes an endpoint that still has its version. */
  | { readonly kind: 'remove-webhook'; readonly record: WebhookEndpoint; readonly dealer: Dealer }
  /** A definition, and its dealer where it now wants other events. */
  | { readonly kind: 'definition'; readonly record: Definition; readonly dealer?: Dealer }
  /** Settings for messages, and the dealer where it now wants other events. */
  | {
      readonly kind: 'messaging';
      readonly dealerCode: string;
      readonly record: DealerMessaging;
      readonly dealer?: Dealer;
    }
  | { readonly kind: 'opt-out'; readonly record: OptOutChange }
  /** Deliveries that are not there yet: further rounds of a link's messages. */
  | { readonly kind: 'resend'; readonly record: readonly Delivery[] }
  /** A customer, with the number of shards of its dealer's lists. */
  | { readonly kind: 'customer'; readonly record: Customer; readonly listingShards: number }
  /** A sale with what the change makes of its planned step. `before` is the stored sale; absent of a new one. */
  | { readonly kind: 'sale'; readonly record: SaleChange; readonly before?: OpenSale }
  /** A new link. A code, id or customer that was taken meanwhile is a conflict. */
  | { readonly kind: 'link'; readonly record: NewPaymentRequest }
  /** A new reusable link. A code or id that was taken meanwhile is a conflict. */
  | { readonly kind: 'reusable-link'; readonly record: ReusableLink }
  /** A reusable link in its next version. Places that payers took meanwhile are a conflict. */
  | { readonly kind: 'reusable-link-change'; readonly record: ReusableLinkChange }
  /** Cancels a link that is open, still has this version and has no active attempt (rule 15). */
  | { readonly kind: 'cancel-link'; readonly record: LinkAt }
  /** Deliveries as they begin anew, each in place of the version before. */
  | { readonly kind: 'deliveries'; readonly record: { readonly deliveries: readonly Delivery[] } }
  /** Too long for one transaction: a crash leaves a first part of it, and a repeat completes it. */
  | { readonly kind: 'bins'; readonly record: BinImport }
  /** Removes entries of the BIN directory, in the same way. */
  | { readonly kind: 'remove-bins'; readonly record: { readonly bins: readonly string[] } }
  /** The dealer of the demo shop, with the credential that the shop calls with; in sandbox stages only. */
  | { readonly kind: 'shop'; readonly record: ShopRecord; readonly users: UserChange }
  /** The end of the embedded bank's day, in sandbox stages only, with the refunds that it brings forward. */
  | {
      readonly kind: 'bank-day';
      readonly record: ClosedDay & { readonly of: DayOf };
      readonly refunds: readonly StepMove[];
    }
  /**
   * The start of a run that encrypts stored cards anew. It writes the audit entry alone; each card is written later by
   * itself.
   */
  | { readonly kind: 'reencryption'; readonly record: { readonly keyName: string } }
  /** Differences of a settlement file, each in place of an earlier one of the same order and day. */
  | { readonly kind: 'differences'; readonly record: readonly Difference[] }
  /** Orders of the time that a restored table lacks, with how far their virtual POS is (rule 47). */
  | { readonly kind: 'lost-orders'; readonly record: LostOrderChange }
  /** Users, memberships and sessions of the desk. */
  | { readonly kind: 'desk'; readonly record: DeskChange }
  /** A run that makes statements: the entry alone. What it makes is written step by step. */
  | { readonly kind: 'statements' };

interface LostOrderChange {
  readonly orders: readonly LostOrder[];
  readonly ofPos?: LostOrdersOfPos;
  /** The stage in its next version, with an import: none comes behind a resumption that did not see it. */
  readonly stage?: StageRecord;
}

export interface OptOutChange {
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly optedOut: boolean;
  readonly atMs: number;
}

/** Entries of the BIN directory, each BIN once. They replace what is stored. */
interface BinImport {
  readonly bins: readonly BinRecord[];
}

interface LinkAt {
  readonly link: PaymentRequest;
  readonly nowMs: number;
}

export type ApplyOutcome =
  | { readonly kind: 'applied' }
  /** A command with this id was applied before; nothing was written. */
  | { readonly kind: 'command-known'; readonly entry: AuditEntry }
  /** The record has changed since it was read; nothing was written. */
  | { readonly kind: 'conflict' };

export interface OperatorChanges {
  /**
   * Writes a change and its audit entry in one transaction, all or nothing. The entries of a long BIN import are
   * written before, in transactions of their own. Throws StoreUnavailable.
   */
  apply(change: Change, entry: AuditEntry): Promise<ApplyOutcome>;
  /** The entry of a command that was applied; undefined when none was. Throws StoreUnavailable. */
  findCommand(commandId: string): Promise<AuditEntry | undefined>;
}
