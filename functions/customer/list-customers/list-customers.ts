import type * as z from 'zod/mini';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { customerAnswer } from '../../../shared/http/customer-answer.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import type { CustomerBook } from '../../../shared/ports/customer-book.ts';
import type { contract } from './contract.ts';

export interface ListCustomersDependencies {
  readonly customers: Pick<CustomerBook, 'newest'>;
}

const MOST_LISTED = 500;

/** Lists the newest customers of the dealer, without their passwords and cards (decisions: customers and cards). */
export const listCustomers =
  ({ customers }: ListCustomersDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const { BeforeDealerCustomerId: before } = readValue(read);
    const newest = await customers.newest(dealer.dealerCode, MOST_LISTED, before);
    if (newest === undefined) {
      throw new Refusal('InvalidRequest', 'BeforeDealerCustomerId is the id of no customer in this list.');
    }
    const DealerCustomerList = newest.customers.map((customer) => customerAnswer(customer));
    const BeforeDealerCustomerId = newest.goesOnBehind ?? 0;
    return {
      data: { DealerCustomerListCount: DealerCustomerList.length, DealerCustomerList, BeforeDealerCustomerId },
    };
  };
