import { describe, expect, test } from 'vitest';
import { customerItems, readCustomerRow } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { customerPasswordContext } from '../../../shared/ports/vault.ts';
import { operatedDealer } from '../../support/operator/operators.ts';
import { putRows } from '../../support/store/store.ts';

const DETAILS = {
  firstName: 'Elif',
  lastName: 'Yılmaz',
  gender: 2,
  birthDate: '19850710',
  gsmNumber: '5301111111',
  email: 'elif@example.com',
  address: 'Atatürk Caddesi 1',
} as const;

describe('put-customer and show-customer', () => {
  test('every field is found by either identifier, and the password is not shown', async () => {
    const { done, store, vault, dealerCode } = await operatedDealer();
    const [id, code] = [{ dealerCustomerId: 1033 }, { customerCode: 'Customer' }];
    await done('put-customer', {
      dealerCode,
      ...id,
      ...code,
      ...DETAILS,
      gsmNumber: '+90 530 111 11 11',
      password: 'gizli',
    });
    const shown = { dealerCode, ...id, ...code, version: 1, ...DETAILS, password: { set: true } };
    expect(await done('show-customer', { dealerCode, ...id })).toEqual(shown);
    expect(await done('show-customer', { dealerCode, ...code })).toEqual(shown);
    const customer = readCustomerRow(await store.get(keys.customerById(dealerCode, 1033)));
    expect(await vault.open(customer.sealedPassword ?? '', customerPasswordContext(customer))).toBe('gizli');
    await done('put-customer', { dealerCode, ...code, version: 1, password: null, lastName: null });
    const after = await done('show-customer', { dealerCode, ...id });
    expect(after).toMatchObject({ version: 2, firstName: 'Elif', password: { set: false } });
    expect(after).not.toHaveProperty('lastName');
  });

  test('a password that is not given stays', async () => {
    const { done, store, vault, dealerCode } = await operatedDealer();
    await done('put-customer', { dealerCode, customerCode: 'C', dealerCustomerId: 7, password: 'gizli' });
    await done('put-customer', { dealerCode, customerCode: 'C', version: 1, firstName: 'Ada' });
    const customer = readCustomerRow(await store.get(keys.customerByCode(dealerCode, 'C')));
    expect(await vault.open(customer.sealedPassword ?? '', customerPasswordContext(customer))).toBe('gizli');
  });

  test('an id that is not given is generated from 100,000 on, and such a customer can be changed by it', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    const { dealerCustomerId } = await done('put-customer', { dealerCode, customerCode: 'C' });
    expect(dealerCustomerId).toBeGreaterThanOrEqual(100_000);
    await done('put-customer', { dealerCode, dealerCustomerId, version: 1, firstName: 'Ada' });
    const given = { dealerCode, customerCode: 'D', dealerCustomerId: 100_001 };
    expect(await refused('put-customer', given)).toMatchObject({ code: 'InvalidInput', field: 'dealerCustomerId' });
  });

  test('a code is found however the dealer wrote it, outer blanks and tabs included', async () => {
    const { done, refused, store, dealerCode } = await operatedDealer();
    const customerCode = ' C\t1\n';
    // As create payment request registers the customer: the API accepts such a code unchanged.
    await putRows(store, customerItems({ dealerCode, dealerCustomerId: 5, customerCode, version: 1 }));
    expect(await done('show-customer', { dealerCode, customerCode })).toMatchObject({ dealerCustomerId: 5 });
    await done('put-customer', { dealerCode, customerCode, version: 1, firstName: 'Ada' });
    await done('put-sale', { dealerCode, saleCode: 'S', customerCode, amount: 1, beginDate: '20300101' });
    for (const refusedCode of [' \t', '\u0000', `C\u0007`, ` ${'x'.repeat(100)}`]) {
      const answer = await refused('show-customer', { dealerCode, customerCode: refusedCode });
      expect(answer).toMatchObject({ code: 'InvalidInput', field: 'customerCode' });
    }
  });

  test('identifiers of two customers are refused, and neither is changed', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    await done('put-customer', { dealerCode, customerCode: 'A', dealerCustomerId: 1 });
    await done('put-customer', { dealerCode, customerCode: 'B', dealerCustomerId: 2 });
    const both = { dealerCode, customerCode: 'A', dealerCustomerId: 2 };
    expect(await refused('put-customer', { ...both, version: 1 })).toMatchObject({ code: 'NotPossible' });
    expect(await refused('show-customer', both)).toMatchObject({ code: 'NotPossible' });
    const renamed = { dealerCode, customerCode: 'C', dealerCustomerId: 2, version: 1 };
    expect(await refused('put-customer', renamed)).toMatchObject({ code: 'NotPossible', field: 'customerCode' });
  });

  test("another dealer's customer is out of reach (rule 37)", async () => {
    const [owner, other] = [await operatedDealer(), await operatedDealer()];
    await owner.done('put-customer', { dealerCode: owner.dealerCode, customerCode: 'C', dealerCustomerId: 5 });
    for (const key of [{ customerCode: 'C' }, { dealerCustomerId: 5 }]) {
      const error = await other.refused('show-customer', { dealerCode: other.dealerCode, ...key });
      expect(error).toMatchObject({ code: 'NotFound' });
    }
  });

  test.each([
    ['gsmNumber', '12345'],
    ['email', 'nobody'],
    ['birthDate', '19850230'],
    ['birthDate', '29990101'],
    ['gender', 3],
    ['firstName', 'x'.repeat(101)],
    ['address', 'card 4111-1111-1111-1111'],
    ['lastName', '5555555555554444'],
    ['customerCode', ' padded'],
    ['nickname', 'x'],
  ])('a wrong %s is refused by its name (%s)', async (field, value) => {
    const { refused, dealerCode } = await operatedDealer();
    const error = await refused('put-customer', { dealerCode, customerCode: 'C', [field]: value });
    expect(error).toMatchObject({ code: 'InvalidInput', field });
  });
});

const CARDS = {
  defaultCard1Token: '4D7A60F4-4A0C-4B36-9C7A-0E3F8B3E5A01',
  defaultCard2Token: '4D7A60F4-4A0C-4B36-9C7A-0E3F8B3E5A02',
  defaultCard3Token: '4D7A60F4-4A0C-4B36-9C7A-0E3F8B3E5A03',
} as const;

describe('put-sale and show-sale (dealer interface 2.10)', () => {
  test('every field is found by either identifier', async () => {
    const { done, dealerCode } = await operatedDealer();
    await done('put-customer', { dealerCode, customerCode: 'Customer', dealerCustomerId: 1033 });
    const definition = { dealerCode, dealerCustomerTypeId: 20_001, displayName: 'Any', deliveryMode: 'any' };
    await done('put-definition', definition);
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
      dealerCustomerTypeId: 20_001,
      ...CARDS,
    };
    await done('put-sale', { dealerCode, ...fields });
    const shown = { dealerCode, version: 1, ...fields };
    expect(await done('show-sale', { dealerCode, dealerSaleId: 501 })).toEqual(shown);
    expect(await done('show-sale', { dealerCode, saleCode: 'satis' })).toEqual(shown);
    await done('put-sale', { dealerCode, saleCode: 'satis', version: 1, endDate: null, customerCode: null });
    const { endDate: _ended, customerCode: _code, dealerCustomerId: _id, ...kept } = shown;
    expect(await done('show-sale', { dealerCode, saleCode: 'satis' })).toEqual({ ...kept, version: 2 });
  });

  test('the defaults apply, a sale without a code gets a new guid, one without an id a generated one', async () => {
    const { done, dealerCode } = await operatedDealer();
    const [first, second] = [
      await done('put-sale', { dealerCode, amount: 1 }),
      await done('put-sale', { dealerCode, amount: '1.00' }),
    ];
    expect(first.saleCode).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
    expect(second.saleCode).not.toBe(first.saleCode);
    expect(await done('show-sale', { dealerCode, dealerSaleId: first.dealerSaleId })).toEqual({
      dealerCode,
      version: 1,
      dealerSaleId: first.dealerSaleId,
      saleCode: first.saleCode,
      amount: 1,
      currency: 'TL',
      installmentNumber: 1,
      dealerSaleScheduleId: 0,
      howManyTrial: 1,
      planType: 1,
    });
    expect(first.dealerSaleId).toBeGreaterThanOrEqual(100_000);
  });

  test('planType 2 resets dealerSaleScheduleId to 0, also on a later put', async () => {
    const { done, dealerCode } = await operatedDealer();
    const key = { dealerCode, saleCode: 'S' };
    await done('put-sale', { ...key, amount: 1, planType: 2, dealerSaleScheduleId: 9 });
    expect(await done('show-sale', key)).toMatchObject({ dealerSaleScheduleId: 0, planType: 2 });
    await done('put-sale', { ...key, version: 1, planType: 3, dealerSaleScheduleId: 9 });
    expect(await done('show-sale', key)).toMatchObject({ dealerSaleScheduleId: 9, planType: 3 });
    await done('put-sale', { ...key, version: 2, planType: 2 });
    expect(await done('show-sale', key)).toMatchObject({ dealerSaleScheduleId: 0, planType: 2 });
  });

  test('the customer is named by either identifier and kept by both', async () => {
    const { done, dealerCode } = await operatedDealer();
    await done('put-customer', { dealerCode, customerCode: 'C', dealerCustomerId: 9 });
    for (const [saleCode, customer] of Object.entries({ a: { customerCode: 'C' }, b: { dealerCustomerId: 9 } })) {
      await done('put-sale', { dealerCode, saleCode, amount: 1, ...customer });
      const shown = await done('show-sale', { dealerCode, saleCode });
      expect(shown).toMatchObject({ customerCode: 'C', dealerCustomerId: 9 });
    }
  });

  test.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: 1.005 }],
    ['amount', {}],
    ['currency', { amount: 1, currency: 'GBP' }],
    ['installmentNumber', { amount: 1, installmentNumber: 13 }],
    ['installmentNumber', { amount: 1, installmentNumber: 2, currency: 'USD' }],
    ['planType', { amount: 1, planType: 4 }],
    ['saleDate', { amount: 1, saleDate: '2026-01-01' }],
    ['endDate', { amount: 1, beginDate: '20260201', endDate: '20260131' }],
    ['description', { amount: 1, description: 'x'.repeat(201) }],
    ['description', { amount: 1, description: 'pay 4111111111111111' }],
    ['saleCode', { amount: 1, saleCode: 'x'.repeat(101) }],
    ['dealerSaleId', { amount: 1, dealerSaleId: 100_000 }],
    ['defaultCard1Token', { amount: 1, defaultCard1Token: 'token' }],
    ['customerCode', { amount: 1, customerCode: 'nobody' }],
    ['dealerCustomerTypeId', { amount: 1, dealerCustomerTypeId: 99_999 }],
    ['price', { amount: 1, price: 1 }],
  ])('a wrong %s is refused by its name', async (field, input) => {
    const { refused, dealerCode } = await operatedDealer();
    expect(await refused('put-sale', { dealerCode, ...input })).toMatchObject({ code: 'InvalidInput', field });
  });
});
