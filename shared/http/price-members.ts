import type * as z from 'zod/mini';
import type { PriceFields } from '../domain/price-inquiry/price-fields.ts';
import { amount, codedInteger, codedText, integer, text } from './fields.ts';

/** Longer than any card number: whatever a program sends as a BIN is read, and refused by its rule. */
const BIN_LENGTH = 30;

/** The first digits of a card, which programs send as a number or as text, with blanks around it. */
export const binNumber = () => text({ max: BIN_LENGTH });

/** The members of every price inquiry. */
export const priceMembers = {
  BinNumber: binNumber(),
  Currency: codedText(10),
  OrderAmount: amount(),
  IsThreeD: integer(),
};

/** An installment count with a code of its own. */
export const installmentNumber = codedInteger;

type PriceMembers = z.output<z.ZodMiniObject<typeof priceMembers>>;

/** Maps the names of the wire to those of the domain. */
export const priceFieldsOf = ({ BinNumber, Currency, OrderAmount, IsThreeD }: PriceMembers): Required<PriceFields> => ({
  binNumber: BinNumber?.trim(),
  currency: Currency,
  orderAmount: OrderAmount,
  isThreeD: IsThreeD,
});
