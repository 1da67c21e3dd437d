import * as z from 'zod/mini';
import { keptBuyerPhone } from '../domain/customer/contact.ts';
import type { BasketProduct, Buyer } from '../domain/link/payment-request.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { amount, codedAmount, codedInteger, integer, keptText, list, nestedOrText, text } from './fields.ts';

const MAX_BASKET_LINES = 100;

const basketLines = (unitPrice = amount(), quantity = integer()) =>
  list(
    z.object({
      ProductId: integer(),
      DealerProductId: integer(),
      ProductCode: text({ max: 100 }),
      UnitPrice: unitPrice,
      Quantity: quantity,
    }),
    { max: MAX_BASKET_LINES },
  );

/**
 * BasketProduct (dealer interface 2.5). It may stand beside BuyerInformation or inside it (decisions: tolerant
 * reading).
 */
export const basketProducts = () => basketLines();

/** BasketProduct of an operation with codes of its own for price and quantity: its rules refuse unreadable ones. */
export const codedBasketProducts = () => basketLines(codedAmount(), codedInteger());

/**
 * More than the longest address, so that a bad address gets its own code and not the code of a text that is too long.
 */
const contact = () => text({ max: 1000 });

const NAME_LENGTH = 200;

const buyerMembers = {
  BuyerFullName: text({ max: NAME_LENGTH }),
  BuyerEmail: contact(),
  BuyerAddress: text({ max: 500 }),
};

/** Some clients write a sentence in place of the block: it is the name (decisions: tolerant reading). */
const buyerBlock = <Members extends z.ZodMiniType>(members: Members) =>
  nestedOrText(members, { member: 'BuyerFullName', max: NAME_LENGTH });

/** A bad phone never refuses such a payment: it is kept as text. */
const keptPhone = { BuyerGsmNumber: keptText() };

/** BuyerInformation of a direct or mobile payment, without a basket. */
export const buyerOfPayment = () => buyerBlock(z.object({ ...buyerMembers, ...keptPhone }));

/** BuyerInformation of a direct or mobile payment, with the basket. */
export const buyerOfPaymentWithBasket = (lines = basketProducts()) =>
  buyerBlock(z.object({ ...buyerMembers, ...keptPhone, BasketProduct: lines }));

/** BuyerInformation of a payment request, whose phone has a rule of its own, with the basket. */
export const buyerOfPaymentRequest = () =>
  buyerBlock(z.object({ ...buyerMembers, BuyerGsmNumber: contact(), BasketProduct: basketProducts() }));

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
