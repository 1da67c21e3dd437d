import { type Attempt, callOf } from '../attempt/attempt.ts';
import type { Buyer, PaymentRequest } from '../link/payment-request.ts';
import type { MinorUnits } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { askedForOf } from '../payment/payment.ts';

/** What somebody knows of a payment that they look for. Everything that is given must fit. */
export interface PaymentFilter {
  /** What the card was charged. */
  readonly amount?: MinorUnits | undefined;
  /** Last four digits of the card. */
  readonly lastFour?: string | undefined;
  /** A part of the payer's or card holder's name, e-mail address or phone number. */
  readonly payer?: string | undefined;
  readonly authCode?: string | undefined;
}

/** Digits of a phone number by which people look for it. Fewer would find everybody. */
const LEAST_PHONE_DIGITS = 4;
/** Digits of a Turkish number behind 0 or +90, which some write and some do not. */
const NATIONAL_DIGITS = 10;

/**
 * A text as it is compared: without capital letters and marks. Card holders are written `YILMAZ`, payers `Yılmaz`, and whoever
 * looks for them may type `yilmaz`.
 */
const plain = (text: string): string =>
  text.toLocaleLowerCase('tr').normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i').trim();
const digitsOf = (text: string): string => text.replace(/\D/g, '');

const isPayer = (wanted: string, { fullName, email, gsmNumber }: Buyer, holder: string | undefined): boolean => {
  const phone = digitsOf(wanted).slice(-NATIONAL_DIGITS);
  const looksLikePhone = phone.length >= LEAST_PHONE_DIGITS && !/\p{L}|@/u.test(wanted);
  if (looksLikePhone) return digitsOf(gsmNumber ?? '').includes(phone);
  return [fullName, email, holder].some((text) => text !== undefined && plain(text).includes(plain(wanted)));
};

/** What an attempt tells by itself of what somebody looks for. */
export type AttemptLookedFor = Pick<Attempt, 'terms' | 'maskedCard' | 'bank'>;

/** True of an attempt that fits whatever is given of the attempt itself: everything but its payer. */
export const mayFitFilter = (
  { amount, lastFour, authCode }: PaymentFilter,
  { terms, maskedCard, bank }: AttemptLookedFor,
): boolean => {
  if (amount !== undefined && terms.total !== amount) return false;
  if (lastFour !== undefined && !maskedCard.endsWith(lastFour)) return false;
  return authCode === undefined || bank?.authCode === authCode;
};

/** True for a payment that fits everything that is given. `link` is that of a link's payment, where it could be read. */
export const fitsFilter = (filter: PaymentFilter, attempt: Attempt, link: PaymentRequest | undefined): boolean => {
  const { payer } = filter;
  if (!mayFitFilter(filter, attempt)) return false;
  if (payer === undefined) return true;
  const { buyer } = askedForOf(attempt, omitUndefined({ link }));
  const holder = callOf(attempt)?.cardHolderName;
  // A link may name nobody but the address that it was sent to.
  return isPayer(payer, buyer, holder) || isPayer(payer, link?.delivery ?? {}, undefined);
};
