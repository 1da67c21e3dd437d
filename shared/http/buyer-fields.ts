import * as z from 'zod/mini';
import { given } from '../domain/given.ts';
import type { BasketProduct, Buyer } from '../domain/payment-request.ts';
import { amount, integer, list, nested, text } from './fields.ts';

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

const buyerMembers = () => ({
  BuyerFullName: text({ max: 200 }),
  BuyerEmail: contact(),
  BuyerGsmNumber: contact(),
  BuyerAddress: text({ max: 500 }),
});

/** BuyerInformation of 2.5 for the operation that has no basket. */
export const buyerInformation = () => nested(z.object(buyerMembers()));

/** BuyerInformation of 2.5 with the basket. */
export const buyerInformationWithBasket = () =>
  nested(z.object({ ...buyerMembers(), BasketProduct: basketProducts() }));

type BuyerBlock = z.output<ReturnType<typeof buyerInformation>>;
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

/** The basket, wherever in the request it stood. */
export const basketOf = (request: {
  readonly BuyerInformation: { readonly BasketProduct: BasketLines };
  readonly BasketProduct: BasketLines;
}): readonly BasketProduct[] => {
  const inside = request.BuyerInformation.BasketProduct;
  return (inside.length > 0 ? inside : request.BasketProduct).map((line) =>
    given({
      productId: line.ProductId,
      productCode: line.ProductCode,
      unitPrice: line.UnitPrice,
      quantity: line.Quantity,
    }),
  );
};
