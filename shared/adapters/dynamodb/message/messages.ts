import type { Message } from '../../../domain/message/message.ts';
import { BUDGET_SHARDS, type MessageCap } from '../../../domain/message/message-caps.ts';
import type { BeginOutcome, BesideMessage, Messages } from '../../../ports/messages.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Write } from '../engine/writes.ts';
import { type Key, keys, recipientDigest } from '../keys.ts';
import { auditWrites } from '../operator/audit-item.ts';
import { eventItem } from '../outbox/event-item.ts';
import { MESSAGE_PREFIX, paymentKeys, paymentPartition } from '../payment/payment-keys.ts';
import { messageItem, readMessage } from './message-item.ts';

/** Counters outlive their window by a day; nothing depends on when they go. */
const KEPT_MS = 86_400_000;
/** More messages than a link can have: every round of both channels. */
const MAX_MESSAGES = 200;

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

const countIn = (cap: MessageCap, message: Message, dealerCode: string): Write => ({
  update: counterKey(cap, message, dealerCode),
  set: {
    expression: 'SET #count = if_not_exists(#count, :zero) + :adds, #expiresAt = :expiresAt',
    names: { '#count': 'count', '#expiresAt': 'expiresAt' },
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
});

const begin = async (
  table: Table,
  message: Message,
  {
    dealerCode,
    caps,
    beside: { event, entry },
  }: { readonly dealerCode: string; readonly caps: readonly MessageCap[]; readonly beside: BesideMessage },
): Promise<BeginOutcome> => {
  const full = caps.find(({ adds, most }) => adds > most);
  if (full !== undefined) return { kind: 'too-many', owner: full.owner };
  const put = { put: messageItem(message), onlyIf: ABSENT };
  const counts = caps.map((cap) => countIn(cap, message, dealerCode));
  const told = event === undefined ? [] : [{ put: eventItem(event) }];
  const audit = entry === undefined ? [] : auditWrites(entry);
  const outcome = await table.transact([put, ...counts, ...told, ...audit]);
  if (outcome.applied) return { kind: 'begun' };
  const [known, ...rest] = outcome.writes;
  const counters = rest.slice(0, counts.length);
  if (known?.conditionFailed === true) return { kind: 'known', message: readMessage(known.item) };
  if (rest.slice(counts.length).some(({ conditionFailed }) => conditionFailed)) return { kind: 'known', message };
  const refused = caps[counters.findIndex(({ conditionFailed }) => conditionFailed)];
  return { kind: 'too-many', owner: refused?.owner ?? 'stage' };
};

export const dynamoMessages = (table: Table): Messages => ({
  begin: (message, dealerCode, caps, beside = {}) => begin(table, message, { dealerCode, caps, beside }),

  keepUnsent: async (message) => {
    await table.transact([{ put: messageItem(message), onlyIf: ABSENT }]);
  },

  replace: async (message) => {
    const onlyIf = atVersion(message.version - 1);
    return (await table.transact([{ put: messageItem(message), onlyIf }])).applied;
  },

  find: async (name) => {
    const row = await table.get(paymentKeys.message(name));
    return row === undefined ? undefined : readMessage(row);
  },

  ofPayment: async (payment) => {
    const rows = await table.query({ pk: paymentPartition(payment), skPrefix: MESSAGE_PREFIX, limit: MAX_MESSAGES });
    return rows.map(readMessage);
  },
});
