import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../../../shared/adapters/dynamodb/message/opt-outs.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import type { Message } from '../../../shared/domain/message/message.ts';
import type { MessageCap } from '../../../shared/domain/message/message-caps.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { newPaymentName } from '../../support/payment/stored-payments.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const HOUR = { windowStartMs: NOW, windowMs: 3_600_000 };
let lastRecipient = 5_550_000_000;

const newMessage = (changes: Partial<Message> = {}): Message => {
  lastRecipient += 1;
  return {
    payment: newPaymentName(),
    channel: 'sms',
    round: 1,
    kind: 'link',
    state: 'queued',
    version: 1,
    to: String(lastRecipient),
    handOvers: 1,
    queuedAtMs: NOW,
    ...changes,
  };
};

/** The contract of Messages and OptOuts (rule 43), on one engine. */
export const messagesSuite = (world: () => StoreWorld): void => {
  describe('messages', () => {
    const caps = (most: number): readonly MessageCap[] => [{ owner: 'recipient', ...HOUR, adds: 1, most }];

    test('a message is counted, then begun once, without a transaction; a second beginning finds it and counts nothing', async () => {
      const { store, proxy } = world();
      const messages = dynamoMessages(store);
      const message = newMessage();
      expect(await messages.begin(message, 'D', caps(2))).toEqual({ kind: 'begun' });
      expect([proxy.count('UpdateItem'), proxy.count('PutItem'), proxy.count()]).toEqual([1, 1, 2]);
      expect(await messages.begin({ ...message, version: 5 }, 'D', caps(2))).toEqual({ kind: 'known', message });
      const other = newMessage({ to: message.to });
      expect(await messages.begin(other, 'D', caps(2))).toEqual({ kind: 'begun' });
      expect(await messages.begin(newMessage({ to: message.to }), 'D', caps(2))).toEqual({
        kind: 'too-many',
        owner: 'recipient',
      });
    });

    test('a message that was begun is known where its own call filled the counter: its second call needs no room', async () => {
      const messages = dynamoMessages(world().store);
      const message = newMessage();
      expect(await messages.begin(message, 'D', caps(1))).toEqual({ kind: 'begun' });
      expect(await messages.begin(message, 'D', caps(1))).toEqual({ kind: 'known', message });
      expect(await messages.begin(message, 'D', caps(0))).toEqual({ kind: 'known', message });
    });

    test('what one counter refuses is counted in no other, and is not written', async () => {
      const messages = dynamoMessages(world().store);
      const message = newMessage();
      const dealerCode = `D${message.to}`;
      const both = (ofDealer: number): readonly MessageCap[] => [
        ...caps(1),
        { owner: 'dealer', ...HOUR, adds: 1, most: ofDealer },
        { owner: 'stage', ...HOUR, adds: 0, most: 0 },
      ];
      expect(await messages.begin(message, dealerCode, both(0))).toEqual({ kind: 'too-many', owner: 'dealer' });
      expect(await messages.find(message)).toBeUndefined();
      expect(await messages.begin(message, dealerCode, both(1))).toEqual({ kind: 'begun' });
      expect(await messages.find(message)).toEqual(message);
      // The dealer's counter is full by now; that of another recipient is not.
      const next = newMessage();
      expect(await messages.begin(next, dealerCode, both(1))).toEqual({ kind: 'too-many', owner: 'dealer' });
      expect(await messages.begin(next, dealerCode, both(2))).toEqual({ kind: 'begun' });
    });

    test('of many messages to one recipient at the same moment no more than the cap begin', async () => {
      const messages = dynamoMessages(world().store);
      const { to } = newMessage();
      const begun = await Promise.all(
        Array.from({ length: 8 }, () => messages.begin(newMessage({ to }), 'D', caps(5))),
      );
      expect(begun.filter(({ kind }) => kind === 'begun')).toHaveLength(5);
    });

    test('a receipt is begun with the event that makes it leave, or neither is written; each kind has rounds of its own', async () => {
      const [messages, outbox] = [dynamoMessages(world().store), dynamoOutbox(world().direct)];
      const link = newMessage({ channel: 'email' });
      const receipt: Message = { ...link, kind: 'receipt', handOvers: 0 };
      const event: OutboxEvent = {
        eventId: `${link.payment}-receipt-1`,
        type: 'receipt.asked',
        dealerCode: 'D',
        payment: link.payment,
        occurredAtMs: NOW,
        listingShards: 1,
        facts: { receipt: { round: 1, language: 'en' } },
      };
      await messages.keepUnsent(link);
      expect(await messages.begin(receipt, 'D', caps(0), { event })).toEqual({ kind: 'too-many', owner: 'recipient' });
      expect(await outbox.findEvent(event.eventId)).toBeUndefined();
      expect(await messages.begin(receipt, 'D', caps(1), { event })).toEqual({ kind: 'begun' });
      expect(await outbox.findEvent(event.eventId)).toEqual(event);
      expect([await messages.find(receipt), await messages.find(link)]).toEqual([receipt, link]);
    });

    test('a message of a command is begun once with its audit entry, whatever its round (rule 54)', async () => {
      const messages = dynamoMessages(world().store);
      const commandId = randomUUID();
      const entry = { commandId, command: 'desk-receipt', atMs: NOW, changed: [], inputFingerprint: 'F', result: {} };
      const first: Message = { ...newMessage({ channel: 'email' }), kind: 'receipt', handOvers: 0 };
      const second: Message = { ...first, round: 2 };
      expect(await messages.begin(first, 'D', caps(2), { entry })).toEqual({ kind: 'begun' });
      expect(await dynamoOperatorChanges(world().direct).findCommand(commandId)).toEqual(entry);
      expect(await messages.begin(second, 'D', caps(2), { entry })).toEqual({ kind: 'known', message: second });
      expect(await messages.find(second)).toBeUndefined();
      const other = { ...entry, commandId: randomUUID() };
      expect(await messages.begin(second, 'D', caps(1), { entry: other })).toMatchObject({ kind: 'too-many' });
      expect(await dynamoOperatorChanges(world().direct).findCommand(other.commandId)).toBeUndefined();
    });

    test('versions: of two writers of one version the second is refused', async () => {
      const messages = dynamoMessages(world().store);
      const message = newMessage();
      await messages.keepUnsent(message);
      await messages.keepUnsent({ ...message, reason: 'later' });
      expect(await messages.replace({ ...message, version: 2, state: 'sent', sentAtMs: NOW })).toBe(true);
      expect(await messages.replace({ ...message, version: 2, state: 'failed' })).toBe(false);
      await messages.keepUnsent({ ...message, channel: 'email', round: 2 });
      const found = await messages.ofPayment(message.payment);
      expect(found.map(({ channel, round, state }) => [channel, round, state])).toEqual([
        ['email', 2, 'queued'],
        ['sms', 1, 'sent'],
      ]);
    });

    test('an opt-out holds on its channel, and is added once', async () => {
      const optOuts = dynamoOptOuts(world().store);
      const { to } = newMessage();
      expect(await optOuts.find('sms', to)).toBeUndefined();
      await optOuts.add('sms', to, { atMs: NOW, reason: 'provider' });
      await optOuts.add('sms', to, { atMs: NOW + 1, reason: 'complaint' });
      expect([await optOuts.find('sms', to), await optOuts.find('email', to)]).toEqual(['provider', undefined]);
      const mailbox = `Elif-${to}@Example.com`;
      await optOuts.add('email', mailbox, { atMs: NOW, reason: 'bounce' });
      expect(await optOuts.find('email', mailbox.toLowerCase())).toBe('bounce');
    });
  });
};
