import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { customerCardItems, storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerKeys } from '../../../shared/adapters/dynamodb/customer/customer-keys.ts';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { planItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoSales, saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { customerOf, saleOf } from '../../support/dealer/records.ts';
import { formTo } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { deskScene } from '../../support/desk/desk-scene.ts';
import { planOf } from '../../support/sale/plans.ts';
import { putRows } from '../../support/store/store.ts';

/** A dealer with a customer, who has a stored card and a sale with a paid and a planned step. */
const scene = async () => {
  const found = await deskScene({}, { role: 'manager' });
  const { store, dealer } = found.dealer;
  const { dealerCode } = dealer;
  const customer = {
    ...customerOf(dealerCode, { firstName: 'Ayşe <b>' }),
    createdAtMs: Date.now(),
  };
  const { dealerCustomerId, customerCode } = customer;
  const sale = { ...saleOf(dealerCode), dealerCustomerId, customerCode, description: 'Yoga', createdAtMs: Date.now() };
  const { dealerSaleId } = sale;
  const plan = (changes: Partial<PaymentPlan>) => planItem(planOf({ dealerCode, dealerSaleId, ...changes }));
  const card = {
    token: randomUUID(),
    dealerCode,
    customer: { dealerCustomerId, customerCode },
    maskedCard: '411111******1111',
    sealed: 'v2.sealed',
    keyName: 'key',
    version: 1,
    storedAtMs: 0,
  };
  await putRows(store, [
    ...customerItems(customer),
    ...saleItems(sale, { plannedStep: 2 }),
    { ...customerKeys.saleOfCustomer(dealerCode, dealerCustomerId, dealerSaleId), entity: 'sale-of-customer' },
    storedCardItem(card),
    ...customerCardItems(card),
    plan({ dealerPaymentPlanId: 1, dueDay: '20261023', state: 'paid' }),
    plan({ dealerPaymentPlanId: 2, dueDay: '20261123' }),
  ]);
  return { ...found, customer, sale, store };
};

describe('Customers at the desk', () => {
  test('are listed newest first, and found by code and by number', async () => {
    const { browser, customer } = await scene();
    await expect
      .poll(async () => (await browser.open('/desk/customers')).text, { timeout: PATIENCE_MS })
      .toContain(customer.customerCode.slice(0, 39));
    const path = `/desk/customers/${customer.dealerCustomerId}`;
    for (const find of [customer.customerCode, ` ${customer.dealerCustomerId} `]) {
      expect((await browser.get(`/desk/customers?find=${encodeURIComponent(find)}`)).location).toBe(path);
    }
    const nobody = await browser.open('/desk/customers?find=nobody<i>');
    expect(nobody.text).toContain('No customer has the code or number “nobody<i>”');
    expect(nobody.markup).not.toContain('nobody<i>');
    const card = await browser.open('/desk/customers?find=4111111111111111');
    expect(card.text).toContain('No customer has the code or number');
    expect(card.markup).not.toContain('4111111111111111');
  });

  test('are shown with masked cards, and with the next and the last plan of each sale', async () => {
    const { browser, customer } = await scene();
    const page = await browser.open(`/desk/customers/${customer.dealerCustomerId}`);
    expect(page.status).toBe(200);
    for (const text of ['Ayşe <b> Yılmaz', '411111******1111', 'Yoga', '23 Oct 2026', '23 Nov 2026']) {
      expect(page.text).toContain(text);
    }
    expect(page.markup).not.toContain('Ayşe <b>');
    expect(page.markup).not.toContain('sealed');
    expect(page.forms.map(({ action }) => new URL(action).pathname)).toEqual(['/desk/sign-out']);
  });

  test('and sales of another dealer are not there', async () => {
    const { customer, sale, store } = await scene();
    const stranger = await deskScene({}, { role: 'manager' });
    const paths = [
      `/desk/customers/${customer.dealerCustomerId}`,
      `/desk/sales/${sale.dealerSaleId}`,
      '/desk/customers/x',
      `/desk/customers/${customer.dealerCustomerId}/cards`,
    ];
    for (const path of paths) expect([path, (await stranger.browser.open(path)).status]).toEqual([path, 404]);
    const found = await stranger.browser.open(`/desk/customers?find=${encodeURIComponent(customer.customerCode)}`);
    expect(found.text).toContain('No customer has');
    const form = (await stranger.browser.open('/desk/links')).forms.find(({ fields }) =>
      fields.some(([name]) => name === 'once'),
    );
    if (form === undefined) throw new Error('no form');
    const action = form.action.replace('/desk/links', `/desk/sales/${sale.dealerSaleId}/pause`);
    expect((await stranger.browser.post({ ...form, action })).status).toBe(404);
    expect((await dynamoSales(store).find(sale.dealerCode, sale)).byId?.pausedSinceMs).toBeUndefined();
  });
});

describe('A recurring sale at the desk (rule 54)', () => {
  test('is paused and goes on again by a manager, each form once', async () => {
    const { browser, sale, audit } = await scene();
    const path = `/desk/sales/${sale.dealerSaleId}`;
    const page = await browser.open(path);
    const form = formTo(page, `${path}/pause`);
    for (const answer of await Promise.all([1, 2].map(() => browser.submit(form)))) {
      expect(answer.text).toContain('The sale is paused.');
    }
    const again = await browser.post(form, { once: randomUUID() });
    expect([again.status, again.text.includes('paused already')]).toEqual([409, true]);
    const paused = await browser.open(path);
    expect(paused.text).toContain('Paused since');
    expect((await browser.submit(formTo(paused, `${path}/resume`))).text).toContain('The sale goes on.');
    expect((await browser.submit(form)).text).toContain('State Running');
    expect(await audit('desk-pause-sale')).toMatchObject([{ before: { paused: false }, after: { paused: true } }]);
    expect(await audit('desk-resume-sale')).toHaveLength(1);
  });

  test.each(['viewer', 'cashier'] as const)('is not paused by a %s, who sees no button', async (role) => {
    const { dealer, browser, sale, audit } = await scene();
    const path = `/desk/sales/${sale.dealerSaleId}`;
    const form = formTo(await browser.open(path), `${path}/pause`);
    const other = await signedInAt(dealer, { role });
    const page = await other.browser.open(path);
    expect(page.status).toBe(200);
    expect(page.forms.map(({ action }) => new URL(action).pathname)).toEqual(['/desk/sign-out']);
    const token = page.forms.flatMap(({ fields }) => fields).find(([name]) => name === 'token')?.[1] ?? '';
    const refused = await other.browser.post(form, { token });
    expect([refused.status, refused.text.includes('Your role does not allow this')]).toEqual([403, true]);
    expect(await audit('desk-pause-sale')).toEqual([]);
  });

  test('is not paused for a dealer that may not change sales', async () => {
    const { dealer, browser, sale } = await scene();
    const path = `/desk/sales/${sale.dealerSaleId}`;
    const form = formTo(await browser.open(path), `${path}/pause`);
    await putRows(dealer.store, [dealerItem({ ...dealer.dealer, barredOperations: ['UpdateSale'] })]);
    const answer = await browser.post(form);
    expect([answer.status, answer.text.includes('Nothing changed')]).toEqual([409, true]);
  });
});
