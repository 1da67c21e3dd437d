import * as z from 'zod/mini';
import { istanbulMomentOf } from '../domain/calendar.ts';
import { type Currency, formatAmount, type MinorUnits, parseAmount } from '../domain/money/money.ts';
import { ORDER_LIFE_MS } from '../ports/demo-shop.ts';

/** What the service tells of a payment of a reusable link. The shop believes this, and nothing that a browser brought. */
export interface ToldPayment {
  readonly state: string;
  readonly userPosLinkId: number;
  readonly currency: string;
  readonly amount: MinorUnits;
  readonly createdAtMs: number;
}

/** What the payment has to be, for the shop to hand anything out. */
export interface ExpectedPayment {
  readonly userPosLinkId: number;
  readonly currency: Currency;
  readonly least: MinorUnits;
  readonly nowMs: number;
}

/** Why a payment that exists is not believed. */
export type Doubt = 'not-paid' | 'open' | 'other-link' | 'too-little' | 'too-old';

/** One member of the answer, and what it has to be. */
export interface Check {
  readonly member: 'State' | 'UserPosLinkId' | 'CurrencyCode' | 'Amount' | 'CreateDate';
  readonly told: string;
  readonly wanted: string;
  readonly holds: boolean;
  readonly otherwise: Doubt;
}

const members = z.object({
  State: z.string(),
  UserPosLinkId: z.int(),
  CurrencyCode: z.string(),
  Amount: z.number(),
  CreateDate: z.string(),
});

const TO_THE_SECOND = 19;

/** Reads `Data` of GetUserPosPayment; undefined where it is not to be read, which proves nothing. */
export const toldPaymentOf = (data: unknown): ToldPayment | undefined => {
  const read = members.safeParse(data);
  if (!read.success) return undefined;
  const { State: state, UserPosLinkId: userPosLinkId, CurrencyCode: currency, Amount, CreateDate } = read.data;
  const amount = parseAmount(String(Amount));
  const createdAtMs = istanbulMomentOf(CreateDate.slice(0, TO_THE_SECOND));
  if (typeof amount === 'string' || createdAtMs === undefined) return undefined;
  return { state, userPosLinkId, currency, amount, createdAtMs };
};

/** What is asked of a payment, in this order: the first that does not hold is why the shop hands nothing out. */
export const checksOf = (told: ToldPayment, expected: ExpectedPayment): readonly Check[] => [
  {
    member: 'State',
    told: told.state,
    wanted: 'Paid',
    holds: told.state === 'Paid',
    otherwise: told.state === 'Open' ? 'open' : 'not-paid',
  },
  {
    member: 'UserPosLinkId',
    told: String(told.userPosLinkId),
    wanted: String(expected.userPosLinkId),
    holds: told.userPosLinkId === expected.userPosLinkId,
    otherwise: 'other-link',
  },
  {
    member: 'CurrencyCode',
    told: told.currency,
    wanted: expected.currency,
    holds: told.currency === expected.currency,
    otherwise: 'too-little',
  },
  {
    member: 'Amount',
    told: formatAmount(told.amount),
    wanted: `at least ${formatAmount(expected.least)}`,
    holds: told.amount >= expected.least,
    otherwise: 'too-little',
  },
  // The shop forgets an order after a day. A request that is younger is in its memory if it was ever taken.
  {
    member: 'CreateDate',
    told: expected.nowMs - told.createdAtMs < ORDER_LIFE_MS ? 'less than a day ago' : 'a day ago, or more',
    wanted: 'less than a day ago',
    holds: expected.nowMs - told.createdAtMs < ORDER_LIFE_MS,
    otherwise: 'too-old',
  },
];

/** Why the shop hands nothing out; undefined where all holds, and then the payment counts once. */
export const doubtOf = (checks: readonly Check[]): Doubt | undefined => checks.find(({ holds }) => !holds)?.otherwise;
