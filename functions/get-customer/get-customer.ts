import type * as z from 'zod/mini';
import type { Customer } from '../../shared/domain/customer/customer.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import type { Customers } from '../../shared/ports/customers.ts';
import { customerPasswordContext, type Opener } from '../../shared/ports/vault.ts';
import type { contract } from './contract.ts';

export interface GetCustomerDependencies {
  readonly customers: Customers;
  readonly vault: Opener;
}

/** The customer record of 2.12 with every member; this operation returns no cards. */
const customerRecord = (customer: Customer, password: string) => ({
  DealerCustomer: {
    DealerCustomerId: customer.dealerCustomerId,
    CustomerCode: customer.customerCode,
    Password: password,
    FirstName: customer.firstName ?? '',
    LastName: customer.lastName ?? '',
    Gender: customer.gender ?? 0,
    BirthDate: customer.birthDate ?? '',
    GsmNumber: customer.gsmNumber ?? '',
    Email: customer.email ?? '',
    Address: customer.address ?? '',
  },
  CardListCount: 0,
  CardList: [],
});

/**
 * Reads one customer of the dealer by DealerCustomerId, CustomerCode or both (2.11, 2.12, section 4 rules 2 and 3).
 * The customer's password is opened for this answer alone. Refuses with the codes of 7.6.
 */
export const getCustomer =
  ({ customers, vault }: GetCustomerDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const { DealerCustomerId: dealerCustomerId, CustomerCode: customerCode } = readValue(read);
    if (dealerCustomerId === undefined && customerCode === undefined) {
      throw new Refusal('CustomerCodeOrDealerCustomerIdMustBeGiven', 'CustomerCode or DealerCustomerId must be given.');
    }
    const { byId, byCode } = await customers.find(dealer.dealerCode, { dealerCustomerId, customerCode });
    const found = byId ?? byCode;
    if (found === undefined) {
      const sentence = 'No customer of this dealer has the given DealerCustomerId or CustomerCode.';
      throw new Refusal('DealerCustomerNotFound', sentence);
    }
    const bothGiven = dealerCustomerId !== undefined && customerCode !== undefined;
    if (bothGiven && byId?.dealerCustomerId !== byCode?.dealerCustomerId) {
      const sentence = 'CustomerCode and DealerCustomerId do not belong to the same customer.';
      throw new Refusal('CustomerCodeDoesntMatchDealerCustomerId', sentence);
    }
    const { sealedPassword } = found;
    const password =
      sealedPassword === undefined ? '' : await vault.open(sealedPassword, customerPasswordContext(found));
    return { data: customerRecord(found, password) };
  };
