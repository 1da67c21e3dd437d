import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { putCustomer, showCustomer } from '../../../../../functions/operator/operate/commands/customer.ts';
import type { Customer } from '../../../../../shared/domain/customer/customer.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';

const NOW = Date.UTC(2027, 0, 15, 9);
const STORED: Customer = {
  dealerCode: 'D1',
  dealerCustomerId: 5,
  customerCode: 'C-5',
  version: 3,
  firstName: 'Elif',
  createdAtMs: 7,
};

const callWith = (customers: readonly Customer[]): CommandCall => {
  const deps = {
    dealers: { load: async () => ({ dealer: dealerWith({ dealerCode: 'D1' }), credentials: [] }) },
    customers: {
      find: async (_dealer: string, named: { readonly dealerCustomerId?: number; readonly customerCode?: string }) => ({
        byId: customers.find((one) => one.dealerCustomerId === named.dealerCustomerId),
        byCode: customers.find((one) => one.customerCode === named.customerCode),
      }),
    },
    identifiers: { next: async (sequence: string) => (sequence === 'customer' ? 100_001 : 0) },
    sealer: { seal: async (text: string) => `sealed ${text}` },
  };
  return { deps, nowMs: NOW, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
};

const put = (input: object, customers: readonly Customer[] = [STORED]) =>
  putCustomer.plan({ dealerCode: 'D1', ...input }, callWith(customers));

describe('put-customer', () => {
  test('makes a customer under a generated id, or under the one that is given', async () => {
    const { change, changed } = await put({ customerCode: 'C-9', firstName: 'Can' });
    const record = { customerCode: 'C-9', dealerCustomerId: 100_001, version: 1, createdAtMs: NOW };
    expect(change).toMatchObject({ kind: 'customer', record });
    expect(changed).toEqual(['customerCode', 'dealerCode', 'dealerCustomerId', 'firstName']);
    expect((await put({ customerCode: 'C-9', dealerCustomerId: 99_999 })).change).toMatchObject({
      record: { dealerCustomerId: 99_999 },
    });
  });

  test('changes what is given and keeps the rest, and names what it changed, a password too', async () => {
    const { change, changed } = await put({ customerCode: 'C-5', version: 3, lastName: 'Ay', password: 'secret' });
    expect(changed).toEqual(['lastName', 'password']);
    const record = { ...STORED, version: 4, lastName: 'Ay', sealedPassword: 'sealed secret' };
    expect(change).toMatchObject({ record });
  });

  test('takes a day of birth that has passed, and a mobile number and an e-mail address in their form', async () => {
    const given = { birthDate: '20270114', gsmNumber: '05301111111', email: 'elif@example.com', gender: 2 };
    const { change } = await put({ customerCode: 'C-9', ...given });
    expect(change).toMatchObject({ record: { ...given, gsmNumber: '5301111111' } });
  });

  test.each([
    [{}, 'customerCode or dealerCustomerId is required.'],
    [{ dealerCustomerId: 8 }, 'customerCode is required for a new record.'],
    [{ dealerCustomerId: 100_000, customerCode: 'C-9' }, 'dealerCustomerId of a new record must be below 100000.'],
    [{ customerCode: 'C-9', birthDate: '20270115' }, 'birthDate must be in the past.'],
    [{ customerCode: 'C-9', email: 'elif' }, 'email must be an e-mail address.'],
    [{ customerCode: 'C-9', gsmNumber: '212' }, 'gsmNumber must be a mobile number of 10 digits that starts with 5.'],
    [
      { dealerCustomerId: 5, customerCode: 'C-9' },
      'dealerCustomerId and customerCode do not belong to the same customer.',
    ],
  ])('is refused for %j', async (input, sentence) => {
    await expect(put(input)).rejects.toMatchObject({ sentence });
  });

  test('is refused over another version, and says of whom', async () => {
    await expect(put({ customerCode: 'C-5', version: 2 })).rejects.toMatchObject({
      code: 'VersionConflict',
      sentence: expect.stringMatching(/^The current version of customer of dealer D1 is 3/),
    });
  });
});

test('show-customer shows whether there is a password, and not the password', async () => {
  const show = (customerCode: string) =>
    showCustomer.show({ dealerCode: 'D1', customerCode }, callWith([{ ...STORED, sealedPassword: 'sealed' }]));
  const { createdAtMs: _createdAtMs, ...customer } = STORED;
  expect(await show('C-5')).toEqual({ ...customer, password: { set: true } });
  await expect(show('C-6')).rejects.toMatchObject({ sentence: 'There is no such customer of dealer D1.' });
});
