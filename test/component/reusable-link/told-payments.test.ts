import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { type EventType, eventTypes, type OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { webhookPayload } from '../../../shared/domain/webhook/webhook-payload.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import type { NewDealerOptions } from '../../support/dealer/dealers.ts';
import { startWebhookReceiver } from '../../support/dealer/webhook-receiver.ts';
import { answeredData, type Members, madeLink, paidRequest } from '../../support/link/reusable-link-payments.ts';
import { newOperator } from '../../support/operator/operators.ts';

const eventAt = async (dealer: BankDealer, id: string): Promise<OutboxEvent> => {
  await expect.poll(async () => (await dealer.store.get(keys.event(id)))?.expiresAt).toBeDefined();
  return readEvent(await dealer.store.get(keys.event(id)));
};

const wanting = (types: readonly EventType[], options: NewDealerOptions = {}) =>
  newBankDealer({ ...options, dealer: { ...options.dealer, wantedEvents: { webhooks: types } } });

describe('What a dealer sees of a payment of a reusable link (decisions: reusable links)', () => {
  test('names the link in GetUserPosPayment, details and lists, and in the webhook of the payment', async () => {
    const dealer = await wanting(eventTypes);
    const link = await madeLink(dealer, { Ask: [{ Field: 'Note', Need: 'required', Label: 'Allergies' }] });
    const { code, payment } = await paidRequest(dealer, link.url, { amount: '25.00', answer0: 'Nuts <b>' });
    const named = { UserPosLinkId: link.id, LinkCode: 'BREAD-1' };
    const request = await answeredData(dealer, 'GetUserPosPayment', { OtherTrxCode: code });
    expect(request).toMatchObject({ ...named, State: 'Paid', Amount: 25, CurrencyCode: 'TL', PaymentDetail: named });
    expect(request).toMatchObject({ AnswerList: [{ Label: 'Allergies', Text: 'Nuts <b>' }] });
    expect(request).not.toHaveProperty('CodeForHash');
    const detail = await answeredData(dealer, 'GetDealerPaymentTrxDetailList', { OtherTrxCode: code });
    expect(detail).toMatchObject({ PaymentDetail: named, PaymentTrxDetailList: [named] });
    expect(await answeredData(dealer, 'GetPaymentList', {})).toMatchObject({ ListItemCount: 1, PaymentList: [named] });
    expect(await answeredData(dealer, 'GetPaymentTrxList', {})).toMatchObject({
      ListItemCount: 1,
      PaymentTrxList: [named],
    });
    const { data: told } = JSON.parse(webhookPayload(await eventAt(dealer, `${payment}-link-paid`))) as {
      data: Members;
    };
    expect(told).toMatchObject({
      Link: { ...named, OtherTrxCode: code, State: 'paid' },
      Payment: { ...named, Amount: 25 },
    });
  });

  test('tells once that a link is used up, when its last place is paid, though nobody wants to hear of payments', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    const receiver = await startWebhookReceiver({ shop: () => ({ status: 200 }) });
    try {
      const endpoint = { dealerCode, endpointId: 'shop', url: receiver.at('shop'), eventTypes: ['link.used-up'] };
      await newOperator().done('put-webhook', endpoint);
      const link = await madeLink(dealer, { MaxPayments: 2 });
      const { payment } = await paidRequest(dealer, link.url);
      expect(await eventAt(dealer, `${payment}-link-paid`)).toMatchObject({ type: 'link.paid' });
      const { name } =
        (await dealer.linkAt((await paidRequest(dealer, link.url)).address)).madeOf ?? expect.unreachable();
      await expect.poll(() => receiver.received('shop').length).toBe(1);
      expect(JSON.parse(receiver.received('shop')[0]?.body ?? '')).toMatchObject({
        type: 'link.used-up',
        data: { Link: { UserPosLinkId: link.id, LinkCode: 'BREAD-1', State: 'used-up', MaxPayments: 2 } },
      });
      expect(await answeredData(dealer, 'GetUserPosLink', { LinkCode: 'BREAD-1' })).toMatchObject({ State: 'used-up' });
      // Another number of places is another event: this change leaves none to take.
      await answeredData(dealer, 'UpdateUserPosLink', { LinkCode: 'BREAD-1', MaxPayments: 4 });
      await paidRequest(dealer, link.url);
      await answeredData(dealer, 'UpdateUserPosLink', { LinkCode: 'BREAD-1', MaxPayments: 3 });
      await eventAt(dealer, `${name}-link-used-up-3`);
      await expect.poll(() => receiver.received('shop').length).toBe(2);
    } finally {
      await receiver.stop();
    }
  });
});
