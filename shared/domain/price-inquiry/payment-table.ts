import type { BinRecord, CardOrigin } from '../card/bin-record.ts';
import type { Dealer } from '../dealer/dealer.ts';
import { askedCurrency, SINGLE_PAYMENT } from '../money/asked-terms.ts';
import { type Currency, currencies, type MinorUnits, minor } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import { type ChargedCard, mayCharge, type PosQuestion } from '../virtual-pos/choose-virtual-pos.ts';
import { quotesOfCard } from '../virtual-pos/quotes-of-card.ts';
import { rateAt } from '../virtual-pos/rate-at.ts';
import type { VirtualPos } from '../virtual-pos/virtual-pos.ts';
import type { PaymentTableFields } from './price-fields.ts';

/** Kinds of cards in a table, as the interface spells them. Prices depend on bank and count, not on the kind. */
export const commissionTypes = ['CreditCard', 'DebitCard', 'ForeingCurrency', 'InternationalCard'] as const;
type CommissionType = (typeof commissionTypes)[number];

const MOST_COUNTS = 12;
const COUNTS = Array.from({ length: MOST_COUNTS }, (_, index) => index + SINGLE_PAYMENT);

/** The price of one count; `price` is absent where the count is not to be had. */
export interface TableRow {
  readonly type: CommissionType;
  readonly count: number;
  readonly price?: {
    readonly rate: Rate;
    readonly commission: MinorUnits;
    readonly monthly: MinorUnits;
    readonly total: MinorUnits;
  };
}

/** The prices at one virtual POS. `bankName` is absent for cards of every bank that has none of its own. */
export interface BankPrices {
  readonly bankName?: string;
  readonly rows: readonly TableRow[];
}

interface TableQuestion {
  readonly fields: PaymentTableFields;
  readonly dealer: Pick<Dealer, 'installmentCounts' | 'currencies'> & { readonly preferCheapest?: boolean };
  readonly ofDealer: readonly VirtualPos[];
}

type Quoting = TableQuestion & { readonly card: ChargedCard; readonly currency: Currency };

const posQuestion = ({ ofDealer, currency, dealer: { preferCheapest } }: Quoting): PosQuestion => ({
  ofDealer,
  currency,
  preferCheapest: preferCheapest === true,
});

/** Prices by count, by the code that quotes links: the payer bears every commission, or the dealer does. */
const pricesOf = (quoting: Quoting): ReadonlyMap<number, TableRow['price']> => {
  const { fields, dealer, card, currency } = quoting;
  const terms = {
    amount: fields.orderAmount ?? minor(0),
    currency,
    installments: { by: 'payer' },
    allowedCounts: [SINGLE_PAYMENT, ...dealer.installmentCounts],
    commissionByDealer: fields.isIncludedCommissionAmount === 1 ? 0 : MOST_COUNTS,
    commissionDifferenceOnly: false,
    preAuthorisation: false,
  } as const;
  return new Map(
    quotesOfCard({ ...posQuestion(quoting), terms, card }).map(({ pos, quote }) => {
      const { count, total, monthly, commission, dealerCommission } = quote;
      const rate = rateAt(pos, count);
      if (rate === undefined) throw new RangeError('a quote has a rate');
      return [count, { rate, commission: minor(commission + dealerCommission), monthly, total }];
    }),
  );
};

const rowOf = (type: CommissionType, count: number, price: TableRow['price']): TableRow =>
  price === undefined ? { type, count } : { type, count, price };

/** A foreign currency that the dealer may take with this card: the currency asked for, if it is one. */
const foreignOf = (quoting: Quoting): Currency | undefined => {
  const { card, dealer, currency } = quoting;
  const charging = mayCharge(posQuestion(quoting), card, SINGLE_PAYMENT);
  return (currency === 'TL' ? currencies : [currency]).find(
    (one) => one !== 'TL' && dealer.currencies.includes(one) && charging.some((pos) => pos.currencies.includes(one)),
  );
};

/**
 * The rows of any card: credit cards by count, in order from 1, then the single payment of the other kinds. A program
 * that takes the row of count n at place n - 1 finds it.
 */
const rowsOfAnyCard = (quoting: Quoting): readonly TableRow[] => {
  const prices = pricesOf(quoting);
  const foreign = foreignOf(quoting);
  const abroad = foreign === undefined ? undefined : pricesOf({ ...quoting, currency: foreign }).get(SINGLE_PAYMENT);
  const single = prices.get(SINGLE_PAYMENT);
  return [
    ...COUNTS.map((count) => rowOf('CreditCard', count, prices.get(count))),
    rowOf('DebitCard', SINGLE_PAYMENT, single),
    rowOf('ForeingCurrency', SINGLE_PAYMENT, abroad),
    rowOf('InternationalCard', SINGLE_PAYMENT, single),
  ];
};

const typeOf = ({ foreign, creditType }: BinRecord, currency: Currency): CommissionType => {
  if (foreign === true) return 'InternationalCard';
  if (currency !== 'TL') return 'ForeingCurrency';
  return creditType === 'debit' ? 'DebitCard' : 'CreditCard';
};

const isToBeHad = ({ rows }: BankPrices): boolean => rows.some(({ price }) => price !== undefined);

/**
 * The prices of a card, with the name of its bank where the dealer has a virtual POS of it; undefined where none charges it.
 * Installments tell which that is: a single payment may be charged at any bank.
 */
const bankPricesOf = (
  question: TableQuestion,
  origin: CardOrigin | undefined,
  toRows: (quoting: Quoting) => readonly TableRow[],
): BankPrices | undefined => {
  const card: ChargedCard = { kind: 'card', bankCode: origin?.bankCode, group: origin?.group };
  const quoting = { ...question, card, currency: askedCurrency(question.fields) };
  const counts = [SINGLE_PAYMENT, SINGLE_PAYMENT + 1];
  const [single, inInstallments] = counts.map((count) => mayCharge(posQuestion(quoting), card, count)[0]);
  if (single === undefined) return undefined;
  const rows = toRows(quoting);
  return inInstallments !== undefined && inInstallments.bankCode === card.bankCode
    ? { bankName: inInstallments.bankName, rows }
    : { rows };
};

/** The rows of one card: every count, in order from 1. */
const rowsOf =
  (card: BinRecord) =>
  (quoting: Quoting): readonly TableRow[] => {
    const prices = pricesOf(quoting);
    return COUNTS.map((count) => rowOf(typeOf(card, quoting.currency), count, prices.get(count)));
  };

const ofEveryBank = (question: TableQuestion): readonly (BankPrices | undefined)[] => {
  const banks = [...new Set(question.ofDealer.map(({ bankCode }) => bankCode))].toSorted();
  // A bank whose virtual POS takes no payment is charged like every other bank.
  const named = banks
    .map((bankCode) => bankPricesOf(question, { bankCode }, rowsOfAnyCard))
    .filter((one) => one?.bankName);
  return [bankPricesOf(question, undefined, rowsOfAnyCard), ...named];
};

/**
 * The prices of every count for one card, at the virtual POS that charges it, or, without a card, at each virtual POS
 * of the dealer: first for cards of any bank, then by bank (decisions: price inquiries). A virtual POS without a price
 * is left out.
 */
export const paymentTableOf = (question: TableQuestion, card: BinRecord | undefined): readonly BankPrices[] => {
  const found = card === undefined ? ofEveryBank(question) : [bankPricesOf(question, card, rowsOf(card))];
  return found.filter((one) => one !== undefined).filter(isToBeHad);
};
