import type { Sale } from './sale.ts';
import type { SaleDraft } from './sale-rules.ts';

/** The fields of a sale that a request gives; an absent one is not given. */
export type SaleFields = { readonly [Field in keyof SaleDraft]?: SaleDraft[Field] | undefined };

/** Strongly typed clients send 0 for a number that they do not have. */
const given = (value: number | undefined): number | undefined => (value === 0 ? undefined : value);

/** The identifiers of a customer or product: those of the request, or else the stored ones, never one of each. */
const namesOf = <Names extends object>(asked: Names, stored: Names): Names =>
  Object.values(asked).every((value) => value === undefined) ? stored : asked;

/**
 * A sale as a dealer wants it: a new one with the defaults of dealer interface 2.10, or `stored` with what is given changed
 * (decisions: recurring sales). Nothing can be emptied.
 */
export const draftOf = (fields: SaleFields, stored: Partial<Sale> = {}): SaleDraft => ({
  ...namesOf(
    { customerCode: fields.customerCode, dealerCustomerId: fields.dealerCustomerId },
    { customerCode: stored.customerCode, dealerCustomerId: stored.dealerCustomerId },
  ),
  ...namesOf(
    { productCode: fields.productCode, dealerProductId: fields.dealerProductId },
    { productCode: stored.productCode, dealerProductId: stored.dealerProductId },
  ),
  amount: fields.amount ?? stored.amount,
  currency: fields.currency ?? stored.currency ?? 'TL',
  installmentNumber: given(fields.installmentNumber) ?? stored.installmentNumber ?? 1,
  dealerSaleScheduleId: fields.dealerSaleScheduleId ?? stored.dealerSaleScheduleId ?? 0,
  saleDate: fields.saleDate ?? stored.saleDate,
  beginDate: fields.beginDate ?? stored.beginDate,
  endDate: fields.endDate ?? stored.endDate,
  howManyTrial: fields.howManyTrial ?? stored.howManyTrial ?? 1,
  description: fields.description ?? stored.description,
  planType: given(fields.planType) ?? stored.planType ?? 1,
  dealerCustomerTypeId: fields.dealerCustomerTypeId ?? stored.dealerCustomerTypeId,
  defaultCard1Token: fields.defaultCard1Token ?? stored.defaultCard1Token,
  defaultCard2Token: fields.defaultCard2Token ?? stored.defaultCard2Token,
  defaultCard3Token: fields.defaultCard3Token ?? stored.defaultCard3Token,
});
