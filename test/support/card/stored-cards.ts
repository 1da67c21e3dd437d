import { readStoredCardRow } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import type { StoredCard } from '../../../shared/domain/card/stored-card.ts';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import { type BankDealer, newBankDealer, rowsOf, simple } from '../bank/bank-merchants.ts';
import { customerOf } from '../dealer/records.ts';
import { rowsUnder } from '../store/own-rows.ts';
import { putRows } from '../store/store.ts';

export interface CardDealer extends BankDealer {
  readonly customer: Customer;
  readonly addCustomer: () => Promise<Customer>;
  /** Creates a link that stores the card (IsTokenized 1), for the dealer's first customer by default. */
  readonly newStoringLink: (fields?: Record<string, unknown>) => Promise<string>;
  /** Every stored card of the dealer. */
  readonly storedCards: () => Promise<readonly StoredCard[]>;
  /** Every row of the dealer's payments, and every other that names the dealer or its account at the bank. */
  readonly ownRows: () => Promise<readonly Record<string, unknown>[]>;
}

/** A dealer at the embedded bank who has card storage, and a customer. */
export const newCardDealer = async (options: Parameters<typeof newBankDealer>[0] = {}): Promise<CardDealer> => {
  const dealer = await newBankDealer(options);
  const { dealerCode } = dealer.dealer;
  const addCustomer = async (): Promise<Customer> => {
    const customer = customerOf(dealerCode);
    await putRows(dealer.store, customerItems(customer));
    return customer;
  };
  const customer = await addCustomer();
  return {
    ...dealer,
    customer,
    addCustomer,
    newStoringLink: async (fields = {}) => {
      const { customerCode: CustomerCode } = customer;
      const link = await dealer.newLink({ ...simple, IsTokenized: 1, CustomerCode, ...fields });
      return link.url;
    },
    storedCards: async () => {
      const rows = await rowsOf(dealer.stack, `DEALER#${dealerCode}#`);
      return rows.filter(({ entity }) => entity === 'stored-card').map(readStoredCardRow);
    },
    ownRows: async () =>
      (await Promise.all([dealerCode, dealer.merchant.clientId].map((code) => rowsUnder(dealer.stack, code)))).flat(),
  };
};

/** Fields of a direct payment that a payment by token leaves out. */
export const leastByToken = {
  CardHolderFullName: undefined,
  CardNumber: undefined,
  ExpMonth: undefined,
  ExpYear: undefined,
  CvcNumber: undefined,
} as const;
