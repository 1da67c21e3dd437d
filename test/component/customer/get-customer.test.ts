import { describe, expect, inject, test } from 'vitest';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import { customerPasswordContext } from '../../../shared/ports/vault.ts';
import { vaultOf } from '../../support/card/vault.ts';
import { newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { putRows } from '../../support/store/store.ts';

const PREFIX = 'DealerCustomer.GetCustomer.';

const withCustomers = async (...changes: readonly Partial<Customer>[]): Promise<TestDealer> => {
  const dealer = await newDealer();
  const { dealerCode } = dealer.dealer;
  const customers = changes.map((change) => ({
    dealerCode,
    dealerCustomerId: 1033,
    customerCode: 'Customer',
    version: 1,
    ...change,
  }));
  await putRows(
    dealer.store,
    customers.flatMap((customer) => [...customerItems(customer)]),
  );
  return dealer;
};

const sealed = (password: string, dealerCode: string): Promise<string> =>
  vaultOf(inject('stack')).seal(password, customerPasswordContext({ dealerCode, dealerCustomerId: 1033 }));

describe('GetCustomer (dealer interface 2.11, 2.12, 7.6)', () => {
  test('answers every member with the password decrypted, and no cards (dealer interface 2.12)', async () => {
    const dealer = await newDealer();
    const { dealerCode } = dealer.dealer;
    const customer: Customer = {
      dealerCode,
      dealerCustomerId: 1033,
      customerCode: 'Customer',
      version: 1,
      sealedPassword: await sealed('p4ss – ş', dealerCode),
      firstName: 'Elif',
      lastName: 'Y',
      gender: 2,
      birthDate: '19850710',
      gsmNumber: '5301111111',
      email: 'elif@example.com',
      address: 'Kadıköy',
    };
    await putRows(dealer.store, [...customerItems(customer)]);
    const answer = await dealer.getCustomer({ DealerCustomerId: '', CustomerCode: 'Customer' });
    expect(answer).toMatchObject({ status: 200, ResultCode: 'Success', ResultMessage: '', Exception: null });
    expect(answer.Data).toEqual({
      DealerCustomer: {
        DealerCustomerId: 1033,
        CustomerCode: 'Customer',
        Password: 'p4ss – ş',
        FirstName: 'Elif',
        LastName: 'Y',
        Gender: 2,
        BirthDate: '19850710',
        GsmNumber: '5301111111',
        Email: 'elif@example.com',
        Address: 'Kadıköy',
      },
      CardListCount: 0,
      CardList: [],
    });
  });

  test('absent texts are "" and an absent gender is 0 (decisions: answers)', async () => {
    const { getCustomer } = await withCustomers({});
    expect((await getCustomer({ DealerCustomerId: 1033 })).Data).toEqual({
      DealerCustomer: {
        DealerCustomerId: 1033,
        CustomerCode: 'Customer',
        Password: '',
        FirstName: '',
        LastName: '',
        Gender: 0,
        BirthDate: '',
        GsmNumber: '',
        Email: '',
        Address: '',
      },
      CardListCount: 0,
      CardList: [],
    });
  });

  test.each([{}, { DealerCustomerId: '', CustomerCode: '' }, { DealerCustomerId: 0 }])(
    'neither identifier in %j is CustomerCodeOrDealerCustomerIdMustBeGiven (dealer interface 4)',
    async (block) => {
      const { getCustomer } = await withCustomers({});
      const code = `${PREFIX}CustomerCodeOrDealerCustomerIdMustBeGiven`;
      expect(await getCustomer(block)).toMatchObject({ status: 200, Data: null, ResultCode: code });
    },
  );

  test.each([{ CustomerCode: 'nobody' }, { DealerCustomerId: 1 }, { DealerCustomerId: 1, CustomerCode: 'nobody' }])(
    'a customer who is not there, %j, is DealerCustomerNotFound',
    async (block) => {
      const { getCustomer } = await withCustomers({});
      expect(await getCustomer(block)).toMatchObject({ Data: null, ResultCode: `${PREFIX}DealerCustomerNotFound` });
    },
  );

  test.each([
    { DealerCustomerId: 1033, CustomerCode: 'Other' },
    { DealerCustomerId: 1033, CustomerCode: 'nobody' },
    { DealerCustomerId: 1, CustomerCode: 'Customer' },
  ])('identifiers of different customers, %j, do not match (dealer interface 4)', async (block) => {
    const { getCustomer } = await withCustomers({}, { dealerCustomerId: 1034, customerCode: 'Other' });
    const code = `${PREFIX}CustomerCodeDoesntMatchDealerCustomerId`;
    expect(await getCustomer(block)).toMatchObject({ Data: null, ResultCode: code });
  });

  test('an identifier that cannot be read is InvalidRequest and named', async () => {
    const { getCustomer } = await withCustomers({});
    const answer = await getCustomer({ DealerCustomerId: '1e400' });
    expect(answer).toMatchObject({ Data: null, ResultCode: `${PREFIX}InvalidRequest` });
    expect(answer.ResultMessage).toContain('DealerCustomerId');
  });

  test("another dealer's customer is not found (rule 37)", async () => {
    await withCustomers({});
    const { getCustomer } = await newDealer();
    expect((await getCustomer({ CustomerCode: 'Customer' })).ResultCode).toBe(`${PREFIX}DealerCustomerNotFound`);
  });
});
