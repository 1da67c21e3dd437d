import type * as z from 'zod/mini';
import { namedCustomer, requireCustomerName } from '../../../shared/domain/customer/customer-rules.ts';
import { recordWithCards } from '../../../shared/http/customer-answer.ts';
import { customerNamesOf } from '../../../shared/http/customer-members.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import type { Customers } from '../../../shared/ports/customers.ts';
import { customerPasswordContext, type Opener } from '../../../shared/ports/vault.ts';
import type { contract } from './contract.ts';

export interface GetCustomerDependencies {
  readonly customers: Customers;
  readonly vault: Opener;
}

/**
 * Reads one customer of the dealer by DealerCustomerId, CustomerCode or both (dealer interface 2.11, 2.12 and 4). The
 * customer's password is decrypted for this answer alone. Refuses with the codes of dealer interface 7.6.
 */
export const getCustomer =
  ({ customers, vault }: GetCustomerDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const names = customerNamesOf(readValue(read));
    requireCustomerName(names);
    const found = namedCustomer(names, await customers.find(dealer.dealerCode, names));
    const { sealedPassword } = found;
    const password =
      sealedPassword === undefined ? '' : await vault.open(sealedPassword, customerPasswordContext(found));
    return { data: recordWithCards(found, [], password) };
  };
