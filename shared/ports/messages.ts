import type { Message, MessageChannel, MessageKind, MessageName } from '../domain/message/message.ts';
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
  | { readonly kind: 'too-many'; readonly owner: CapOwner }
  /** Another worker has begun it meanwhile; it may be counted once more. */
  | { readonly kind: 'taken' };

/** What is written with a new message: the event that makes it leave, and the audit entry of the command that asked for it (rule 54). */
export interface BesideMessage {
  readonly event?: OutboxEvent;
  readonly entry?: AuditEntry;
}

/** Messages about payments, each a row of its payment or in that of its event. Every method throws StoreUnavailable and UnreadableRow. */
export interface Messages {
  /**
   * Counts a message in every counter, and answers whose counter has no room: then it is counted in none. A crash or a lost answer
   * may leave it counted once more, never once less.
   */
  count(message: Message, dealerCode: string, caps: readonly MessageCap[]): Promise<CapOwner | undefined>;
  /**
   * Counts a new message, then writes it with what is given beside it. What was not written is not counted. One that was begun
   * before is known even where a counter has no room: it may have taken the last itself.
   */
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
  /** Every message of a payment, or those of some kinds: by channel, kind and round. */
  ofPayment(payment: PaymentName, kinds?: readonly MessageKind[]): Promise<readonly Message[]>;
}

/** The messages that a sender writes in one try. */
export type MessagesOfTry = Pick<Messages, 'begin' | 'keepUnsent' | 'replace' | 'find'>;

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
