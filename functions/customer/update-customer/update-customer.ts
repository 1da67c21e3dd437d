import type * as z from 'zod/mini';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import {
  customerDetailsIn,
  namedCustomer,
  requireCustomerName,
} from '../../../shared/domain/customer/customer-rules.ts';
import { recordWithCards } from '../../../shared/http/customer-answer.ts';
import { customerFieldsOf } from '../../../shared/http/customer-members.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type ChangeMomentDependencies, changeMoment } from '../../../shared/payment-flow/change-moment.ts';
import type { CustomerBook } from '../../../shared/ports/customer-book.ts';
import type { Customers } from '../../../shared/ports/customers.ts';
import { customerPasswordContext, type Sealer } from '../../../shared/ports/vault.ts';
import type { contract } from './contract.ts';

export interface UpdateCustomerDependencies extends ChangeMomentDependencies {
  readonly customers: Customers;
  readonly book: Pick<CustomerBook, 'replace'>;
  readonly sealer: Sealer;
}

/** How often a change is made again because another one came in between. */
const MAX_ROUNDS = 5;

/** Changes the details that are given, and leaves the others (decisions: customers and cards). */
export const updateCustomer =
  (deps: UpdateCustomerDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const { customers, book, sealer, clock } = deps;
    const fields = customerFieldsOf(readValue(read));
    requireCustomerName(fields);
    const details = customerDetailsIn({ fields, today: istanbulDayOf(clock.now()) });
    const { password } = fields;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const stored = namedCustomer(fields, await customers.find(dealer.dealerCode, fields));
      const sealed =
        password === undefined ? {} : { sealedPassword: await sealer.seal(password, customerPasswordContext(stored)) };
      const customer = { ...stored, ...details, ...sealed, version: stored.version + 1 };
      if (await book.replace(customer, changeMoment(dealer, deps)))
        return { data: recordWithCards(customer, [], password) };
    }
    throw new Error('a customer was changed by others again and again');
  };
