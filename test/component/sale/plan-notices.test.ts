import { randomInt } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, inject, test, vi } from 'vitest';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { planItemAt, planPointerItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { lookAtMsWith } from '../../../shared/adapters/dynamodb/sale/plan-notices.ts';
import { saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { DAY_MS, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { slotAfter } from '../../../shared/domain/sale/slots.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { customerOf, saleOf } from '../../support/dealer/records.ts';
import { startWebhookReceiver } from '../../support/dealer/webhook-receiver.ts';
import { waitForMessages } from '../../support/message/inbox.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { openPage, payThroughBank } from '../../support/payment/payer.ts';
import { paymentNames } from '../../support/payment/stored-payments.ts';
import { eventsOf, planWorkerOver } from '../../support/sale/plan-worker.ts';
import { planOf } from '../../support/sale/plans.ts';
import { putRows, tableOfFunction } from '../../support/store/store.ts';

const stack = inject('stack');
const { baseUrl } = stack;
/** The looks of the worker ask the store with its role. */
const store = tableOfFunction(stack, 'charge-plans');

/** The recurring sale of a dealer and its one plan, which is due a day after the clock's slot. */
const plannedSale = async (gsmNumber: string, receiver: string) => {
  const bank = await newBankDealer({
    dealer: { name: 'Aylık Kahve', recurring: true, wantedEvents: { messages: ['link.created'] } },
    definition: { deliveryMode: 'any', linkLifeMinutes: 10_080 },
  });
  const { dealerCode } = bank.dealer;
  const operator = newOperator();
  const eventTypes = ['plan.upcoming', 'plan.paid', 'sale.ended', 'card.expiring'];
  const { secret } = await operator.done('put-webhook', { dealerCode, endpointId: 'shop', eventTypes, url: receiver });
  await operator.done('put-messaging', { dealerCode, planMessages: 'sms', language: 'tr' });
  const loaded = await dynamoDealers(bank.store).load(dealerCode);
  if (loaded === undefined) throw new Error('the dealer is gone');
  const { dealer } = loaded;
  const slotMs = slotAfter(Date.now());
  const customer = customerOf(dealerCode, { gsmNumber });
  const dealerPaymentPlanId = randomInt(1, 100_000);
  const {
    defaultCard1Token: _1,
    defaultCard2Token: _2,
    defaultCard3Token: _3,
    ...cardless
  } = saleOf(dealerCode, {
    dealerCustomerId: customer.dealerCustomerId,
    customerCode: customer.customerCode,
    dealerSaleScheduleId: 0,
    howManyTrial: 1,
    planType: 1,
    // The sale goes on whenever the test runs.
    endDate: '20991231',
  });
  const { dealerSaleId } = cardless;
  const sale = { ...cardless, dealerCustomerTypeId: bank.definition.dealerCustomerTypeId };
  const dueAtMs = slotMs + DAY_MS;
  const names = { dealerCode, dealerSaleId, dealerPaymentPlanId, madeBy: 'hand' } as const;
  const plan = planOf({ ...names, dueAtMs, cardsDueAtMs: dueAtMs, dueDay: istanbulDayOf(dueAtMs) });
  const lookAtMs = await lookAtMsWith(
    eventsOf(() => dealer),
    plan,
  );
  await putRows(bank.store, [
    ...customerItems(customer),
    { ...saleItems(sale)[1], plannedStep: dealerPaymentPlanId },
    planItemAt(plan, lookAtMs),
    planPointerItem(plan),
  ]);
  const clock = new FakeClock(slotMs);
  const look = planWorkerOver({ store, clock, dealer: () => dealer, paymentNames });
  /** Moves the plan to a day that is so many days behind that of the first slot. */
  const moveBehind = (days: number) =>
    callOperation(bank, 'UpdatePaymentPlan', {
      DealerPaymentPlanId: dealerPaymentPlanId,
      PaymentDate: istanbulDayOf(slotMs + days * DAY_MS),
    });
  return { clock, sale, secret: String(secret), moveBehind, look: () => look(plan) };
};

test('a plan without a card is told a day before each day that it has, requested, paid by its link, and told as paid (decisions: recurring sales)', async () => {
  const receiver = await startWebhookReceiver({ shop: () => ({ status: 200 }) });
  try {
    const phone = `5${randomInt(100_000_000, 999_999_999)}`;
    const { clock, sale, secret, moveBehind, look } = await plannedSale(phone, receiver.at('shop'));
    const told = () =>
      receiver.received('shop').map(({ headers, body }) => {
        const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
        return new Webhook(secret).verify(body, named) as { readonly type: string; readonly data: object };
      });
    const waitForEvent = (type: string, nth = 0) =>
      vi.waitFor(
        () => {
          const found = told().filter((event) => event.type === type)[nth];
          if (found === undefined) throw new Error(`no ${type} yet`);
          return found.data;
        },
        { timeout: PATIENCE_MS, interval: 100 },
      );

    expect(await look()).toBe('planned');
    expect(await waitForEvent('plan.upcoming')).toMatchObject({
      Plan: { State: 'planned', Amount: 27.5, CurrencyCode: 'TL' },
      Sale: { DealerSaleId: sale.dealerSaleId, SaleCode: sale.saleCode },
    });
    const [notice] = await waitForMessages(baseUrl, `+90${phone}`);
    expect(notice?.text).toMatch(/^Aylik Kahve: 27,50 TL ödemenizin günü \d{2}\.\d{2}\.\d{4}\./);
    expect(notice?.text).not.toMatch(/https?:/);

    // On another day it is told again, by event and message, and once.
    const answer = await moveBehind(2);
    expect(answer.ResultCode).toBe('Success');
    const moved = answer.Data as { readonly PaymentDate: string };
    clock.advance(DAY_MS);
    for (const state of ['planned', 'left-alone']) expect(await look()).toBe(state);
    expect(await waitForEvent('plan.upcoming', 1)).toMatchObject({ Plan: { PaymentDate: moved.PaymentDate } });
    const [second] = await waitForMessages(baseUrl, `+90${phone}`, 2);
    expect(second?.text).toMatch(/^Aylik Kahve: 27,50 TL ödemenizin günü \d{2}\.\d{2}\.\d{4}\./);
    expect(second?.text).not.toBe(notice?.text);

    clock.advance(DAY_MS);
    expect(await look()).toBe('requested');
    const [request] = await waitForMessages(baseUrl, `+90${phone}`, 3);
    const url = /https?:\S+/.exec(request?.text ?? '')?.[0] ?? '';
    await payThroughBank(await openPage(url), 'approved');

    // The payment has made the plan due: it waits for no hourly look.
    expect(await look()).toBe('paid');
    expect(await waitForEvent('plan.paid')).toMatchObject({
      Plan: {
        State: 'paid',
        DealerPaymentId: expect.any(Number),
        UserPosPaymentId: expect.any(Number),
        CardNumber: expect.stringMatching(/^\d{6}\*+1111$/),
      },
    });
    await waitForEvent('sale.ended');
    const [receipt] = await waitForMessages(baseUrl, `+90${phone}`, 4);
    expect(receipt?.text).toMatch(/ödemeniz 1111 ile biten kartinizdan alindi\.$/);
  } finally {
    await receiver.stop();
  }
});
