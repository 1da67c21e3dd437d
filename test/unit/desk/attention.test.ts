import { describe, expect, test } from 'vitest';
import { dynamoDeskLinks } from '../../../shared/adapters/dynamodb/link/desk-links.ts';
import { deliveryItem } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { dynamoDeskDeliveries } from '../../../shared/adapters/dynamodb/outbox/desk-deliveries.ts';
import { dynamoPaymentLists } from '../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import { dynamoWebhookEndpoints, endpointItem } from '../../../shared/adapters/dynamodb/webhook/webhook-endpoints.ts';
import { attentionOf } from '../../../shared/desk/figures/attention.ts';
import { DAY_MS } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { newDelivery } from '../../../shared/domain/outbox/delivery-moves.ts';
import { linkCreated } from '../../../shared/domain/outbox/event-of-link.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { reversalOf } from '../../support/payment/steps.ts';
import { itemsOfDamaged, itemsOfDirect, itemsOfLink, itemsOfSteps } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { putRows } from '../../support/store/store.ts';

/** Noon of 28 November 2026 in Istanbul. */
const NOW_MS = Date.UTC(2026, 10, 28, 9);
const HOUR_MS = 3_600_000;
const DEALER = 'D-ATTENTION';
const asked = { dealerCode: DEALER, listingShards: 1 };

const sceneWith = async (rows: Parameters<typeof putRows>[1]) => {
  const store = new MemoryTable();
  await putRows(store, rows);
  return {
    links: dynamoDeskLinks(store),
    paymentLists: dynamoPaymentLists(store),
    deliveries: dynamoDeskDeliveries(store),
    endpoints: dynamoWebhookEndpoints(store),
    clock: new FakeClock(NOW_MS),
  };
};

/** A paid payment with a refund that the bank refused some days ago. */
const failedRefund = (daysAgo: number, dealerCode = DEALER) => {
  const startedAtMs = NOW_MS - daysAgo * DAY_MS;
  const { pendingCard: _none, ...attempt } = directAttemptWith(
    dealerCode,
    { startedAtMs, state: 'approved', reportedOutcome: 'paid', lastStep: 1 },
    { splits: [] },
  );
  const refund = reversalOf(attempt, {
    kind: 'refund',
    state: 'refused',
    amount: minor(100),
    startedAtMs,
    refundRequestId: 1,
  });
  return { attempt, rows: [...itemsOfDirect(attempt), ...itemsOfSteps([refund], attempt.pos.gateway)] };
};

const linkOf = (changes: Parameters<typeof linkWith>[0] = {}, dealerCode = DEALER) =>
  linkWith({ dealerCode, createdAtMs: NOW_MS - HOUR_MS, expiresAtMs: NOW_MS + 20 * HOUR_MS, ...changes });

const deadOf = (dealerCode = DEALER, createdAtMs = NOW_MS - HOUR_MS) => {
  const event = linkCreated(linkOf({ createdAtMs }, dealerCode)) ?? expect.unreachable();
  return deliveryItem({ ...newDelivery(event, { kind: 'sms', round: 1 }, createdAtMs), state: 'dead' });
};

const endpointOf = (endpointId: string, changes: object) =>
  endpointItem({
    dealerCode: DEALER,
    endpointId,
    version: 1,
    url: 'https://hooks.example/',
    eventTypes: 'all events',
    enabled: true,
    secrets: [],
    ...changes,
  });

describe('What needs somebody', () => {
  test('are refunds that failed this week, dead deliveries, endpoints that fail and links that end tomorrow', async () => {
    const { attempt, rows } = failedRefund(6);
    const link = linkOf();
    const scene = await sceneWith([
      ...rows,
      ...failedRefund(8).rows,
      ...itemsOfLink(link),
      ...itemsOfLink(linkOf({ expiresAtMs: NOW_MS + 100 * HOUR_MS })),
      ...itemsOfLink(linkOf({ state: 'cancelled' })),
      deadOf(),
      deadOf(DEALER, NOW_MS - 6 * DAY_MS),
      endpointOf('fails', { failingSinceMs: NOW_MS - HOUR_MS }),
      endpointOf('off', { enabled: false, failingSinceMs: NOW_MS - HOUR_MS }),
      endpointOf('gone', { enabled: false, goneAtMs: NOW_MS - HOUR_MS }),
      endpointOf('works', {}),
    ]);
    const found = await attentionOf(scene, asked);
    expect(found.failedReturns.items.map(({ payment }) => payment.paymentId)).toEqual([attempt.paymentId]);
    expect(found.expiring.map(({ userPosPaymentId }) => userPosPaymentId)).toEqual([link.userPosPaymentId]);
    expect(found.open).toEqual([{ currency: 'TL', count: 2, sum: 5500 }]);
    expect(found.dead.items).toHaveLength(1);
    expect(found.failingEndpoints.map(({ endpointId }) => endpointId)).toEqual(['fails', 'gone']);
    expect([found.areLinksWhole, found.failedReturns.isWhole, found.dead.isWhole]).toEqual([true, true, true]);
  });

  test('are no things of another dealer (rule 55)', async () => {
    const scene = await sceneWith([
      ...failedRefund(1, 'D-OTHER').rows,
      ...itemsOfLink(linkOf({}, 'D-OTHER')),
      deadOf('D-OTHER'),
    ]);
    expect(await attentionOf(scene, asked)).toEqual({
      open: [],
      areLinksWhole: true,
      expiring: [],
      failedReturns: { items: [], isWhole: true },
      dead: { items: [], isWhole: true },
      failingEndpoints: [],
    });
  });

  test('a payment that cannot be read hides nothing else, and is told to be missing', async () => {
    const { attempt } = failedRefund(1);
    const refund = reversalOf(attempt, { kind: 'refund', state: 'refused', amount: minor(100), refundRequestId: 1 });
    const scene = await sceneWith([
      ...itemsOfDamaged(attempt, { state: 'no state' }),
      ...itemsOfSteps([refund], attempt.pos.gateway),
      ...itemsOfLink(linkOf()),
    ]);
    const found = await attentionOf(scene, asked);
    expect(found.failedReturns).toEqual({ items: [], isWhole: false });
    expect(found.expiring).toHaveLength(1);
  });

  test('links beyond the newest 500 are told to be missing', async () => {
    const rows = Array.from({ length: 501 }, (_, index) => itemsOfLink(linkOf({ createdAtMs: NOW_MS - index * 1000 })));
    const found = await attentionOf(await sceneWith(rows.flat()), asked);
    expect(found.open).toEqual([{ currency: 'TL', count: 500, sum: 500 * 2750 }]);
    expect(found.areLinksWhole).toBe(false);
  });
});
