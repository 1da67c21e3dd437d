import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deliver } from '../../../functions/outbox/deliver/deliver.ts';
import { handOverBegun, handOverNew } from '../../../functions/outbox/deliver/hand-over.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { laneTagOf } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { dynamoDeliveryLanes } from '../../../shared/adapters/dynamodb/outbox/delivery-lanes.ts';
import { dynamoOutbox, dynamoOutboxQueue } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { dynamoUsedUpLinks } from '../../../shared/adapters/dynamodb/reusable-link/used-up-links.ts';
import { messageOfEvent } from '../../../shared/domain/message/joined-message.ts';
import { afterReport, type Message } from '../../../shared/domain/message/message.ts';
import { capsOf } from '../../../shared/domain/message/message-caps.ts';
import { DEFAULT_MESSAGING } from '../../../shared/domain/message/messaging-settings.ts';
import type { DeliveryChannel } from '../../../shared/domain/outbox/delivery.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { fanOut } from '../../../shared/outbox/fan-out.ts';
import type { ChannelSender } from '../../../shared/ports/channel-sender.ts';
import type { DeliveryRef } from '../../../shared/ports/outbox.ts';
import { total } from '../../bench/figures.ts';
import { answeredCalls, writeUnitsOf } from '../../bench/tap.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { newPaymentName } from '../../support/payment/stored-payments.ts';
import { engineProblem, useStoreWorld } from '../../support/store/store-world.ts';

const STAGE = { email: { from: 'a@example.com' }, recipients: 'any recipient' } as const;
const WEBHOOK: DeliveryChannel = { kind: 'webhook', endpointId: 'shop' };
const EMAIL: DeliveryChannel = { kind: 'email', round: 1 };
const RECEIPT: DeliveryChannel = { kind: 'receipt', to: 'payer', round: 1 };

const problem = await engineProblem('dynoxide');

describe.skipIf(problem !== undefined)('Write units of what is told (shared/docs/data.md, write units)', () => {
  const world = useStoreWorld('dynoxide', { countsCapacity: true });

  const scene = (joins: boolean) => {
    const { store, proxy } = world();
    const [clock, outbox, messages] = [new FakeClock(), dynamoOutbox(store), dynamoMessages(store, { joins })];
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const eventOf = (type: OutboxEvent['type'], name: string): OutboxEvent => {
      const payment = newPaymentName();
      const facts = type === 'receipt.asked' ? { receipt: { round: 1, language: 'tr' as const } } : {};
      // Each dealer has lanes of its own.
      const dealerCode = `D${randomUUID().slice(0, 8)}`;
      return {
        eventId: `${payment}-${name}`,
        type,
        dealerCode,
        payment,
        occurredAtMs: clock.now(),
        listingShards: 1,
        facts,
      };
    };
    const messageOf = (event: OutboxEvent, channel: DeliveryChannel, handOvers: number): Message => ({
      ...(messageOfEvent(event, channel) ?? expect.unreachable()),
      state: 'queued',
      version: 1,
      to: `${event.payment}@example.com`,
      handOvers,
      queuedAtMs: clock.now(),
    });
    const program: ChannelSender = { send: async () => ({ kind: 'done', detail: 'HTTP 200' }) };
    const person: ChannelSender = {
      send: async (event, { channel }, { nowMs }, ofTry = messages) => {
        const known = await ofTry.find(messageOfEvent(event, channel) ?? expect.unreachable());
        const message = known ?? messageOf(event, channel, 1);
        const call = async () => ({ kind: 'accepted', messageId: 'M-1' }) as const;
        const draft = { message, dealerCode: event.dealerCode, settings: DEFAULT_MESSAGING, nowMs, call };
        const optOuts = { find: async () => undefined, add: async () => undefined };
        const deps = { messages: ofTry, optOuts, stage: STAGE, metrics: { budgetUsedUp: () => undefined } };
        return known === undefined ? handOverNew(draft, deps) : handOverBegun(draft, known, deps);
      },
    };
    const serve = deliver({
      outbox,
      messages,
      clock,
      log,
      queue: dynamoOutboxQueue(store),
      lanes: dynamoDeliveryLanes(store),
      senders: { webhook: program, email: person, receipt: person },
      randomness: { token: randomUUID },
      metrics: { delivered: () => undefined },
    });
    /** Fans an event out and delivers it, as the stream and its workers do. */
    const tell = async (event: OutboxEvent, channel: DeliveryChannel): Promise<void> => {
      const starts: { lane: string; deliveries: readonly DeliveryRef[] }[] = [];
      const workers = {
        start: async (lane: string, deliveries: readonly DeliveryRef[]) => void starts.push({ lane, deliveries }),
      };
      const directories = [{ channelsFor: async () => [channel] }];
      const eventsBehind = dynamoUsedUpLinks(store);
      await fanOut({ outbox, directories, eventsBehind, workers, joinsDeliveries: joins, laneTagOf, clock, log })([
        event.eventId,
      ]);
      for (const start of starts) await serve(start, clock.now() + 60_000);
      const delivery = await outbox.findDelivery({
        eventId: event.eventId,
        channel: starts[0]?.deliveries[0]?.channel ?? '',
      });
      expect([delivery?.state, delivery?.joined]).toEqual(['done', joins ? true : undefined]);
    };
    const report = async (event: OutboxEvent, channel: DeliveryChannel): Promise<void> => {
      const message = (await messages.find(messageOf(event, channel, 0))) ?? expect.unreachable();
      const told = { providerId: 'M-1', outcome: { kind: 'delivered' }, atMs: clock.now() } as const;
      expect(await messages.replace(afterReport(message, told) ?? expect.unreachable())).toBe(true);
    };
    /** What an action writes. */
    const unitsOf = async (act: () => Promise<unknown>): Promise<number> => {
      answeredCalls(proxy);
      await act();
      return total(
        answeredCalls(proxy)
          .flatMap(writeUnitsOf)
          .map(([, units]) => units),
      );
    };
    return { outbox, messages, clock, eventOf, messageOf, tell, report, unitsOf };
  };

  // The event itself takes 3 in the transaction that makes it true: 9 in all for a webhook that joins it.
  test.each([
    [true, 6],
    [false, 11],
  ])('a webhook, joined %s: %i beside its event', async (joins, units) => {
    const { outbox, eventOf, tell, unitsOf } = scene(joins);
    const event = eventOf('link.paid', 'link-paid');
    await outbox.addEvent(event);
    expect(await unitsOf(() => tell(event, WEBHOOK))).toBe(units);
  });

  test.each([
    [true, 9],
    [false, 16],
  ])('an e-mail of a link with its report, joined %s: %i beside its event', async (joins, units) => {
    const { outbox, eventOf, tell, report, unitsOf } = scene(joins);
    const event = eventOf('link.created', 'link-created');
    await outbox.addEvent(event);
    const act = async () => {
      await tell(event, EMAIL);
      await report(event, EMAIL);
    };
    expect(await unitsOf(act)).toBe(units);
  });

  test.each([
    [true, 11],
    [false, 21],
  ])('a receipt that a payer asks for, joined %s: %i in all', async (joins, units) => {
    const { messages, clock, eventOf, messageOf, tell, report, unitsOf } = scene(joins);
    const event = eventOf('receipt.asked', 'receipt-1');
    const message = messageOf(event, RECEIPT, 0);
    const settings = { stage: STAGE, dealer: DEFAULT_MESSAGING };
    const act = async () => {
      const caps = capsOf({ ...message, segments: 0, nowMs: clock.now(), ...settings });
      expect(await messages.begin(message, event.dealerCode, caps, { event })).toEqual({ kind: 'begun' });
      await tell(event, RECEIPT);
      await report(event, RECEIPT);
    };
    expect(await unitsOf(act)).toBe(units);
  });
});
