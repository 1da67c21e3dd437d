import * as z from 'zod/mini';
import type { CardReceipt, DirectPayment } from '../../../domain/direct-payment/direct-payment.ts';
import { currencies, minor } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { AttemptName } from '../../../domain/payment/payment-name.ts';
import type { CommissionTerms } from '../../../domain/split/commission-terms.ts';
import type { PaymentSplit } from '../../../domain/split/payment-split.ts';
import {
  objectRow,
  optionalText,
  parseRow,
  type RowOf,
  rowSchema,
  storedAmount,
  storedDay,
  storedRate,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import { callerRow } from '../payment/call-part.ts';
import { paymentKeys } from '../payment/payment-keys.ts';

const signedAmount = rowSchema(() => z.pipe(storedWhole, z.transform(minor)));

/** Rates with their bases, and the fixed part. */
const termsRow = rowSchema(() => z.tuple([z.array(z.tuple([storedAmount, storedRate])), storedAmount]));

/**
 * One sub-dealer in few bytes: id, amount, commission, net, the top dealer's commission and income; for a
 * pre-authorisation also the terms of the two commissions. Only the top dealer's income may be negative (decisions:
 * commission).
 */
export const splitRow = rowSchema(() =>
  z.union([
    z.tuple([storedWhole, storedAmount, storedAmount, storedAmount, storedAmount, signedAmount()]),
    z.tuple([
      storedWhole,
      storedAmount,
      storedAmount,
      storedAmount,
      storedAmount,
      signedAmount(),
      termsRow(),
      termsRow(),
    ]),
  ]),
);

const subDealersRow = objectRow(() => ({ splits: z.array(splitRow()) }));

const termsPart = ({ rated, fixed }: CommissionTerms) => [rated.map(({ base, rate }) => [base, rate]), fixed];

const termsOf = ([rated, fixed]: RowOf<typeof termsRow>): CommissionTerms => ({
  rated: rated.map(([base, rate]) => ({ base, rate })),
  fixed,
});

export const splitPart = (split: PaymentSplit) => {
  const { subDealerId, amount, commission, net, topDealerCommission, topDealerIncome, terms } = split;
  const part = [subDealerId, amount, commission, net, topDealerCommission, topDealerIncome];
  return terms === undefined ? part : [...part, termsPart(terms.commission), termsPart(terms.topDealerCommission)];
};

export const splitOf = (row: RowOf<typeof splitRow>): PaymentSplit => {
  const [subDealerId, amount, commission, net, topDealerCommission, topDealerIncome, own, top] = row;
  const split = { subDealerId, amount, commission, net, topDealerCommission, topDealerIncome };
  if (own === undefined || top === undefined) return split;
  return { ...split, terms: { commission: termsOf(own), topDealerCommission: termsOf(top) } };
};

/** `6#SUB-DEALERS#nn`: the shares of sub-dealers in an attempt, written with its intent. Lists do not read it. */
export const subDealersItem = (attempt: AttemptName, splits: readonly PaymentSplit[]) => ({
  ...paymentKeys.subDealers(attempt),
  entity: 'sub-dealers',
  splits: splits.map(splitPart),
});

export const readSubDealersItem = (row: unknown): readonly PaymentSplit[] =>
  parseRow('sub-dealers', subDealersRow, row).splits.map(splitOf);

/** A payment's reservation of a card's day, in few bytes: day, currency, amount. */
const cardReservationRow = rowSchema(() => z.tuple([storedDay, z.enum(currencies), storedAmount]));

const cardReservationOf = ([day, currency, amount]: RowOf<typeof cardReservationRow>): CardReceipt => ({
  day,
  currency,
  amount,
});

/** Fields of one attempt of a direct payment: the card and the caller may differ from attempt to attempt. */
export const directAttemptRow = objectRow(() => ({
  cardToken: optionalText,
  cardHolderName: optionalText,
  caller: callerRow(),
  customer: z.optional(z.object({ dealerCustomerId: storedWhole, customerCode: storedText })),
  cardReservation: z.optional(cardReservationRow()),
}));

type DirectAttemptPart = Pick<
  DirectPayment,
  'cardToken' | 'cardHolderName' | 'caller' | 'customer' | 'cardReservation'
>;

export const directAttemptPartOf = ({
  caller,
  cardReservation: reservation,
  ...direct
}: RowOf<typeof directAttemptRow>): DirectAttemptPart => {
  const cardReservation = reservation && cardReservationOf(reservation);
  return omitUndefined({ ...direct, caller: omitUndefined(caller), cardReservation });
};

export const directAttemptPart = ({
  cardToken,
  cardHolderName,
  caller,
  customer,
  cardReservation,
}: DirectAttemptPart) =>
  omitUndefined({
    cardToken,
    cardHolderName,
    caller,
    customer,
    cardReservation: cardReservation && [cardReservation.day, cardReservation.currency, cardReservation.amount],
  });
