import { describe, expect, test } from 'vitest';
import { customerKeys } from '../../../shared/adapters/dynamodb/customer/customer-keys.ts';
import { customerItems, readCustomerRow } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { customerPasswordContext } from '../../../shared/ports/vault.ts';
import { newDefinition, operatedDealer } from '../../support/operator/operators.ts';
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
    const customer = readCustomerRow(await store.get(customerKeys.byId(dealerCode, 1033)));
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
    const customer = readCustomerRow(await store.get(customerKeys.byCode(dealerCode, 'C')));
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
    const dealerCustomerTypeId = await newDefinition(done, dealerCode);
    const byHand = { amount: 1, planType: 2, dealerCustomerTypeId };
    await done('put-sale', { dealerCode, saleCode: 'S', customerCode, ...byHand });
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
