import type { Customer } from '../domain/customer/customer.ts';
import type { Sale } from '../domain/customer/sale.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import type { StageRecord } from '../domain/dealer/stage.ts';
import type { SubDealer } from '../domain/dealer/sub-dealer.ts';
import type { Definition } from '../domain/link/definition.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';
import type { ClosedDay, DayOf } from './bank-ledger.ts';
import type { BinRecord } from './bin-directory.ts';
import type { StoredCredential } from './dealers.ts';

/** What is kept of an operator's command for ever: who is concerned, what changed, what was answered. No secrets. */
export interface AuditEntry {
  readonly commandId: string;
  readonly command: string;
  /** Absent where the change concerns every dealer. */
  readonly dealerCode?: string;
  readonly atMs: number;
  /** Names of the fields that changed. */
  readonly changed: readonly string[];
  /** Digest of the input without its secrets, by which another command with the same id is told from a repeat. */
  readonly inputFingerprint: string;
  readonly result: Readonly<Record<string, unknown>>;
}

/** A dealer's API users as one versioned set: `version` is 0 before the first. */
export interface UserChange {
  readonly dealerCode: string;
  readonly version: number;
  readonly issue?: StoredCredential;
  readonly revoke?: readonly StoredCredential[];
}

/**
 * One change. `record.version` is the new version: the store takes it only when the version before it is the stored
 * one, or, for version 1, when nothing is stored under the record's identifiers.
 */
export type Change =
  | { readonly kind: 'stage'; readonly record: StageRecord }
  | { readonly kind: 'dealer'; readonly record: Dealer }
  | { readonly kind: 'users'; readonly record: UserChange }
  | { readonly kind: 'sub-dealer'; readonly record: SubDealer }
  | { readonly kind: 'virtual-pos'; readonly record: VirtualPos }
  | { readonly kind: 'definition'; readonly record: Definition }
  | { readonly kind: 'customer'; readonly record: Customer }
  | { readonly kind: 'sale'; readonly record: Sale }
  /** Cancels a link that is open, has this version at this moment and its slot free (rule 15). */
  | { readonly kind: 'cancel-link'; readonly record: LinkAt }
  /** More than one transaction holds: a crash leaves the first part of it, and a repeat completes it. */
  | { readonly kind: 'bins'; readonly record: BinImport }
  /** The embedded bank's day ends; a sandbox stage alone has it. */
  | { readonly kind: 'bank-day'; readonly record: ClosedDay & { readonly of: DayOf } }
  /** A run that encrypts stored cards anew: the entry alone, since each card is a write of its own. */
  | { readonly kind: 'reencryption'; readonly record: { readonly keyName: string } };

/** Entries of the BIN directory, each BIN once; they take the place of what is there. */
interface BinImport {
  readonly bins: readonly BinRecord[];
}

export interface LinkAt {
  readonly token: string;
  readonly version: number;
  readonly nowMs: number;
}

export type ApplyOutcome =
  | { readonly kind: 'applied' }
  /** A command with this id was applied before; nothing was written. */
  | { readonly kind: 'command-known'; readonly entry: AuditEntry }
  /** The record is not what the change was made from; nothing was written. */
  | { readonly kind: 'conflict' };

export interface OperatorChanges {
  /**
   * Writes a change and its audit entry in one transaction, all or nothing; the entries of a long BIN import before it,
   * in transactions of their own. Throws StoreUnavailable.
   */
  apply(change: Change, entry: AuditEntry): Promise<ApplyOutcome>;
  /** The entry of a command that was applied; undefined when none was. Throws StoreUnavailable. */
  findCommand(commandId: string): Promise<AuditEntry | undefined>;
}
