import * as z from 'zod/mini';
import type { GetSaleReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { saleNames } from '../../../shared/http/sale-members.ts';

/** Deletes a recurring sale (decisions: recurring sales). Two of its codes have this spelling on the wire. */
export const contract = defineOperation({
  name: 'delete-sale',
  ...dealerSaleOperation('DeleteSale'),
  request: z.object(saleNames),
  codes: {
    ...dealerSaleCodes('DeleteSale'),
    SaleCodeOrDealerSaleIdMustBeGiven: 'DealerSale.DeleteSale.SaleCodeOrDealerSaleIdMustBeGiven',
    DealerSaleNotFound: 'DealerSale.DeleteDealer.DealerSaleNotFund',
    SaleCodeDoesntMatchDealerSaleId: 'DealerSale.DeleteDealer.SaleCodeDoesntMatchDealerSaleId',
  } satisfies CodesOf<GetSaleReason>,
});
