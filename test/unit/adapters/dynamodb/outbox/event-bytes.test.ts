import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keys } from '../../../../../shared/adapters/dynamodb/keys.ts';
import { dynamoMessages } from '../../../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOutbox } from '../../../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { approve } from '../../../../../shared/domain/attempt/transitions.ts';
import { afterHandOver, afterReport, type Message } from '../../../../../shared/domain/message/message.ts';
import type { DeliveryChannel } from '../../../../../shared/domain/outbox/delivery.ts';
import { beginTry, endTry, newJoinedDelivery } from '../../../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../../../../../shared/domain/outbox/event.ts';
import { linkCreated } from '../../../../../shared/domain/outbox/event-of-link.ts';
import { eventOfAttempt, receiptAsked } from '../../../../../shared/domain/outbox/event-of-payment.ts';
import { addressOf } from '../../../../../shared/domain/payment/payment-name.ts';
import { linkWith } from '../../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../../support/payment/attempts.ts';
import { newPaymentName } from '../../../../support/payment/stored-payments.ts';
import { itemBytes, UNIT_BYTES } from '../../../../support/store/item-bytes.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
/** Names of usual length: a dealer's GUID as code, and a payment's name. */
const link = linkWith({
  payment: newPaymentName(),
  otherTrxCode: randomUUID(),
  dealerCode: '100123',
  createdAtMs: NOW,
});
const SERVICE_ID = '010f0193c1b2a3d4-5e6f7a8b-9c0d-1e2f-3a4b-5c6d7e8f9a0b-000000';
const MAILBOX = 'ayse.yilmazoglu@muhasebe.example.com.tr';

const approvedOf = (): OutboxEvent => {
  const { pendingCard: _none, ...attempt } = linkAttemptWith(link, { state: 'charging' });
  const ending = { nowMs: NOW, resultReference: addressOf(link.payment, 'x'.repeat(22)) };
  const change = approve(attempt, { code: '000', authCode: '123456' }, ending) ?? expect.unreachable();
  return eventOfAttempt(change, change.link) ?? expect.unreachable();
};

/** The row of an event after the whole life of its delivery, and of its message where it has one. */
const bytesOf = async (event: OutboxEvent, channel: DeliveryChannel, of?: Pick<Message, 'channel' | 'kind'>) => {
  const table = new MemoryTable();
  const outbox = dynamoOutbox(table);
  await outbox.addEvent(event);
  const begun = beginTry(newJoinedDelivery(event, channel, NOW), NOW)?.delivery ?? expect.unreachable();
  const held = of === undefined ? begun : { ...begun, holdsMessage: true as const };
  const message: Message | undefined = of && {
    ...{ payment: event.payment ?? '', ...of, round: 1, state: 'queued', version: 1 },
    ...{ to: MAILBOX, handOvers: 1, queuedAtMs: NOW },
  };
  expect(await outbox.writeDelivery(held, message)).toBe(true);
  const detail = of === undefined ? 'HTTP 200' : 'handed over';
  const sent = message && afterHandOver(message, { kind: 'accepted', messageId: SERVICE_ID }, NOW);
  expect(await outbox.writeDelivery(endTry(held, { kind: 'done', detail }, NOW), sent)).toBe(true);
  if (sent !== undefined) {
    const report = { providerId: SERVICE_ID, outcome: { kind: 'delivered' }, atMs: NOW } as const;
    const delivered = afterReport({ ...sent, joined: true }, report) ?? expect.unreachable();
    expect(await dynamoMessages(table).replace(delivered)).toBe(true);
  }
  return itemBytes({ ...(await table.get(keys.event(event.eventId))), writeId: 'x'.repeat(12) });
};

describe('The row of a usual event stays within one write unit, whatever joined it (shared/docs/data.md, write units)', () => {
  const direct = directAttemptWith('100123');
  const ending = { nowMs: NOW, resultReference: addressOf(direct.payment, 'x'.repeat(22)) };
  const paid = approve({ ...direct, state: 'charging' }, { code: '000', authCode: '123456' }, ending);
  const webhook: DeliveryChannel = { kind: 'webhook', endpointId: 'online-shop' };
  const created = linkCreated(link) ?? expect.unreachable();

  test.each<readonly [string, OutboxEvent, DeliveryChannel, Pick<Message, 'channel' | 'kind'> | undefined]>([
    ['a new link, by webhook', created, webhook, undefined],
    ['a paid link, by webhook', approvedOf(), webhook, undefined],
    ['a paid link, by notice', approvedOf(), { kind: 'notice' }, undefined],
    [
      'a direct payment, by webhook',
      eventOfAttempt(paid ?? expect.unreachable(), undefined) ?? created,
      webhook,
      undefined,
    ],
    ['a new link, by e-mail', created, { kind: 'email', round: 1 }, { channel: 'email', kind: 'link' }],
    [
      'a receipt that a payer asked for',
      receiptAsked(linkAttemptWith(link), { round: 1, language: 'tr' }, NOW),
      { kind: 'receipt', to: 'payer', round: 1 },
      { channel: 'email', kind: 'receipt' },
    ],
  ])('%s', async (_what, event, channel, of) => {
    expect(await bytesOf(event, channel, of)).toBeLessThanOrEqual(UNIT_BYTES);
  });
});
