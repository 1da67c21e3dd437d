import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { planTryItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { productItems } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { scheduleItem } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { dynamoSaleBook, saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { saleDeletion } from '../../../shared/payment-flow/change-sale.ts';
import { newDefinition, operatedDealer } from '../../support/operator/operators.ts';
import { putRows } from '../../support/store/store.ts';

/** 15 January 2026, 10:00 in Istanbul: before the first slot of the day. */
const MORNING = Date.UTC(2026, 0, 15, 7);

/** A dealer with a customer, a card, a product, a schedule for every 15th, and a definition. */
const saleScene = async () => {
  const operator = await operatedDealer({ nowMs: MORNING });
  const { done, store, dealerCode } = operator;
  const customer = { customerCode: 'Customer', dealerCustomerId: 1033 };
  await done('put-customer', { dealerCode, ...customer });
  await done('put-customer', { dealerCode, customerCode: 'Other', dealerCustomerId: 1034 });
  const dealerCustomerTypeId = await newDefinition(done, dealerCode);
  const token = randomUUID();
  const card = { sealed: 'v2.sealed', keyName: 'key', version: 1, storedAtMs: 0, maskedCard: '411111******1111' };
  await putRows(store, [
    storedCardItem({ token, dealerCode, customer, ...card }),
    scheduleItem({
      dealerCode,
      dealerSaleScheduleId: 3,
      version: 1,
      scheduleName: 'On the 15th',
      createdAtMs: 0,
      period: 'month',
      every: 1,
      daysOfWeek: [],
      daysOfMonth: [15],
    }),
    ...productItems({ dealerCode, dealerProductId: 77, productCode: 'urun', productName: 'Product', createdAtMs: 0 }),
  ]);
  /** The least input of a sale by hand, and of one on the days of the schedule. */
  const byHand = { dealerCode, customerCode: 'Customer', amount: 1, planType: 2, dealerCustomerTypeId };
  const scheduled = {
    dealerCode,
    customerCode: 'Customer',
    amount: 27.5,
    dealerSaleScheduleId: 3,
    beginDate: '20260101',
    defaultCard1Token: token,
  };
  return { ...operator, token, byHand, scheduled };
};

const NOTHING_YET = { openPlans: [], latestTries: [] };

describe('put-sale and show-sale (dealer interface 2.10)', () => {
  test('every field is found by either identifier, and null removes', async () => {
    const { done, dealerCode, token, byHand } = await saleScene();
    const { dealerCustomerTypeId } = byHand;
    const fields = {
      dealerSaleId: 501,
      saleCode: 'satis',
      customerCode: 'Customer',
      dealerCustomerId: 1033,
      productCode: 'urun',
      dealerProductId: 77,
      amount: 27.5,
      currency: 'TL',
      installmentNumber: 12,
      dealerSaleScheduleId: 3,
      saleDate: '20260101',
      beginDate: '20260201',
      endDate: '20270201',
      howManyTrial: 2,
      description: 'Abonelik',
      planType: 3,
      dealerCustomerTypeId,
      defaultCard1Token: token,
    };
    await done('put-sale', { dealerCode, ...fields, defaultCard1Token: token.toUpperCase() });
    const step = { madeBy: 'schedule', dueDay: '20260215', state: 'planned', tries: 0 };
    const shown = { dealerCode, version: 1, createdAt: new Date(MORNING).toISOString(), ...fields, latestTries: [] };
    const byId = await done('show-sale', { dealerCode, dealerSaleId: 501 });
    expect(byId).toMatchObject({ ...shown, plannedStep: { ...step, terms: '27.50 TL in 12 installments' } });
    expect(byId.openPlans).toEqual([byId.plannedStep]);
    expect(await done('show-sale', { dealerCode, saleCode: 'satis' })).toEqual(byId);
    await done('put-sale', { dealerCode, saleCode: 'satis', version: 1, endDate: null, productCode: null });
    const after = await done('show-sale', { dealerCode, saleCode: 'satis' });
    for (const name of ['endDate', 'productCode', 'dealerProductId']) expect(after).not.toHaveProperty(name);
    expect(after).toMatchObject({ version: 2, beginDate: '20260201', plannedStep: step });
  });

  test('the defaults apply, a sale without a code gets a new guid, one without an id a generated one', async () => {
    const { done, dealerCode, byHand } = await saleScene();
    const [first, second] = [await done('put-sale', byHand), await done('put-sale', { ...byHand, amount: '1.00' })];
    expect(first.saleCode).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
    expect(second.saleCode).not.toBe(first.saleCode);
    const { dealerSaleId, saleCode } = first;
    expect(await done('show-sale', { dealerCode, dealerSaleId })).toEqual({
      ...byHand,
      dealerCustomerId: 1033,
      dealerSaleId,
      saleCode,
      version: 1,
      currency: 'TL',
      installmentNumber: 1,
      dealerSaleScheduleId: 0,
      howManyTrial: 1,
      createdAt: new Date(MORNING).toISOString(),
      ...NOTHING_YET,
    });
    expect(dealerSaleId).toBeGreaterThanOrEqual(100_000);
  });

  test('planType 2 resets dealerSaleScheduleId to 0 and takes the step away, also on a later put', async () => {
    const { done, scheduled, dealerCode } = await saleScene();
    const key = { dealerCode, saleCode: 'S' };
    await done('put-sale', { ...scheduled, ...key, planType: 2 });
    expect(await done('show-sale', key)).toMatchObject({ dealerSaleScheduleId: 0, planType: 2, ...NOTHING_YET });
    const put = await done('put-sale', { ...key, version: 1, planType: 3, dealerSaleScheduleId: 3 });
    expect(await done('show-sale', key)).toMatchObject({
      plannedStep: { dueDay: '20260115', dealerPaymentPlanId: put.plannedStep },
    });
    expect(await done('put-sale', { ...key, version: 2, planType: 2 })).not.toHaveProperty('plannedStep');
    expect(await done('show-sale', key)).toMatchObject({ dealerSaleScheduleId: 0, planType: 2, ...NOTHING_YET });
  });

  test('the customer is named by either identifier and kept by both', async () => {
    const { done, dealerCode, byHand } = await saleScene();
    const { customerCode: _code, ...least } = byHand;
    for (const [saleCode, customer] of Object.entries({
      a: { customerCode: 'Customer' },
      b: { dealerCustomerId: 1033 },
    })) {
      await done('put-sale', { ...least, saleCode, ...customer });
      const shown = await done('show-sale', { dealerCode, saleCode });
      expect(shown).toMatchObject({ customerCode: 'Customer', dealerCustomerId: 1033 });
    }
  });

  test('a dry run plans the step and writes nothing', async () => {
    const { invoke, refused, scheduled, dealerCode } = await saleScene();
    const input = { ...scheduled, saleCode: 'S' };
    const answer = await invoke({ command: 'put-sale', stage: 'local', input, dryRun: true });
    expect(answer).toMatchObject({ ok: true, result: { dryRun: true, plannedStep: expect.any(Number) } });
    expect(await refused('show-sale', { dealerCode, saleCode: 'S' })).toMatchObject({ code: 'NotFound' });
  });

  test.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: 1.005 }],
    ['amount', { amount: undefined }],
    ['currency', { currency: 'GBP' }],
    ['installmentNumber', { installmentNumber: 13 }],
    ['installmentNumber', { installmentNumber: 2, currency: 'USD' }],
    ['planType', { planType: 4 }],
    ['saleDate', { saleDate: '2026-01-01' }],
    ['beginDate', { planType: 1, dealerSaleScheduleId: 3 }],
    ['dealerSaleScheduleId', { planType: 1, beginDate: '20260201', dealerSaleScheduleId: 4 }],
    ['endDate', { beginDate: '20260201', endDate: '20260131' }],
    ['description', { description: 'x'.repeat(201) }],
    ['description', { description: 'pay 4111111111111111' }],
    ['saleCode', { saleCode: 'x'.repeat(101) }],
    ['dealerSaleId', { dealerSaleId: 100_000 }],
    ['defaultCard1Token', { defaultCard1Token: 'token' }],
    ['defaultCard2Token', { defaultCard2Token: randomUUID() }],
    ['defaultCard1Token', { dealerCustomerTypeId: undefined }],
    ['customerCode', { customerCode: 'nobody' }],
    ['customerCode', { customerCode: undefined }],
    ['customerCode', { customerCode: null, dealerCustomerId: 1033 }],
    ['productCode', { productCode: 'none' }],
    ['dealerCustomerTypeId', { dealerCustomerTypeId: 39_999 }],
    ['price', { price: 1 }],
  ])('a wrong %s is refused by its name', async (field, input) => {
    const { refused, byHand } = await saleScene();
    const fields = Object.entries({ ...byHand, ...input }).filter(([, value]) => value !== undefined);
    expect(await refused('put-sale', Object.fromEntries(fields))).toMatchObject({ code: 'InvalidInput', field });
  });

  test('a refusal that names a second field spells it as operators do', async () => {
    const { refused, byHand } = await saleScene();
    const { customerCode: _left, ...nameless } = byHand;
    expect(await refused('put-sale', nameless)).toMatchObject({
      message: 'customerCode or dealerCustomerId must be given.',
    });
  });
});

describe('pause-sale and resume-sale (decisions: recurring sales)', () => {
  test('a pause is shown, applies once, is audited, and leaves the step; a paused sale is not paused again', async () => {
    const { done, run, refused, audit, scheduled, dealerCode } = await saleScene();
    const key = { dealerCode, saleCode: 'S' };
    await done('put-sale', { ...scheduled, ...key });
    const before = await done('show-sale', key);
    const commandId = randomUUID();
    for (const applied of [true, false]) {
      expect(await run('pause-sale', key, commandId)).toMatchObject({ ok: true, applied, result: { version: 2 } });
    }
    expect(await audit(commandId)).toMatchObject({ command: 'pause-sale', dealerCode, changed: ['pausedSinceMs'] });
    const pausedSince = new Date(MORNING).toISOString();
    expect(await done('show-sale', key)).toEqual({ ...before, version: 2, pausedSince });
    expect(await refused('pause-sale', key)).toMatchObject({ code: 'NotPossible' });
    await done('put-sale', { ...key, version: 2, howManyTrial: 4 });
    expect(await done('show-sale', key)).toMatchObject({ pausedSince, howManyTrial: 4 });
    await done('resume-sale', key);
    const after = await done('show-sale', key);
    expect(after).not.toHaveProperty('pausedSince');
    expect(after).toMatchObject({ version: 4, plannedStep: { dueDay: '20260115' } });
    expect(await refused('resume-sale', key)).toMatchObject({ code: 'NotPossible' });
    expect(await refused('pause-sale', { dealerCode })).toMatchObject({ code: 'InvalidInput', field: 'saleCode' });
    expect(await refused('pause-sale', { dealerCode, saleCode: 'T' })).toMatchObject({ code: 'NotFound' });
  });

  test('show-sale has the latest tries; a sale that its dealer deleted is shown by its id, with the plans that ended', async () => {
    const { done, refused, store, scheduled, dealerCode } = await saleScene();
    const dealerSaleId = Number((await done('put-sale', { ...scheduled, saleCode: 'S' })).dealerSaleId);
    const book = dynamoSaleBook(store);
    const file = await book.open(dealerCode, dealerSaleId);
    if (file?.step === undefined) throw new Error('no step');
    const { dealerPaymentPlanId, listingShards, terms } = file.step;
    const one = { dealerCode, dealerSaleId, dealerPaymentPlanId, listingShards, terms };
    const tried = { number: 1, dealerPaymentPlanHistoryId: 5, atMs: MORNING, orderId: 'ORDER-x-01' };
    await putRows(store, [planTryItem({ ...one, ...tried, result: { kind: 'declined', code: '005' } })]);
    const latestTries = [{ dealerPaymentPlanId, number: 1, result: 'declined 005', orderId: 'ORDER-x-01' }];
    expect(await done('show-sale', { dealerCode, saleCode: 'S' })).toMatchObject({ latestTries });
    expect(await book.replace(file, saleDeletion(file, MORNING))).toBe(true);
    expect(await done('show-sale', { dealerCode, dealerSaleId })).toMatchObject({
      saleCode: 'S',
      deletedAt: new Date(MORNING).toISOString(),
      openPlans: [],
      latestPlans: [{ dealerPaymentPlanId, state: 'withdrawn' }],
      latestTries,
    });
    // Its code may be that of another sale by now.
    for (const name of [{ saleCode: 'S' }, { saleCode: 'S', dealerSaleId }, { dealerSaleId: dealerSaleId + 1 }]) {
      expect(await refused('show-sale', { dealerCode, ...name })).toMatchObject({ code: 'NotFound' });
    }
    for (const command of ['pause-sale', 'resume-sale']) {
      expect(await refused(command, { dealerCode, dealerSaleId })).toMatchObject({ code: 'NotFound' });
    }
    expect(await refused('show-sale', { dealerCode })).toMatchObject({ code: 'InvalidInput', field: 'saleCode' });
  });

  test('a put that names its version alone lists a sale that was put before there was a list', async () => {
    const { done, store, byHand, dealerCode } = await saleScene();
    const key = { dealerCode, saleCode: 'S' };
    await done('put-sale', { ...byHand, ...key });
    const book = dynamoSaleBook(store);
    const [listed] = (await book.newest(dealerCode, 10))?.sales ?? [];
    if (listed === undefined) throw new Error('not listed');
    const { createdAtMs: _none, ...before } = listed;
    await putRows(store, saleItems(before));
    expect(await book.newest(dealerCode, 10)).toEqual({ sales: [] });
    expect(await done('put-sale', { ...key, version: 1 })).toMatchObject({ version: 2, changed: ['createdAtMs'] });
    expect(await book.newest(dealerCode, 10)).toEqual({
      sales: [{ ...before, version: 2, createdAtMs: MORNING }],
    });
    expect(await done('put-sale', { ...key, version: 2 })).toMatchObject({ version: 3, changed: [] });
  });
});
