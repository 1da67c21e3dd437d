import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type SendAgainDependencies,
  sendReceiptAgain,
  sendWebhooksAgain,
} from '../../../../functions/desk/act-at-desk/send-again.ts';
import { showSendAgain } from '../../../../functions/desk/show-desk/send-again.ts';
import { dynamoMessages } from '../../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOperatorChanges } from '../../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { deliveryItem } from '../../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { dynamoOutbox } from '../../../../shared/adapters/dynamodb/outbox/outbox.ts';
import type { DeskRole } from '../../../../shared/domain/desk/roles.ts';
import { DEFAULT_MESSAGING } from '../../../../shared/domain/message/messaging-settings.ts';
import type { Delivery } from '../../../../shared/domain/outbox/delivery.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import { notDoneTexts } from '../../../../shared/pages/desk/payment/not-done-texts.ts';
import { FakePayments } from '../../../fakes/payments.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { deskCallWith, fieldsOfForm, locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const NOW = Date.UTC(2026, 10, 22, 9, 30);
const DAY_MS = 86_400_000;
const PAYER = 'payer@example.com';

const dealer = dealerWith({ dealerCode: 'D1' });
const unpaid = linkWith({ dealerCode: 'D1' });
const link = { ...unpaid, delivery: { ...unpaid.delivery, email: PAYER } };
const charge = linkAttemptWith(link, { state: 'approved', reportedOutcome: 'paid', endedAtMs: NOW });
const result = { resultReference: 'r', code: '', orderId: charge.orderId, atMs: NOW } as const;
const payment: Payment = {
  ...paymentWith(),
  name: link.payment,
  kind: 'link',
  paymentId: link.userPosPaymentId,
  link: { ...link, state: 'paid', progress: { ...link.progress, result } },
  attempts: [charge],
};
const named = { payment, attempt: charge };
const id = String(payment.paymentId);

let table: MemoryTable;
let deps: SendAgainDependencies;
beforeEach(() => {
  table = new MemoryTable();
  deps = {
    outbox: dynamoOutbox(table),
    changes: dynamoOperatorChanges(table),
    messages: dynamoMessages(table),
    dealerMessaging: { of: () => Promise.resolve(DEFAULT_MESSAGING) },
    messaging: { email: { from: 'pay@example.com' }, recipients: 'any recipient' },
    clock: { now: () => NOW },
  };
});

type Posted = Readonly<Record<string, string>>;
const callOf = (posted: Posted, role: DeskRole = 'cashier') => deskCallWith({ dealer, nowMs: NOW, role, posted });
const sendReceipt = (posted: Posted, role?: DeskRole) => sendReceiptAgain({ call: callOf(posted, role), named }, deps);
const sendWebhooks = (posted: Posted, role?: DeskRole) =>
  sendWebhooksAgain({ call: callOf(posted, role), named }, deps);
const open = (
  view: string,
  { role = 'cashier', nowMs = NOW }: { readonly role?: DeskRole; readonly nowMs?: number } = {},
) =>
  showSendAgain({
    ...deps,
    payments: new FakePayments([payment]),
    randomness: { guid: () => randomUUID().toUpperCase() },
  })(deskCallWith({ dealer, nowMs, role }), { id, view });
const { reasons } = notDoneTexts.en;
const ANOTHER = { payment: { ...payment, paymentId: payment.paymentId + 1 }, attempt: charge };
const receipts = async () => (await deps.messages.ofPayment(payment.name)).filter(({ kind }) => kind === 'receipt');

describe('sending the receipt once more (rules 43, 54)', () => {
  test('the page knows the address of the link, and its form sends to the one that is typed', async () => {
    const { markup } = pageOf(await open('receipt'));
    expect(markup).toContain(`value="${PAYER}"`);
    const { once = '' } = fieldsOfForm(markup, `/desk/payments/${id}/receipt`);
    expect(locationOf(await sendReceipt({ once, email: 'other@example.com' }))).toBe(
      `/desk/payments/${id}?done=receipt`,
    );
    expect(await receipts()).toMatchObject([{ to: 'other@example.com', round: 1, state: 'queued' }]);
    expect(await deps.changes.findCommand(once)).toMatchObject({
      command: 'desk-receipt',
      by: { email: 'cashier@people.example' },
      dealerCode: 'D1',
    });
    // The trail is kept for ever, and everybody at the desk reads it.
    expect(JSON.stringify(await deps.changes.findCommand(once))).not.toContain('other@example.com');
  });

  test('the same form twice, one after the other or at once, sends one', async () => {
    const form = { once: randomUUID(), email: PAYER };
    const both = await Promise.all([sendReceipt(form), sendReceipt(form)]);
    expect([...both, await sendReceipt(form)].map(locationOf)).toEqual(
      Array.from({ length: 3 }, () => `/desk/payments/${id}?done=receipt`),
    );
    expect(await receipts()).toHaveLength(1);
  });

  test('a one-time value of another address is refused', async () => {
    const form = { once: randomUUID(), email: PAYER };
    await sendReceipt(form);
    const answer = pageOf(await sendReceipt({ ...form, email: 'other@example.com' }));
    expect(answer.markup).toContain(
      'Nothing changed, and nothing was sent. This form was used for something else before.',
    );
    expect(await receipts()).toHaveLength(1);
  });

  test('the caps of every receipt apply: the third is refused', async () => {
    for (const email of ['a@example.com', 'b@example.com']) await sendReceipt({ once: randomUUID(), email });
    const third = pageOf(await sendReceipt({ once: randomUUID(), email: 'c@example.com' }));
    expect(third.markup).toContain('As many receipts as allowed');
    expect(pageOf(await open('receipt')).markup).toContain('As many receipts as allowed');
    expect(await receipts()).toHaveLength(2);
  });

  test.each([
    ['no-address', 'This is no e-mail address'],
    ['', 'This is no e-mail address'],
  ])('%j is no address', async (email, says) => {
    expect(pageOf(await sendReceipt({ once: randomUUID(), email })).markup).toContain(says);
    expect(await receipts()).toEqual([]);
  });

  test('a day later, without e-mail, without a one-time value, and for a viewer nothing is sent', async () => {
    expect(pageOf(await open('receipt', { nowMs: NOW + DAY_MS })).markup).toContain('older than 24 hours');
    expect(pageOf(await open('receipt', { role: 'viewer' })).statusCode).toBe(403);
    expect(pageOf(await sendReceipt({ once: randomUUID(), email: PAYER }, 'viewer')).statusCode).toBe(403);
    expect(pageOf(await sendReceipt({ email: PAYER })).statusCode).toBe(400);
    deps = { ...deps, messaging: { recipients: 'any recipient' } };
    expect(pageOf(await sendReceipt({ once: randomUUID(), email: PAYER })).markup).toContain('sends no e-mail');
    expect(await receipts()).toEqual([]);
  });
});

describe('a receipt that does not leave', () => {
  test('because its time is over, and one without a one-time value, says so', async () => {
    expect(pageOf(await sendReceipt({ email: PAYER })).markup).toContain(reasons['no-once']);
    deps = { ...deps, clock: { now: () => NOW + DAY_MS } };
    expect(pageOf(await sendReceipt({ once: randomUUID(), email: PAYER })).markup).toContain(reasons['receipt-over']);
    expect(await receipts()).toEqual([]);
  });

  test('leaves no entry; one that leaves is in the trail with its payment', async () => {
    const [refused, once] = [randomUUID(), randomUUID()];
    await sendReceipt({ once: refused, email: 'no-address' });
    await sendReceipt({ once, email: PAYER });
    expect(await deps.changes.findCommand(refused)).toBeUndefined();
    expect(await deps.changes.findCommand(once)).toMatchObject({
      changed: ['messages'],
      result: { dealerCode: 'D1', paymentId: payment.paymentId },
    });
  });
});

describe('sending notifications again (rules 36, 54)', () => {
  const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
    eventId: `${payment.name}-link-paid`,
    dealerCode: 'D1',
    channel: { kind: 'webhook', endpointId: 'shop' },
    state: 'dead',
    version: 3,
    tries: 9,
    createdAtMs: NOW,
    dueAtMs: NOW,
    listingShards: 1,
    endedAtMs: NOW,
    ...changes,
  });
  const put = (...all: readonly Delivery[]) => table.transact(all.map((one) => ({ put: deliveryItem(one) })));
  const stateOf = async (endpointId: string) =>
    (await deps.outbox.deliveriesOf(`${payment.name}-link-paid`)).find(
      ({ channel }) => channel.kind === 'webhook' && channel.endpointId === endpointId,
    )?.state;

  test('what did not arrive is shown and begins anew, once; what arrived is left alone', async () => {
    await put(
      delivery(),
      delivery({ channel: { kind: 'webhook', endpointId: 'erp' }, state: 'refused' }),
      delivery({ channel: { kind: 'webhook', endpointId: 'told' }, state: 'done' }),
    );
    const { markup } = pageOf(await open('webhooks'));
    expect(markup).toContain('webhook:shop');
    expect(markup).toContain('webhook:erp');
    expect(markup).not.toContain('webhook:told');
    const { once = '' } = fieldsOfForm(markup, `/desk/payments/${id}/webhooks`);
    const both = await Promise.all([sendWebhooks({ once }), sendWebhooks({ once })]);
    expect(both.map(locationOf)).toEqual([`/desk/payments/${id}?done=webhooks`, `/desk/payments/${id}?done=webhooks`]);
    expect([await stateOf('shop'), await stateOf('erp'), await stateOf('told')]).toEqual([
      'waiting',
      'waiting',
      'done',
    ]);
    expect(await deps.changes.findCommand(once)).toMatchObject({ command: 'desk-webhooks', dealerCode: 'D1' });
  });

  test('where everything arrived or waits, and for a viewer, nothing is sent', async () => {
    await put(delivery({ state: 'done' }));
    expect(pageOf(await open('webhooks')).markup).toContain('There is nothing to send again');
    expect(pageOf(await sendWebhooks({ once: randomUUID() })).markup).toContain('There is nothing to send again');
    expect(pageOf(await sendWebhooks({ once: randomUUID() }, 'viewer')).statusCode).toBe(403);
    expect(pageOf(await sendWebhooks({})).statusCode).toBe(400);
    expect(await stateOf('shop')).toBe('done');
  });

  test('a delivery of another dealer is none of this payment', async () => {
    await put(delivery({ dealerCode: 'D2' }));
    expect(pageOf(await sendWebhooks({ once: randomUUID() })).markup).toContain('There is nothing to send again');
    expect(await stateOf('shop')).toBe('dead');
  });

  test('the trail says which deliveries begin anew, of which payment', async () => {
    await put(delivery());
    const once = randomUUID();
    await sendWebhooks({ once });
    expect(await deps.changes.findCommand(once)).toMatchObject({
      changed: ['state'],
      result: {
        dealerCode: 'D1',
        paymentId: payment.paymentId,
        redriven: [{ eventId: `${payment.name}-link-paid`, channel: 'webhook:shop' }],
      },
    });
  });

  test('a one-time value of another form or payment, or none, sends nothing and says so', async () => {
    await put(delivery());
    const [ofReceipt, ofAnother] = [randomUUID(), randomUUID()];
    await sendReceipt({ once: ofReceipt, email: PAYER });
    expect(pageOf(await sendWebhooks({ once: ofReceipt })).markup).toContain(reasons['used-once']);
    expect(pageOf(await sendWebhooks({})).markup).toContain(reasons['no-once']);
    expect(await stateOf('shop')).toBe('dead');
    await sendWebhooks({ once: ofAnother });
    const answer = await sendWebhooksAgain({ call: callOf({ once: ofAnother }), named: ANOTHER }, deps);
    expect(pageOf(answer).markup).toContain(reasons['used-once']);
  });

  test('a change in between is told, and a defect is no refusal', async () => {
    await put(delivery());
    const { changes } = deps;
    deps = { ...deps, changes: { ...changes, apply: async () => ({ kind: 'conflict' }) } };
    const { statusCode, markup } = pageOf(await sendWebhooks({ once: randomUUID() }));
    expect(statusCode).toBe(409);
    expect(markup).toContain(reasons.changing);
    deps = { ...deps, changes: { ...changes, apply: () => Promise.reject(new Error('a defect')) } };
    await expect(sendWebhooks({ once: randomUUID() })).rejects.toThrow('a defect');
  });
});
