import { formatAmount } from '../domain/money/money.ts';
import type { Order } from '../ports/demo-shop.ts';
import { product } from './product.ts';
import type { ApiCall } from './service-api.ts';

/** What the payer typed into the shop's own card form. It is sent on, and kept nowhere. */
export interface TypedCard {
  readonly number: string;
  readonly holder: string;
  readonly expiry: string;
  readonly cvc: string;
}

/** What the calls of a shop need besides the order. */
export interface ShopTerms {
  readonly dealerCustomerTypeId: number;
  /** The bank whose virtual POS takes mobile payments. */
  readonly bankCode: string;
  /** Where the payer's browser brings the result. */
  readonly resultUrl: string;
}

const SOFTWARE = 'demo-shop';
const amount = Number(formatAmount(product.amount));
const paymentDealer = { authenticationBlock: 'PaymentDealerAuthentication', requestBlock: 'PaymentDealerRequest' };

/** A payment link. */
export const linkCall = ({ code }: Order, { dealerCustomerTypeId, resultUrl }: ShopTerms): ApiCall => ({
  path: '/PaymentUserPos/CreateUserPosPayment',
  authenticationBlock: 'DealerAuthentication',
  requestBlock: 'PaymentUserPosRequest',
  request: {
    OtherTrxCode: code,
    DealerCustomerTypeId: dealerCustomerTypeId,
    Amount: amount,
    Description: product.name,
    ReturnHash: 1,
    RedirectUrl: resultUrl,
  },
});

/** A mobile 3D payment whose result stays in the frame. Its RedirectURL must contain OtherTrxCode. */
export const frameCall = ({ code }: Order, { bankCode, resultUrl }: ShopTerms): ApiCall => ({
  path: '/PaymentDealer/DoDirectPaymentThreeDMobile',
  ...paymentDealer,
  request: {
    OtherTrxCode: code,
    PaymentType: bankCode,
    Amount: amount,
    Description: product.name,
    RedirectURL: `${resultUrl}?order=${code}`,
    RedirectType: 1,
    Software: SOFTWARE,
  },
});

/** `12 / 49`, `12/2049` and `1249` as month and year; what is neither is sent as it is, for the service to say what is wrong. */
const expiryOf = (typed: string): { readonly ExpMonth: string; readonly ExpYear: string } => {
  const [, month = typed, year = ''] = /^\s*(\d{1,2})\s*\/?\s*(\d{4}|\d{2})\s*$/.exec(typed) ?? [];
  return { ExpMonth: month.padStart(2, '0'), ExpYear: year.length === 2 ? `20${year}` : year };
};

const byCard = ({ code }: Order, card: TypedCard) => ({
  OtherTrxCode: code,
  CardHolderFullName: card.holder,
  CardNumber: card.number.replaceAll(/[\s-]/g, ''),
  ...expiryOf(card.expiry),
  CvcNumber: card.cvc,
  Amount: amount,
  Currency: product.currency,
  InstallmentNumber: 1,
  Description: product.name,
  Software: SOFTWARE,
});

/** A card payment with 3D, whose payer the shop sends to the address that it gets. */
export const threeDCall = (order: Order, card: TypedCard, { resultUrl }: ShopTerms): ApiCall => ({
  path: '/PaymentDealer/DoDirectPaymentThreeD',
  ...paymentDealer,
  request: { ...byCard(order, card), ReturnHash: 1, RedirectUrl: resultUrl, RedirectType: 0 },
});

/** A card payment in one call, without the payer's browser. */
export const directCall = (order: Order, card: TypedCard): ApiCall => ({
  path: '/PaymentDealer/DoDirectPayment',
  ...paymentDealer,
  request: byCard(order, card),
});
