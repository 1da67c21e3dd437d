import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { laneTagOf } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { dynamoDeliveryLanes } from '../../../shared/adapters/dynamodb/outbox/delivery-lanes.ts';
import { dynamoDueLinks } from '../../../shared/adapters/dynamodb/outbox/due-links.ts';
import { type EventWriter, NOBODY_TOLD } from '../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { approve, begin } from '../../../shared/domain/attempt/transitions.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { channelId } from '../../../shared/domain/outbox/delivery.ts';
import { beginTry, endTry, newDelivery, newJoinedDelivery } from '../../../shared/domain/outbox/delivery-moves.ts';
import { eventTypes, type OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { linkCreated } from '../../../shared/domain/outbox/event-of-link.ts';
import { expiryDueAtMs } from '../../../shared/domain/outbox/link-due.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { linkAttemptWith } from '../../support/payment/attempts.ts';
import { eventQueuedAt, queuedInLane, SMS, WEBHOOK, wanting, writtenEvent } from '../../support/store/outbox-scene.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const EVERYTHING = eventTypes;

const eventsOf = async ({ direct }: StoreWorld, { payment }: PaymentRequest): Promise<readonly OutboxEvent[]> => {
  const outbox = dynamoOutbox(direct);
  const names = ['created', 'paid', 'failed', 'expired', 'cancelled', 'reminder-due'].map(
    (name) => `${payment}-link-${name}`,
  );
  return (await Promise.all(names.map((name) => outbox.findEvent(name)))).filter((one) => one !== undefined);
};

const typesOf = async (world: StoreWorld, link: PaymentRequest): Promise<readonly OutboxEvent['type'][]> =>
  (await eventsOf(world, link)).map(({ type }) => type);

/** An attempt of a link that waits for the bank. */
const attemptBegun = async ({ direct }: StoreWorld, link: PaymentRequest, events: EventWriter) => {
  const progress = { ...link.progress, attempts: 1 };
  const { pendingCard: _none, ...attempt } = linkAttemptWith(link);
  const attempts = dynamoAttempts(direct, events);
  const counters = { windowStartMs: link.createdAtMs, cardHash: randomUUID(), address: randomUUID() };
  await attempts.begin(begin(attempt, { ...link, progress }, []), counters);
  return { attempt, attempts };
};

const endingOf = ({ payment, createdAtMs }: PaymentRequest) => ({
  nowMs: createdAtMs + 1000,
  resultReference: addressOf(payment, 'x'.repeat(22)),
});

/** The contract of the outbox, on one engine (rules 38 and 42). */
export const outboxSuite = (world: () => StoreWorld): void => {
  describe('the outbox', () => {
    test('an event stands beside what makes it true, frozen, and is read back as it was', async () => {
      const link = linkWith();
      const events = wanting(...EVERYTHING);
      await dynamoPaymentRequests(world().store, events).create({ link });
      expect(world().proxy.count('TransactWriteItems')).toBe(1);
      expect(await eventsOf(world(), link)).toEqual([linkCreated(link)]);
      const { attempt, attempts } = await attemptBegun(world(), link, events);
      const change = approve(attempt, { code: '000', authCode: 'A1' }, endingOf(link));
      expect(change && (await attempts.apply(change))).toBe(true);
      const [, paid] = await eventsOf(world(), link);
      expect(paid).toMatchObject({
        type: 'link.paid',
        facts: { link: { state: 'paid' }, payment: { authCode: 'A1' } },
      });
    });

    test('a transaction that is refused tells nothing', async () => {
      const link = linkWith();
      const events = wanting(...EVERYTHING);
      await dynamoPaymentRequests(world().direct).create({ link });
      await attemptBegun(world(), link, events);
      const result = { resultReference: endingOf(link).resultReference, code: '001', orderId: '', atMs: 1 } as const;
      expect(await dynamoLinkClosing(world().direct, events).close(link, result)).toBe(false);
      expect(await typesOf(world(), link)).toEqual([]);
    });

    test.each([
      ['nobody', NOBODY_TOLD],
      ['somebody, for other events', wanting('payment.captured')],
    ])('what %s wants is not written', async (_who, events) => {
      const link = linkWith();
      await dynamoPaymentRequests(world().direct, events).create({ link });
      expect(await typesOf(world(), link)).toEqual([]);
    });

    test.each([
      ['in a row of its own', newDelivery],
      ['that joins its event', newJoinedDelivery],
    ] as const)(
      'a delivery %s is written once, stands in the queue until its end, and no writer replaces another',
      async (_where, newOne) => {
        const { direct } = world();
        const event = await writtenEvent(world());
        const outbox = dynamoOutbox(direct);
        const nowMs = event.occurredAtMs;
        const delivery = newOne(event, WEBHOOK, nowMs);
        expect(await outbox.addDelivery(delivery)).toBe(true);
        expect(await outbox.addDelivery(delivery)).toBe(false);
        const dueAt = (atMs: number) => queuedInLane(world(), delivery, atMs);
        const ref = { eventId: event.eventId, channel: channelId(WEBHOOK) };
        const entry = expect.objectContaining({ ...ref, lane: laneTagOf(delivery), dueAtMs: nowMs });
        expect(await dueAt(nowMs)).toEqual([entry]);
        const begun = beginTry(delivery, nowMs)?.delivery ?? delivery;
        expect(await outbox.writeDelivery(begun)).toBe(true);
        expect(await outbox.writeDelivery(begun)).toBe(false);
        // The lease stands in the row: its place in the queue stays, so that a dead worker loses nothing.
        expect(await dueAt(nowMs)).toEqual([entry]);
        const again = endTry(begun, { kind: 'again', detail: 'HTTP 500' }, nowMs);
        expect(await outbox.writeDelivery(again)).toBe(true);
        expect([await dueAt(again.dueAtMs - 1), (await dueAt(again.dueAtMs)).length]).toEqual([[], 1]);
        const last = beginTry(again, again.dueAtMs)?.delivery ?? again;
        const done = endTry(last, { kind: 'done', detail: 'HTTP 200' }, again.dueAtMs + 5);
        expect([await outbox.writeDelivery(last), await outbox.writeDelivery(done)]).toEqual([true, true]);
        expect(await dueAt(nowMs + 600_000)).toEqual([]);
        expect(await outbox.findDelivery(ref)).toEqual(done);
        expect(await outbox.findDelivery({ ...ref, channel: 'webhook:e-2' })).toBeUndefined();
        const toTell = await outbox.findToTell(ref);
        expect([toTell.delivery, toTell.event()]).toEqual([done, event]);
        expect(await outbox.deliveriesOf(event.eventId)).toEqual([done]);
      },
    );

    test('deliveries that belong together are written all or none', async () => {
      const event = await writtenEvent(world());
      const outbox = dynamoOutbox(world().direct);
      const [hook, sms] = [WEBHOOK, SMS].map((channel) => newDelivery(event, channel, event.occurredAtMs));
      if (hook === undefined || sms === undefined) throw new Error('no deliveries');
      expect(await outbox.addDeliveries([sms])).toBe(true);
      expect(await outbox.addDeliveries([hook, sms])).toBe(false);
      expect(await outbox.deliveriesOf(event.eventId)).toEqual([sms]);
    });

    test('an event waits five minutes for the stream, can be put off, and leaves the queue when it is fanned out', async () => {
      const { direct } = world();
      const event = await writtenEvent(world());
      const outbox = dynamoOutbox(direct);
      const dueAt = (nowMs: number) => eventQueuedAt(world(), event, nowMs);
      const waits = event.occurredAtMs + 300_000;
      expect(await dueAt(waits - 1)).toEqual([]);
      expect(await dueAt(waits)).toHaveLength(1);
      await outbox.postponeEvent(event.eventId, waits + 1000);
      expect(await dueAt(waits)).toEqual([]);
      await outbox.endFanOut(event, waits);
      await outbox.endFanOut(event, waits);
      await outbox.postponeEvent(event.eventId, waits);
      expect(await dueAt(waits + 1000)).toEqual([]);
      expect(await outbox.findEvent(event.eventId)).toEqual(event);
    });

    test('a lane has one worker, which hears of another, until its lease is over', async () => {
      const lanes = dynamoDeliveryLanes(world().direct);
      const lane = randomUUID().slice(0, 6);
      const time = { nowMs: 1000, untilMs: 2000 };
      expect(await lanes.take(lane, 'one', time)).toBe('taken');
      expect(await lanes.leave(lane, 'one')).toBe('left');
      expect(await lanes.take(lane, 'two', time)).toBe('taken');
      const seen: string[] = [];
      expect(await lanes.take(lane, 'three', time, async () => void seen.push('before asking'))).toBe('busy');
      expect(seen).toEqual(['before asking']);
      expect(await lanes.leave(lane, 'two')).toBe('asked-again');
      expect(await lanes.leave(lane, 'two')).toBe('left');
      expect(await lanes.take(lane, 'four', time)).toBe('taken');
      expect(await lanes.take(lane, 'five', { nowMs: 2001, untilMs: 3000 })).toBe('taken');
      // The worker whose lease ended does not free what another one has.
      expect(await lanes.leave(lane, 'four')).toBe('left');
      expect(await lanes.take(lane, 'six', { nowMs: 2001, untilMs: 3000 })).toBe('busy');
    });

    test('an open link is told as expired once, when nobody can pay it any more; one that was paid is not', async () => {
      const events = wanting('link.expired');
      const [open, paid] = [linkWith(), linkWith()];
      const requests = dynamoPaymentRequests(world().direct, events);
      for (const link of [open, paid]) await requests.create({ link });
      const links = dynamoDueLinks(world().direct, events);
      const dueAt = async (nowMs: number) => {
        const shards = Array.from({ length: links.shards }, (_, shard) => links.due(shard, { nowMs, limit: 1000 }));
        return (await Promise.all(shards)).flat();
      };
      const { attempt, attempts } = await attemptBegun(world(), paid, events);
      const atMs = Math.max(expiryDueAtMs(open), expiryDueAtMs(paid));
      expect(await dueAt(expiryDueAtMs(open) - 1)).not.toContain(open.payment);
      expect(await dueAt(atMs)).toEqual(expect.arrayContaining([open.payment, paid.payment]));
      expect(await links.takeUp(paid.payment, atMs)).toBe('later');
      const change = approve(attempt, {}, endingOf(paid));
      expect(change && (await attempts.apply(change))).toBe(true);
      expect(await links.takeUp(open.payment, atMs)).toBe('told');
      expect(await links.takeUp(paid.payment, atMs)).toBe('nothing');
      expect(await dueAt(atMs + 3_600_000)).not.toEqual(expect.arrayContaining([open.payment]));
      expect(await dueAt(atMs + 3_600_000)).not.toEqual(expect.arrayContaining([paid.payment]));
      expect(await typesOf(world(), open)).toEqual(['link.expired']);
      expect(await typesOf(world(), paid)).toEqual([]);
    });

    test.each([
      ['waits for its expiry then, where somebody wants that', ['link.expired']],
      ['waits for nothing then, where nobody does', []],
    ] as const)('a payer is reminded once, by an event in the same transaction; the link %s', async (_what, types) => {
      const events = wanting(...types);
      const { createdAtMs } = linkWith();
      const remindAtMs = createdAtMs + 600_000;
      const links = dynamoDueLinks(world().direct, events);
      const made = async (): Promise<PaymentRequest> => {
        const link = linkWith({ progress: { ...NO_PROGRESS, remindAtMs } });
        await dynamoPaymentRequests(world().direct, events).create({ link });
        return link;
      };
      const isDue = async ({ payment }: PaymentRequest, nowMs: number): Promise<boolean> => {
        const shards = Array.from({ length: links.shards }, (_, shard) => links.due(shard, { nowMs, limit: 1000 }));
        return (await Promise.all(shards)).flat().includes(payment);
      };
      const [open, paying] = [await made(), await made()];
      expect([await isDue(open, remindAtMs - 1), await isDue(open, remindAtMs)]).toEqual([false, true]);
      expect(await links.takeUp(open.payment, remindAtMs)).toBe('reminded');
      expect(await isDue(open, remindAtMs + 1)).toBe(false);
      expect(await links.takeUp(open.payment, remindAtMs + 1)).toBe('later');
      expect(await typesOf(world(), open)).toEqual(['link.reminder-due']);
      expect(await isDue(open, expiryDueAtMs(open))).toBe(types.length > 0);

      const { attempt, attempts } = await attemptBegun(world(), paying, events);
      expect(await links.takeUp(paying.payment, remindAtMs)).toBe('later');
      const change = approve(attempt, {}, endingOf(paying));
      expect(change && (await attempts.apply(change))).toBe(true);
      expect(await links.takeUp(paying.payment, remindAtMs + 600_000)).toBe('nothing');
      expect(await typesOf(world(), paying)).not.toContain('link.reminder-due');
    });

    test('a link whose expiry nobody wants stands in no queue', async () => {
      const link = linkWith();
      await dynamoPaymentRequests(world().direct, wanting('link.paid')).create({ link });
      const links = dynamoDueLinks(world().direct, NOBODY_TOLD);
      const page = { nowMs: expiryDueAtMs(link), limit: 1000 };
      const due = await Promise.all(Array.from({ length: links.shards }, (_, shard) => links.due(shard, page)));
      expect(due.flat()).not.toContain(link.payment);
    });

    test('two channels of one event are two deliveries', async () => {
      const event = await writtenEvent(world());
      const outbox = dynamoOutbox(world().direct);
      for (const channel of [WEBHOOK, SMS]) await outbox.addDelivery(newDelivery(event, channel, event.occurredAtMs));
      const kinds = (await outbox.deliveriesOf(event.eventId)).map(({ channel }) => channel.kind);
      expect(kinds.toSorted()).toEqual(['sms', 'webhook']);
    });
  });
};
