import { reportOn, throughBank } from './payer.ts';
import { openBox, shopCard } from './shop-payments.ts';

/** What the shop of these tests calls first: its cart number and the amount. */
export const CODE = { OtherTrxCode: 'CART-17', Amount: 10 };
/** What a page says of a payment that the shop began anew. */
export const BEGUN_AGAIN = 'begun again; nothing was charged here';
export const OTHER_CARD = shopCard('approved-mastercard');

/** The payer walks to the end: what the dealer is told. */
export const walked = async (url: string) => reportOn(await throughBank(await openBox(url))).fields;
