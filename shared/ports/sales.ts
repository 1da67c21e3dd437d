import type { Sale } from '../domain/customer/sale.ts';

interface SaleIdentifiers {
  readonly dealerSaleId?: number | undefined;
  readonly saleCode?: string | undefined;
}

interface SalesFound {
  readonly byId?: Sale | undefined;
  readonly byCode?: Sale | undefined;
}

export interface Sales {
  /** Reads a dealer's sale by either identifier, strongly, in one trip. Throws StoreUnavailable. */
  find(dealerCode: string, identifiers: SaleIdentifiers): Promise<SalesFound>;
}
