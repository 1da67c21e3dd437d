import * as z from 'zod/mini';
import { keptBuyerPhone } from '../domain/customer/contact.ts';
import type { BasketProduct, Buyer } from '../domain/link/payment-request.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { amount, integer, keptText, list, nested, text } from './fields.ts';

const MAX_BASKET_LINES = 100;

/** BasketProduct of 2.5. It may stand beside BuyerInformation as well as inside it (wire facts). */
export const basketProducts = () =>
  list(
    z.object({
      ProductId: integer(),
      ProductCode: text({ max: 100 }),
      UnitPrice: amount(),
      Quantity: integer(),
    }),
    { max: MAX_BASKET_LINES },
  );

/** Longer than any address can be, so that a bad address is refused by its own code and not by its length. */
const contact = () => text({ max: 1000 });

const buyerMembers = {
  BuyerFullName: text({ max: 200 }),
  BuyerEmail: contact(),
  BuyerAddress: text({ max: 500 }),
};

/** A phone that is no reason to refuse the payment: what is no phone is kept as text. */
const keptPhone = { BuyerGsmNumber: keptText() };

/** BuyerInformation of a payment that is started at once and has no basket. */
export const buyerOfPayment = () => nested(z.object({ ...buyerMembers, ...keptPhone }));

/** BuyerInformation of a payment that is started at once, with the basket. */
export const buyerOfPaymentWithBasket = () =>
  nested(z.object({ ...buyerMembers, ...keptPhone, BasketProduct: basketProducts() }));

/** BuyerInformation of a payment request, whose phone has a rule of its own, with the basket. */
export const buyerOfPaymentRequest = () =>
  nested(z.object({ ...buyerMembers, BuyerGsmNumber: contact(), BasketProduct: basketProducts() }));

type BuyerBlock = z.output<ReturnType<typeof buyerOfPayment>>;
type BasketLines = z.output<ReturnType<typeof basketProducts>>;

/** From the wire's names to the domain's. */
export const buyerFieldsOf = (
  buyer: BuyerBlock,
): { readonly [Field in keyof Required<Buyer>]: string | undefined } => ({
  fullName: buyer.BuyerFullName,
  email: buyer.BuyerEmail,
  gsmNumber: buyer.BuyerGsmNumber,
  address: buyer.BuyerAddress,
});

/** The same of a payment that is started at once, with what is kept of the phone. */
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
      productId: line.ProductId,
      productCode: line.ProductCode,
      unitPrice: line.UnitPrice,
      quantity: line.Quantity,
    }),
  );
};
