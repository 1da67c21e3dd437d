import { customerAnswer } from '../../shared/http/customer-answer.ts';
import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import type { CustomerBook } from '../../shared/ports/customer-book.ts';

export interface ListCustomersDependencies {
  readonly customers: Pick<CustomerBook, 'newest'>;
}

const MOST_LISTED = 500;

/** Lists the newest customers of the dealer, without their passwords and cards (decisions: customers and cards). */
export const listCustomers =
  ({ customers }: ListCustomersDependencies): UseCase<Record<string, never>> =>
  async ({ dealer, read }) => {
    readValue(read);
    const newest = await customers.newest(dealer.dealerCode, MOST_LISTED);
    const DealerCustomerList = newest.map((customer) => customerAnswer(customer));
    return { data: { DealerCustomerListCount: DealerCustomerList.length, DealerCustomerList } };
  };
