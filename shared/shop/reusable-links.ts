import { createHash } from 'node:crypto';
import { type DayText, dayTextOf, istanbulDayOf, numberOfDay } from '../domain/calendar.ts';
import { type Currency, type MinorUnits, toWireAmount } from '../domain/money/money.ts';
import type { LinkedProduct } from '../ports/demo-shop.ts';
import { course, gift } from './product.ts';
import type { ApiCall } from './service-api.ts';

/** What the calls for reusable links need of the shop. */
export interface LinkTerms {
  readonly dealerCustomerTypeId: number;
  /** Scheme, host and port at which payers come back. */
  readonly home: string;
}

/** A reusable link of the shop. The service keeps it: the same call again is answered with the same link. */
export interface ShopLink {
  readonly code: string;
  readonly call: ApiCall;
  /** A payment of it is at least so much, in this currency. */
  readonly least: MinorUnits;
  readonly currency: Currency;
}

/** A product as the shop's page shows it. */
export type LinkedProductView =
  | { readonly id: 'course'; readonly name: string; readonly words: string; readonly amount: MinorUnits }
  | { readonly id: 'gift'; readonly name: string; readonly words: string; readonly least: MinorUnits };

/** The service adds this to LinkCode: a hyphen and 80 bits, which nobody can guess. */
const OF_A_REQUEST = /^-[a-z2-7]{16}$/;
const CODE_OF_LINK = /^(?:course-\d{8}|gift)-[0-9a-f]{10}-[a-z2-7]{16}$/;

/** True for a code of a payment that a link of the shop, of today or of before, may have made. */
export const isCodeOfLink = (text: string): boolean => CODE_OF_LINK.test(text);

/** True for a code that a payment of this link has. Whether there is such a payment the service alone knows. */
export const isOfLink = (code: string, link: ShopLink): boolean =>
  code.startsWith(link.code) && OF_A_REQUEST.test(code.slice(link.code.length));

const DAYS_OF_WEEK = 7;
/** Day 0 was a Thursday. */
const SATURDAY = 2;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The day of the course that is sold now: the first Saturday after today. */
const courseDay = (nowMs: number): DayText => {
  const tomorrow = numberOfDay(istanbulDayOf(nowMs)) + 1;
  return dayTextOf(tomorrow + ((SATURDAY + DAYS_OF_WEEK - (tomorrow % DAYS_OF_WEEK)) % DAYS_OF_WEEK));
};

const weekBefore = (day: DayText): DayText => dayTextOf(numberOfDay(day) - DAYS_OF_WEEK);

const courseName = (day: DayText): string =>
  `${course.name}, Saturday ${Number(day.slice(6))} ${MONTHS[Number(day.slice(4, 6)) - 1]}`;

type LinkFields = Readonly<Record<string, unknown>>;

/**
 * LinkCode follows from what the link says. So the shop keeps no state about its links, and one with another price or
 * address back is another link.
 */
const codeOf = (name: string, fields: LinkFields): string =>
  `${name}-${createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 10)}`;

const linkOf = (name: string, fields: LinkFields): Pick<ShopLink, 'code' | 'call'> => {
  const code = codeOf(name, fields);
  const call = {
    path: '/PaymentUserPos/CreateUserPosLink',
    authenticationBlock: 'DealerAuthentication',
    requestBlock: 'PaymentUserPosRequest',
    request: { LinkCode: code, ...fields },
  };
  return { code, call };
};

const sharedFields = (id: LinkedProduct, { dealerCustomerTypeId, home }: LinkTerms): LinkFields => ({
  DealerCustomerTypeId: dealerCustomerTypeId,
  ReturnHash: 1,
  // Each product has an address back of its own: what arrives there has to be a payment of that product.
  RedirectUrl: `${home}/shop/${id}-result`,
});

const courseLink = (day: DayText, terms: LinkTerms): ShopLink => {
  const { words, amount, currency, places, begin } = course;
  const fields = {
    ...sharedFields('course', terms),
    Title: courseName(day),
    Description: words,
    CurrencyCode: currency,
    Amount: toWireAmount(amount),
    MaxPayments: places,
    ExpireDate: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)} ${begin}`,
    Ask: [{ Field: 'FullName', Need: 'required' }],
  };
  return { ...linkOf(`course-${day}`, fields), least: amount, currency };
};

const giftLink = (terms: LinkTerms): ShopLink => {
  const { name, words, least, most, suggested, currency } = gift;
  const fields = {
    ...sharedFields('gift', terms),
    Title: name,
    Description: words,
    CurrencyCode: currency,
    OpenAmount: { Min: toWireAmount(least), Max: toWireAmount(most), Suggested: suggested.map(toWireAmount) },
  };
  return { ...linkOf('gift', fields), least, currency };
};

/**
 * The links of a product: the one that sells now is the first. Who began to pay for a course may come back when the next one
 * is sold already.
 */
export const linksOf = (
  id: LinkedProduct,
  terms: LinkTerms,
  nowMs: number,
): readonly [ShopLink, ...(readonly ShopLink[])] => {
  if (id === 'gift') return [giftLink(terms)];
  const day = courseDay(nowMs);
  return [courseLink(day, terms), courseLink(weekBefore(day), terms)];
};

/** What the shop's page says of them. */
export const linkedProducts = (nowMs: number): readonly LinkedProductView[] => [
  {
    id: 'course',
    name: courseName(courseDay(nowMs)),
    words: `${course.words} ${course.begin}, ${course.places} places.`,
    amount: course.amount,
  },
  { id: 'gift', name: gift.name, words: gift.words, least: gift.least },
];
