import type { Message, MessageChannel, MessageName } from '../domain/message/message.ts';
import type { CapOwner, MessageCap } from '../domain/message/message-caps.ts';
import type { OptOutReason } from '../domain/message/opt-out.ts';
import type { OutboxEvent } from '../domain/outbox/event.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import type { AuditEntry } from './operator-changes.ts';

export type BeginOutcome =
  | { readonly kind: 'begun' }
  /** A message of this name, or one of the same command, was begun before; nothing was written or counted. */
  | { readonly kind: 'known'; readonly message: Message }
  /** A counter has no room; nothing was written or counted. */
  | { readonly kind: 'too-many'; readonly owner: CapOwner };

/** What is written with a new message: the event that makes it leave, and the audit entry of the command that asked for it (rule 54). */
export interface BesideMessage {
  readonly event?: OutboxEvent;
  readonly entry?: AuditEntry;
}

/** Messages about payments, each a row of the payment it is about. Every method throws StoreUnavailable and UnreadableRow. */
export interface Messages {
  /** Writes a new message and counts it in every counter, with what is given beside it: all or nothing. */
  begin(
    message: Message,
    dealerCode: string,
    caps: readonly MessageCap[],
    beside?: BesideMessage,
  ): Promise<BeginOutcome>;
  /** Writes a message that never leaves. It counts nowhere; one that was begun before stays as it is. */
  keepUnsent(message: Message): Promise<void>;
  /** Replaces version n by version n + 1. False when another writer was first. */
  replace(message: Message): Promise<boolean>;
  find(name: MessageName): Promise<Message | undefined>;
  /** Every message of a payment, by channel and round. */
  ofPayment(payment: PaymentName): Promise<readonly Message[]>;
}

/** Recipients who get no more messages on a channel. E-mail addresses count without case. Every method throws StoreUnavailable. */
export interface OptOuts {
  /** Why the recipient gets no more messages; undefined for everybody else. Throws UnreadableRow too. */
  find(channel: MessageChannel, recipient: string): Promise<OptOutReason | undefined>;
  /** Adds a recipient; one who is there stays as added first. */
  add(
    channel: MessageChannel,
    recipient: string,
    noted: { readonly atMs: number; readonly reason: OptOutReason },
  ): Promise<void>;
}
