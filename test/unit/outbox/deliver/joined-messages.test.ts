import { describe, expect, test } from 'vitest';
import { handOverNew } from '../../../../functions/outbox/deliver/hand-over.ts';
import { tryDelivery } from '../../../../functions/outbox/deliver/try-delivery.ts';
import { dynamoMessages } from '../../../../shared/adapters/dynamodb/message/messages.ts';
import { eventItem } from '../../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { dynamoOutbox } from '../../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { afterReport } from '../../../../shared/domain/message/message.ts';
import { DEFAULT_MESSAGING } from '../../../../shared/domain/message/messaging-settings.ts';
import { DELIVERY_LEASE_MS, newJoinedDelivery } from '../../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../../../../shared/domain/outbox/event.ts';
import type { ChannelSender } from '../../../../shared/ports/channel-sender.ts';
import type { MessageAnswer } from '../../../../shared/ports/message-provider.ts';
import { UnreadableRow } from '../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const PAYMENT = 'a'.repeat(26);
const REF = { eventId: `${PAYMENT}-link-created`, channel: 'email:1', joins: true } as const;
const NAME = { payment: PAYMENT, channel: 'email', kind: 'link', round: 1 } as const;
const ACCEPTED: MessageAnswer = { kind: 'accepted', messageId: 'M-1' };

/** A new link whose one e-mail joins its event, and a provider that answers in turn. */
const scene = async (...answers: readonly (MessageAnswer | (() => Promise<MessageAnswer>))[]) => {
  const [table, clock] = [new MemoryTable(), new FakeClock()];
  const [outbox, messages] = [dynamoOutbox(table), dynamoMessages(table)];
  const event: OutboxEvent = {
    eventId: REF.eventId,
    type: 'link.created',
    dealerCode: 'D1',
    payment: PAYMENT,
    occurredAtMs: clock.now(),
    listingShards: 1,
    facts: {},
  };
  await table.transact([{ put: eventItem(event) }]);
  const writes: string[] = [];
  table.watch = (before) => void writes.push(String(before.entity));
  let [calls, settings] = [0, DEFAULT_MESSAGING];
  const send: ChannelSender['send'] = (_event, _delivery, { nowMs }, ofTry) => {
    const own = ofTry ?? expect.unreachable('it does not join');
    const message = {
      ...NAME,
      state: 'queued',
      version: 1,
      to: 'e@example.com',
      handOvers: 1,
      queuedAtMs: nowMs,
    } as const;
    const call = async (): Promise<MessageAnswer> => {
      const answer = answers[calls] ?? expect.unreachable('a call too many');
      calls += 1;
      return typeof answer === 'function' ? answer() : answer;
    };
    const optOuts = { find: async () => undefined, add: async () => undefined };
    const deps = {
      optOuts,
      stage: { recipients: 'any recipient' },
      metrics: { budgetUsedUp: () => undefined },
    } as const;
    return handOverNew({ message, dealerCode: 'D1', settings, nowMs, call }, { ...deps, messages: own });
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = { outbox, messages, clock, log };
  return {
    table,
    clock,
    outbox,
    messages,
    writes,
    calls: () => calls,
    withCap: (emailsADay: number) => {
      settings = { ...settings, emailsADay };
    },
    counted: () => table.rows().find(({ pk }) => String(pk).startsWith('COUNT#email-of#D1'))?.count,
    tryOne: (sender: ChannelSender['send'] = send) =>
      tryDelivery(REF, { ...deps, senders: { email: { send: sender } } }),
    send,
    row: () => table.get({ pk: `OUTBOX#${REF.eventId}`, sk: 'EVENT' }),
    found: async () => ({ delivery: await outbox.findDelivery(REF), message: await messages.find(NAME) }),
  };
};

describe('A message that stands in the row of its event (rules 38, 43)', () => {
  test('is begun with the lease and ends with the try: two writes of one row, which is kept', async () => {
    const { tryOne, found, writes, row, counted, table } = await scene(ACCEPTED);
    expect(await tryOne()).toMatchObject({ kind: 'tried', state: 'done' });
    expect(writes).toEqual(['event', 'event']);
    expect(await found()).toMatchObject({
      delivery: { state: 'done', tries: 1, joined: true },
      message: { state: 'sent', handOvers: 1, providerId: 'M-1', version: 2, joined: true },
    });
    expect([counted(), (await row())?.expiresAt]).toEqual([1, undefined]);
    expect(table.rows().filter(({ entity }) => entity === 'message')).toEqual([]);
  });

  test('that its provider surely did not take is tried again, and counted once', async () => {
    const { tryOne, found, clock, counted, calls } = await scene({ kind: 'again', detail: 'throttled' }, ACCEPTED);
    expect(await tryOne()).toMatchObject({ state: 'waiting' });
    expect(await found()).toMatchObject({
      delivery: { detail: 'throttled' },
      message: { state: 'queued', handOvers: 0 },
    });
    clock.advance(5000);
    expect(await tryOne()).toMatchObject({ state: 'done' });
    expect([counted(), calls(), (await found()).message?.handOvers]).toEqual([1, 2, 1]);
  });

  test('that twice got no answer is never sent a third time', async () => {
    const unknown = { kind: 'unknown', detail: 'no answer' } as const;
    const { tryOne, found, clock, calls } = await scene(unknown, unknown);
    await tryOne();
    clock.advance(5000);
    await tryOne();
    clock.advance(3_600_000);
    await tryOne();
    expect([calls(), (await found()).message?.state]).toEqual([2, 'unknown']);
  });

  test('whose worker died with its lease is sent once more, and no third time', async () => {
    const never = () => Promise.withResolvers<MessageAnswer>().promise;
    const { tryOne, found, clock, calls } = await scene(never, never);
    for (const times of [1, 2]) {
      void tryOne();
      await expect.poll(calls).toBe(times);
      expect(await found()).toMatchObject({ delivery: { underWay: true }, message: { handOvers: times } });
      expect(await tryOne()).toEqual({ kind: 'left-alone' });
      clock.advance(DELIVERY_LEASE_MS);
    }
    expect(await tryOne()).toMatchObject({ kind: 'tried', state: 'dead' });
    expect(calls()).toBe(2);
  });

  test('that a cap refuses is recorded with its reason, leased by nobody and sent to nobody', async () => {
    const { tryOne, found, withCap, calls, writes, counted } = await scene();
    withCap(0);
    expect(await tryOne()).toMatchObject({ state: 'refused' });
    expect(await found()).toMatchObject({
      delivery: { state: 'refused', detail: 'too-many-of-dealer', version: 2 },
      message: { state: 'failed', reason: 'too-many-of-dealer', handOvers: 0 },
    });
    expect([calls(), writes, counted()]).toEqual([0, ['event'], undefined]);
  });

  test('that another worker begins in between is left to it: nothing is sent twice', async () => {
    const { tryOne, send, found, calls } = await scene(ACCEPTED, ACCEPTED);
    const late: ChannelSender['send'] = async (...given) => {
      expect(await tryOne()).toMatchObject({ state: 'done' });
      return send(...given);
    };
    expect(await tryOne(late)).toEqual({ kind: 'left-alone' });
    expect([calls(), (await found()).delivery?.version]).toEqual([1, 3]);
  });

  test('whose sender fails before its lease went out to nobody: that try counts, and no sending', async () => {
    const { tryOne, found } = await scene();
    expect(await tryOne(() => Promise.reject(new Error('store')))).toMatchObject({ state: 'waiting' });
    const { delivery, message } = await found();
    expect(delivery).toMatchObject({ tries: 1, detail: 'unexpected failure', version: 2 });
    expect([delivery?.unheard, message]).toEqual([undefined, undefined]);
  });

  test('that never came about leaves a row like any other: the table may delete it', async () => {
    const { tryOne, found, row } = await scene();
    expect(await tryOne(async () => ({ kind: 'never', detail: 'the link is paid' }))).toMatchObject({
      state: 'refused',
    });
    const { delivery, message } = await found();
    expect([delivery?.holdsMessage, message]).toEqual([undefined, undefined]);
    expect((await row())?.expiresAt).toEqual(expect.any(Number));
  });

  test('whose event cannot be read costs a try, so that it ends dead and is found', async () => {
    const { table, outbox, row, tryOne, clock } = await scene();
    const event = (await outbox.findEvent(REF.eventId)) ?? expect.unreachable();
    expect(await outbox.addDelivery(newJoinedDelivery(event, { kind: 'email', round: 1 }, clock.now()))).toBe(true);
    const unreadable = { ...(await row()), facts: 'of the next release' };
    await table.transact([{ put: { ...unreadable, pk: `OUTBOX#${REF.eventId}`, sk: 'EVENT' } }]);
    await expect(tryOne()).rejects.toThrow(UnreadableRow);
    expect(await outbox.findDelivery(REF)).toMatchObject({ tries: 1, underWay: true });
    clock.advance(DELIVERY_LEASE_MS);
    await expect(tryOne()).rejects.toThrow(UnreadableRow);
    clock.advance(DELIVERY_LEASE_MS);
    expect(await tryOne()).toMatchObject({ state: 'dead' });
  });

  test('whose report overtakes the end of its try keeps what was reported', async () => {
    const reported = async (): Promise<MessageAnswer> => {
      const message = (await all.messages.find(NAME)) ?? expect.unreachable();
      const report = { providerId: 'M-1', outcome: { kind: 'delivered' }, atMs: all.clock.now() } as const;
      expect(await all.messages.replace(afterReport(message, report) ?? expect.unreachable())).toBe(true);
      return ACCEPTED;
    };
    const all = await scene(reported);
    expect(await all.tryOne()).toMatchObject({ state: 'done' });
    expect(await all.found()).toMatchObject({ delivery: { state: 'done' }, message: { state: 'delivered' } });
  });
});
