import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { newDelivery } from '../../../shared/domain/outbox/delivery-moves.ts';
import { type EventType, eventTypes, type OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { giveUp, openPage, payWith, throughBank } from '../../support/payment/payer.ts';
import { paymentNames } from '../../support/payment/stored-payments.ts';

/** The event as its row stands once the stream's worker has dealt with it. */
const fannedOut = async ({ store }: BankDealer, payment: string, name: string): Promise<OutboxEvent> => {
  const read = () => store.get(keys.event(`${payment}-${name}`));
  await expect.poll(async () => Object.keys((await read()) ?? {})).toEqual(expect.arrayContaining(['expiresAt']));
  const row = await read();
  expect(row).not.toHaveProperty('duePk');
  return readEvent(row);
};

const wanting = (types: readonly EventType[]) => newBankDealer({ dealer: { wantedEvents: { webhooks: types } } });

describe('What a dealer wants to be told', () => {
  test('stands in the outbox with what makes it true, and the stream fans it out at once', async () => {
    const dealer = await wanting(eventTypes);
    const { dealerCode } = dealer.dealer;
    const { url, codeForHash } = await dealer.newLink({ ...simple, OtherTrxCode: 'told' });
    const { payment, userPosPaymentId } = await dealer.linkAt(url);
    const created = await fannedOut(dealer, payment, 'link-created');
    expect(created).toMatchObject({
      type: 'link.created',
      dealerCode,
      facts: { link: { paymentId: userPosPaymentId, otherTrxCode: 'told', state: 'open', amount: 2750 } },
    });
    await throughBank(await payWith(await openPage(url), 'approved'));
    const paid = await fannedOut(dealer, payment, 'link-paid');
    expect(paid.facts).toMatchObject({
      link: { paymentId: userPosPaymentId, otherTrxCode: 'told', state: 'paid' },
      payment: { amount: 2750, currency: 'TL', maskedCard: '411111******1111', resultCode: '' },
    });
    const told = JSON.stringify([created, paid]);
    for (const secret of [codeForHash, url.split('/').at(-1)]) expect(told).not.toContain(secret);

    await dealer.payDirectly({ OtherTrxCode: 'direct' });
    const direct = paymentNames.nameOf(dealerCode, 'direct');
    expect((await fannedOut(dealer, direct, '1-approved')).facts.payment).toMatchObject({ state: 'approved' });
    const PaymentDealerAuthentication = authenticationOf(dealer.account);
    const PaymentDealerRequest = { OtherTrxCode: 'direct', ClientIP: '203.0.113.7' };
    await dealer.post('/PaymentDealer/DoVoid', JSON.stringify({ PaymentDealerAuthentication, PaymentDealerRequest }));
    expect((await fannedOut(dealer, direct, 's1-voided')).facts).toMatchObject({
      payment: { otherTrxCode: 'direct', state: 'voided' },
      step: { kind: 'void', amount: 2750 },
    });
  });

  test('is every end of a link and every step of a payment', async () => {
    const dealer = await wanting(eventTypes);
    const cancelled = await dealer.linkAt((await dealer.newLink({ ...simple, OtherTrxCode: 'cancelled' })).url);
    await dealer.callLink('CancelUserPosPayment', { OtherTrxCode: 'cancelled' });
    expect(await fannedOut(dealer, cancelled.payment, 'link-cancelled')).toMatchObject({
      type: 'link.cancelled',
      facts: { link: { state: 'cancelled', otherTrxCode: 'cancelled', amount: 2750 } },
    });
    const { url } = await dealer.newLink(simple);
    const { payment } = await dealer.linkAt(url);
    await giveUp(await openPage(url));
    expect(await fannedOut(dealer, payment, 'link-failed')).toMatchObject({
      type: 'link.failed',
      facts: { link: { state: 'failed', resultCode: '001' } },
    });

    const PaymentDealerAuthentication = authenticationOf(dealer.account);
    for (const [OtherTrxCode, field, steps] of [
      ['held', 'IsPreAuth', [['DoCapture', 's1-captured']]],
      [
        'pooled',
        'IsPoolPayment',
        [
          ['DoApprovePoolPayment', 's1-pool-approved'],
          ['UndoApprovePoolPayment', 's2-pool-undone'],
        ],
      ],
    ] as const) {
      await dealer.payDirectly({ OtherTrxCode, [field]: 1 });
      for (const [operation, name] of steps) {
        const PaymentDealerRequest = { OtherTrxCode, ClientIP: '203.0.113.7' };
        const body = JSON.stringify({ PaymentDealerAuthentication, PaymentDealerRequest });
        expect(await dealer.post(`/PaymentDealer/${operation}`, body)).toMatchObject({ ResultCode: 'Success' });
        const event = await fannedOut(dealer, paymentNames.nameOf(dealer.dealer.dealerCode, OtherTrxCode), name);
        expect(event).toMatchObject({
          type: `payment.${name.slice('s1-'.length)}`,
          facts: { payment: { otherTrxCode: OtherTrxCode, amount: 2750 } },
        });
        // A pool step approves what waits, and has no amount of its own.
        expect(event.facts.step?.amount).toBe(field === 'IsPreAuth' ? 2750 : undefined);
      }
    }
  });

  test('is all that is written: an event that nobody wants has no row', async () => {
    const dealer = await wanting(['link.paid']);
    const { url } = await dealer.newLink(simple);
    const { payment } = await dealer.linkAt(url);
    expect(await dealer.store.get(keys.event(`${payment}-link-created`))).toBeUndefined();
    await throughBank(await payWith(await openPage(url), 'approved'));
    expect((await fannedOut(dealer, payment, 'link-paid')).type).toBe('link.paid');
  });
});

describe('redrive-deliveries', () => {
  test('begins the dead deliveries of a day anew, once per command, and leaves the others alone', async () => {
    const { store, dealer } = await wanting([]);
    const { dealerCode } = dealer;
    const operator = newOperator();
    const outbox = dynamoOutbox(store);
    const nowMs = operator.clock.nowMs;
    const add = async (state: 'dead' | 'done') => {
      const event = { eventId: randomUUID(), dealerCode, listingShards: 1 };
      const delivery = { ...newDelivery(event, { kind: 'notice' }, nowMs), state, tries: 3, endedAtMs: nowMs };
      await outbox.addDelivery(delivery);
      return { eventId: event.eventId, channel: 'notice' };
    };
    const [dead, done] = [await add('dead'), await add('done')];
    const commandId = randomUUID();
    for (let times = 0; times < 2; times += 1) {
      expect(await operator.run('redrive-deliveries', { dealerCode }, commandId)).toMatchObject({
        ok: true,
        result: { redriven: [dead], more: false },
      });
    }
    expect(await outbox.findDelivery(dead)).toMatchObject({ state: 'waiting', tries: 0, dueAtMs: nowMs });
    expect(await outbox.findDelivery(done)).toMatchObject({ state: 'done' });
    expect(await operator.done('redrive-deliveries', { dealerCode })).toMatchObject({ redriven: [], more: false });
  });

  test('only those of an event, where it is named; at most 18, and says that there are more', async () => {
    const { store, dealer } = await wanting([]);
    const { dealerCode } = dealer;
    const operator = newOperator();
    const outbox = dynamoOutbox(store);
    const ids = Array.from({ length: 19 }, () => randomUUID());
    for (const eventId of ids) {
      const delivery = newDelivery({ eventId, dealerCode, listingShards: 1 }, { kind: 'notice' }, operator.clock.nowMs);
      await outbox.addDelivery({ ...delivery, state: 'dead' });
    }
    const one = await operator.done('redrive-deliveries', { dealerCode, eventId: ids[0] });
    expect(one).toMatchObject({ redriven: [{ eventId: ids[0] }], more: false });
    expect((await operator.done('redrive-deliveries', { dealerCode })).redriven).toHaveLength(18);
  });
});
