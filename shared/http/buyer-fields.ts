import * as z from 'zod/mini';
import { keptBuyerPhone } from '../domain/customer/contact.ts';
import type { BasketProduct, Buyer } from '../domain/link/payment-request.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { amount, integer, keptText, list, nested, text } from './fields.ts';

const MAX_BASKET_LINES = 100;

/**
 * BasketProduct (dealer interface 2.5). It may stand beside BuyerInformation or inside it (decisions: tolerant
 * reading).
 */
export const basketProducts = () =>
  list(
    z.object({
      ProductId: integer(),
      DealerProductId: integer(),
      ProductCode: text({ max: 100 }),
      UnitPrice: amount(),
      Quantity: integer(),
    }),
    { max: MAX_BASKET_LINES },
  );

/**
 * More than the longest address, so that a bad address gets its own code and not the code of a text that is too long.
 */
const contact = () => text({ max: 1000 });

const buyerMembers = {
  BuyerFullName: text({ max: 200 }),
  BuyerEmail: contact(),
  BuyerAddress: text({ max: 500 }),
};

/** A bad phone never refuses such a payment: it is kept as text. */
const keptPhone = { BuyerGsmNumber: keptText() };

/** BuyerInformation of a direct or mobile payment, without a basket. */
export const buyerOfPayment = () => nested(z.object({ ...buyerMembers, ...keptPhone }));

/** BuyerInformation of a direct or mobile payment, with the basket. */
export const buyerOfPaymentWithBasket = () =>
  nested(z.object({ ...buyerMembers, ...keptPhone, BasketProduct: basketProducts() }));

/** BuyerInformation of a payment request, whose phone has a rule of its own, with the basket. */
export const buyerOfPaymentRequest = () =>
  nested(z.object({ ...buyerMembers, BuyerGsmNumber: contact(), BasketProduct: basketProducts() }));

/** BuyerInformation as it was read, without a basket. */
export type BuyerBlock = z.output<ReturnType<typeof buyerOfPayment>>;
type BasketLines = z.output<ReturnType<typeof basketProducts>>;

/** Maps the names of the wire to those of the domain. */
export const buyerFieldsOf = (
  buyer: BuyerBlock,
): { readonly [Field in keyof Required<Buyer>]: string | undefined } => ({
  fullName: buyer.BuyerFullName,
  email: buyer.BuyerEmail,
  gsmNumber: buyer.BuyerGsmNumber,
  address: buyer.BuyerAddress,
});

/** The buyer of a direct or mobile payment, with the phone as it was kept. */
export const buyerOfPaymentFieldsOf = (buyer: BuyerBlock): ReturnType<typeof buyerFieldsOf> => {
  const fields = buyerFieldsOf(buyer);
  const { gsmNumber } = fields;
  return gsmNumber === undefined ? fields : { ...fields, gsmNumber: keptBuyerPhone(gsmNumber) };
};

/** The basket, wherever in the request it stood. */
export const basketOf = (request: {
  readonly BuyerInformation: { readonly BasketProduct: BasketLines };
  readonly BasketProduct: BasketLines;
}): readonly BasketProduct[] => {
  const inside = request.BuyerInformation.BasketProduct;
  return (inside.length > 0 ? inside : request.BasketProduct).map((line) =>
    omitUndefined({
      productId: line.ProductId ?? line.DealerProductId,
      productCode: line.ProductCode,
      unitPrice: line.UnitPrice,
      quantity: line.Quantity,
    }),
  );
};
