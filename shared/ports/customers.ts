import type { Customer } from '../domain/customer/customer.ts';

/** Either identifier of a customer, or both. */
interface CustomerIdentifiers {
  readonly dealerCustomerId?: number | undefined;
  readonly customerCode?: string | undefined;
}

/** The customer that each given identifier names; absent for an identifier that was not given. */
export interface CustomersFound {
  readonly byId?: Customer | undefined;
  readonly byCode?: Customer | undefined;
}

export interface Customers {
  /** Reads a dealer's customer by either identifier, strongly, in one trip. Throws StoreUnavailable. */
  find(dealerCode: string, identifiers: CustomerIdentifiers): Promise<CustomersFound>;
}
