import { eventOfMessage } from '../../../domain/message/joined-message.ts';
import { type Message, type MessageKind, messageKinds } from '../../../domain/message/message.ts';
import { BUDGET_SHARDS, type CapOwner, type MessageCap } from '../../../domain/message/message-caps.ts';
import { MOST_RECEIPTS } from '../../../domain/message/receipt.ts';
import type { PaymentName } from '../../../domain/payment/payment-name.ts';
import type { BeginOutcome, BesideMessage, Messages } from '../../../ports/messages.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Row, type Write } from '../engine/writes.ts';
import { type Key, keys, recipientDigest } from '../keys.ts';
import { auditWrites } from '../operator/audit-item.ts';
import { eventItem } from '../outbox/event-item.ts';
import { MESSAGE_PREFIX, paymentKeys, paymentPartition } from '../payment/payment-keys.ts';
import { joinedAttributes, joinedAtVersion, messageItem, readJoinedMessage, readMessage } from './message-item.ts';

/** Counters outlive their window by a day; nothing depends on when they go. */
const KEPT_MS = 86_400_000;
/** More messages than a link can have: every round of both channels. */
const MAX_MESSAGES = 200;
/** Rounds of the messages that may stand in rows of events: of links and reminders the first, of receipts all. */
const ROUNDS = Array.from({ length: MOST_RECEIPTS }, (_, before) => before + 1);

/** Names of payments are random from their first character on. */
const budgetShard = ({ payment }: Message): string =>
  String((payment.charCodeAt(0) + payment.charCodeAt(1)) % BUDGET_SHARDS);

const counterKey = (cap: MessageCap, message: Message, dealerCode: string): Key => {
  const { channel, to } = message;
  const window = String(cap.windowStartMs);
  switch (cap.owner) {
    case 'recipient':
      // A digest, so that a list of counters is no list of phones.
      return keys.messageCounter(`${channel}-to`, recipientDigest(to), `${cap.windowMs}#${window}`);
    case 'dealer':
      return keys.messageCounter(`${channel}-of`, dealerCode, window);
    case 'stage':
      return keys.messageCounter('sms-money', budgetShard(message), window);
  }
};

const COUNT = { '#count': 'count' };

/** Counts a message in one counter. Lone, it costs half of a transaction. */
const countIn = (cap: MessageCap, message: Message, dealerCode: string): Write => ({
  update: counterKey(cap, message, dealerCode),
  set: {
    expression: 'SET #count = if_not_exists(#count, :zero) + :adds, #expiresAt = :expiresAt',
    names: { ...COUNT, '#expiresAt': 'expiresAt' },
    values: {
      ':zero': 0,
      ':adds': cap.adds,
      ':expiresAt': Math.ceil((cap.windowStartMs + cap.windowMs + KEPT_MS) / 1000),
    },
  },
  onlyIf: {
    // A first message that is above the whole cap is refused by the caller: a condition cannot do arithmetic.
    expression: 'attribute_not_exists(#count) OR #count <= :room',
    values: { ':room': cap.most - cap.adds },
  },
  isCount: true,
});

const takenBackFrom = (cap: MessageCap, message: Message, dealerCode: string): Write => ({
  update: counterKey(cap, message, dealerCode),
  set: { expression: 'SET #count = #count - :adds', names: COUNT, values: { ':adds': cap.adds } },
  onlyIf: { expression: 'attribute_exists(pk)' },
});

interface Counting {
  readonly message: Message;
  readonly dealerCode: string;
  readonly caps: readonly MessageCap[];
}

/** One transaction even of one counter: what is taken back twice would count less than there was. */
const takeBack = async (table: Table, { message, dealerCode, caps }: Counting): Promise<void> => {
  if (caps.length > 0) await table.transact(caps.map((cap) => takenBackFrom(cap, message, dealerCode)));
};

const count = async (table: Table, counting: Counting): Promise<CapOwner | undefined> => {
  const { message, dealerCode, caps } = counting;
  const full = caps.find(({ adds, most }) => adds > most);
  if (full !== undefined) return full.owner;
  const outcomes = await Promise.all(caps.map((cap) => table.transact([countIn(cap, message, dealerCode)])));
  const refused = caps.find((_cap, index) => outcomes[index]?.applied !== true);
  if (refused === undefined) return undefined;
  await takeBack(table, { ...counting, caps: caps.filter((_cap, index) => outcomes[index]?.applied === true) });
  return refused.owner;
};

interface Begun extends Counting {
  readonly beside: BesideMessage;
  readonly joins: boolean;
}

/** The writes of a new message. The first one has the row that it may be known from. */
const newWrites = ({ message, beside: { event, entry }, joins }: Begun): readonly Write[] => {
  const audit = entry === undefined ? [] : auditWrites(entry);
  if (event !== undefined && joins && eventOfMessage(message) === event.eventId)
    return [{ put: { ...eventItem(event), ...joinedAttributes(message) }, onlyIf: ABSENT }, ...audit];
  // Another wish may have taken the round, with its message in the row of the event.
  const told = event === undefined ? [] : [{ put: eventItem(event), onlyIf: ABSENT }];
  return [{ put: messageItem(message), onlyIf: ABSENT }, ...told, ...audit];
};

const readAny = (row: Row | undefined): Message | undefined =>
  row?.entity === 'event' ? readJoinedMessage(row) : readMessage(row);

/** What a counter without room may hide: the message was begun before, and took the last room itself. */
const begunBefore = async (
  table: Table,
  { message, beside: { event, entry } }: Begun,
): Promise<Message | undefined> => {
  const [own, told, command] = await Promise.all([
    table.get(paymentKeys.message(message)),
    event === undefined ? undefined : table.get(keys.event(event.eventId)),
    entry === undefined ? undefined : table.get(keys.command(entry.commandId)),
  ]);
  const known = own ?? told;
  if (known !== undefined) return readAny(known) ?? message;
  return command === undefined ? undefined : message;
};

const begin = async (table: Table, begun: Begun): Promise<BeginOutcome> => {
  const { message } = begun;
  const full = await count(table, begun);
  if (full !== undefined) {
    const before = await begunBefore(table, begun);
    return before === undefined ? { kind: 'too-many', owner: full } : { kind: 'known', message: before };
  }
  const outcome = await table.transact(newWrites(begun));
  if (outcome.applied) return { kind: 'begun' };
  await takeBack(table, begun);
  const [known] = outcome.writes;
  return { kind: 'known', message: (known?.conditionFailed === true ? readAny(known.item) : undefined) ?? message };
};

/** Where a message stands among those of its payment, or would in a row of its own. */
const placeOf = (message: Message): string => paymentKeys.message(message).sk;

/** Events in whose rows messages of a payment may stand. */
const eventsWithMessages = (payment: PaymentName, kinds: readonly MessageKind[]): readonly string[] =>
  kinds
    .flatMap((kind) => ROUNDS.map((round) => eventOfMessage({ payment, channel: 'email', kind, round })))
    .filter((eventId) => eventId !== undefined);

const replaced = (message: Message): Write => {
  if (message.joined !== true) return { put: messageItem(message), onlyIf: atVersion(message.version - 1) };
  const { messageVersion, message: moved } = joinedAttributes(message);
  return {
    update: keys.event(eventOfMessage(message) ?? ''),
    set: {
      expression: 'SET #messageVersion = :messageVersion, #message = :message',
      names: { '#messageVersion': 'messageVersion', '#message': 'message' },
      values: { ':messageVersion': messageVersion, ':message': moved },
    },
    onlyIf: joinedAtVersion(message.version - 1),
    isLone: true,
  };
};

export interface MessagesOptions {
  /** Whether a message that is asked for with its event stands in the row of that event (rule 50). */
  readonly joins?: boolean;
}

export const dynamoMessages = (table: Table, { joins = false }: MessagesOptions = {}): Messages => ({
  count: (message, dealerCode, caps) => count(table, { message, dealerCode, caps }),

  begin: (message, dealerCode, caps, beside = {}) => begin(table, { message, dealerCode, caps, beside, joins }),

  keepUnsent: async (message) => {
    await table.transact([{ put: messageItem(message), onlyIf: ABSENT }]);
  },

  replace: async (message) => (await table.transact([replaced(message)])).applied,

  find: async (name) => {
    const eventId = eventOfMessage(name);
    const [own, event] = await Promise.all([
      table.get(paymentKeys.message(name)),
      eventId === undefined ? undefined : table.get(keys.event(eventId)),
    ]);
    if (own !== undefined) return readMessage(own);
    const joined = event === undefined ? undefined : readJoinedMessage(event);
    return joined?.channel === name.channel ? joined : undefined;
  },

  ofPayment: async (payment, kinds = messageKinds) => {
    const [rows, ...events] = await Promise.all([
      table.query({ pk: paymentPartition(payment), skPrefix: MESSAGE_PREFIX, limit: MAX_MESSAGES }),
      ...eventsWithMessages(payment, kinds).map((eventId) => table.get(keys.event(eventId))),
    ]);
    const joined = events.flatMap((row) => (row === undefined ? [] : (readJoinedMessage(row) ?? [])));
    const own = rows.map(readMessage).filter(({ kind }) => kinds.includes(kind));
    return [...own, ...joined].toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  },
});
