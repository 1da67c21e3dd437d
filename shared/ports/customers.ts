import type { Customer } from '../domain/customer/customer.ts';

/** Either identifier of a customer, or both. */
interface CustomerIdentifiers {
  readonly dealerCustomerId?: number | undefined;
  readonly customerCode?: string | undefined;
}

/** What each given identifier leads to; an identifier that was not given leads nowhere. */
export interface CustomersFound {
  readonly byId?: Customer | undefined;
  readonly byCode?: Customer | undefined;
}

export interface Customers {
  /** Reads a dealer's customer by either identifier, strongly, in one trip. Throws StoreUnavailable. */
  find(dealerCode: string, identifiers: CustomerIdentifiers): Promise<CustomersFound>;
}
