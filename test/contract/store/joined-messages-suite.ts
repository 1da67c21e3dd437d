import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { afterHandOver, afterReport, type Message } from '../../../shared/domain/message/message.ts';
import type { MessageCap } from '../../../shared/domain/message/message-caps.ts';
import type { Delivery } from '../../../shared/domain/outbox/delivery.ts';
import { beginTry, endTry, newJoinedDelivery } from '../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { newPaymentName } from '../../support/payment/stored-payments.ts';
import { writtenEvent } from '../../support/store/outbox-scene.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const EMAIL = { kind: 'email', round: 1 } as const;

/** The e-mail that a link's event makes leave, and the lease of its first try. */
const emailOf = (event: OutboxEvent): { readonly message: Message; readonly begun: Delivery } => {
  const { payment = '', occurredAtMs: nowMs } = event;
  const begun = beginTry(newJoinedDelivery(event, EMAIL, nowMs), nowMs)?.delivery ?? expect.unreachable();
  return {
    begun: { ...begun, holdsMessage: true },
    message: {
      payment,
      channel: 'email',
      kind: 'link',
      round: 1,
      state: 'queued',
      version: 1,
      to: 'elif@example.com',
      handOvers: 1,
      queuedAtMs: nowMs,
    },
  };
};

/** The contract of messages that stand in the rows of their events, on one engine (rules 38, 43 and 50). */
export const joinedMessagesSuite = (world: () => StoreWorld): void => {
  describe('messages that stand in the rows of their events', () => {
    test('one is written with the lease of its try and with its end, and found by its name and its payment', async () => {
      const { direct } = world();
      const [outbox, messages] = [dynamoOutbox(direct), dynamoMessages(direct)];
      const event = await writtenEvent(world());
      const { message, begun } = emailOf(event);
      const leases = await Promise.all([1, 2, 3].map(() => outbox.writeDelivery(begun, message)));
      expect(leases.filter(Boolean)).toHaveLength(1);
      expect(await messages.find(message)).toEqual({ ...message, joined: true });
      expect(await messages.find({ ...message, channel: 'sms' })).toBeUndefined();
      expect(await messages.find({ ...message, round: 2 })).toBeUndefined();
      const sent = afterHandOver(message, { kind: 'accepted', messageId: 'M' }, event.occurredAtMs);
      const done = endTry(begun, { kind: 'done', detail: 'handed over' }, event.occurredAtMs);
      expect(await outbox.writeDelivery(done, sent)).toBe(true);
      expect(await messages.ofPayment(message.payment)).toEqual([{ ...sent, joined: true }]);
      expect(await messages.ofPayment(message.payment, ['receipt'])).toEqual([]);
      const toTell = await outbox.findToTell({ eventId: event.eventId, channel: 'email:1' });
      expect([toTell.delivery, toTell.message, toTell.event()]).toEqual([done, { ...sent, joined: true }, event]);
      // What payers were sent is kept with their payments.
      expect(await direct.get(keys.event(event.eventId))).not.toHaveProperty('expiresAt');
    });

    test('a report that overtakes the end of the try stands: the end is written beside it', async () => {
      const { direct } = world();
      const [outbox, messages] = [dynamoOutbox(direct), dynamoMessages(direct)];
      const event = await writtenEvent(world());
      const { message, begun } = emailOf(event);
      expect(await outbox.writeDelivery(begun, message)).toBe(true);
      const found = (await messages.find(message)) ?? expect.unreachable();
      const report = { providerId: 'M', outcome: { kind: 'delivered' }, atMs: event.occurredAtMs + 5 } as const;
      const delivered = afterReport(found, report) ?? expect.unreachable();
      expect([await messages.replace(delivered), await messages.replace(delivered)]).toEqual([true, false]);
      const sent = afterHandOver(message, { kind: 'accepted', messageId: 'M' }, event.occurredAtMs);
      const done = endTry(begun, { kind: 'done', detail: 'handed over' }, event.occurredAtMs);
      expect(await outbox.writeDelivery(done, sent)).toBe(false);
      expect(await outbox.writeDelivery(done)).toBe(true);
      expect(await messages.find(message)).toEqual(delivered);
      expect(await outbox.findDelivery({ eventId: event.eventId, channel: 'email:1' })).toEqual(done);
      expect(await direct.get(keys.event(event.eventId))).not.toHaveProperty('expiresAt');
    });

    test.each([
      ['by itself', false],
      ['with the audit entry of a command', true],
    ])('a receipt that is asked for %s is one row with its event, or none', async (_how, hasEntry) => {
      const { direct, proxy, store } = world();
      const messages = dynamoMessages(store, { joins: true });
      const payment = newPaymentName();
      const nowMs = Date.UTC(2026, 10, 22, 9);
      const to = `${payment}@example.com`;
      const message: Message = {
        payment,
        channel: 'email',
        kind: 'receipt',
        round: 1,
        state: 'queued',
        version: 1,
        to,
        handOvers: 0,
        queuedAtMs: nowMs,
      };
      const event: OutboxEvent = {
        eventId: `${payment}-receipt-1`,
        type: 'receipt.asked',
        dealerCode: 'D',
        payment,
        occurredAtMs: nowMs,
        listingShards: 1,
        facts: { receipt: { round: 1, language: 'en' } },
      };
      const commandId = randomUUID();
      const entry = { commandId, command: 'desk-receipt', atMs: nowMs, changed: [], inputFingerprint: 'F', result: {} };
      const beside = hasEntry ? { event, entry } : { event };
      const capOf = (most: number): readonly MessageCap[] => [
        { owner: 'recipient', windowStartMs: nowMs, windowMs: 3_600_000, adds: 1, most },
      ];
      expect(await messages.begin(message, 'D', capOf(0), beside)).toEqual({ kind: 'too-many', owner: 'recipient' });
      expect(await dynamoOutbox(direct).findEvent(event.eventId)).toBeUndefined();
      proxy.reset();
      expect(await messages.begin(message, 'D', capOf(1), beside)).toEqual({ kind: 'begun' });
      expect(proxy.count('TransactWriteItems')).toBe(hasEntry ? 1 : 0);
      const stored: Message = { ...message, joined: true };
      expect(await messages.begin(message, 'D', capOf(1), beside)).toEqual({ kind: 'known', message: stored });
      expect(await messages.begin(message, 'D', capOf(2), beside)).toEqual({ kind: 'known', message: stored });
      // The second beginning was counted in vain, and taken back: there is room for one more.
      expect(await messages.count(message, 'D', capOf(2))).toBeUndefined();
      expect(await messages.count(message, 'D', capOf(2))).toBe('recipient');
      expect([await messages.find(message), await messages.ofPayment(payment)]).toEqual([stored, [stored]]);
      expect(await dynamoOutbox(direct).findStored(event.eventId)).toEqual({
        event,
        isQueued: true,
        isSeparate: false,
      });
      expect((await dynamoOperatorChanges(direct).findCommand(commandId)) !== undefined).toBe(hasEntry);
      // A stage that writes rows of their own meanwhile neither replaces it nor writes a second one of its round.
      const separate = dynamoMessages(store);
      expect(await separate.begin({ ...message, to: 'b@example.com' }, 'D', [], { event })).toMatchObject({
        kind: 'known',
      });
      expect(await separate.ofPayment(payment)).toEqual([stored]);
      const handedOver: Message = { ...message, joined: true, version: 2, handOvers: 1 };
      expect(await messages.replace(handedOver)).toBe(true);
      expect(await messages.find(message)).toEqual(handedOver);
      // Told by a row of its own, as a stage does that joins none, it is kept too: what payers were sent is kept with their payments.
      const outbox = dynamoOutbox(direct);
      expect(await outbox.separate(event.eventId)).toBe(true);
      await outbox.endFanOut(event, nowMs);
      expect(await outbox.findStored(event.eventId)).toMatchObject({ isQueued: false });
      expect(await direct.get(keys.event(event.eventId))).not.toHaveProperty('expiresAt');
      expect(await messages.find(message)).toEqual(handedOver);
    });
  });
};
