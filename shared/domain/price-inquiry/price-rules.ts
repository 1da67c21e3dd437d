import { BIN } from '../card/bin-record.ts';
import type { Dealer } from '../dealer/dealer.ts';
import { isCardPaymentCount } from '../direct-payment/direct-payment-rules.ts';
import { askedCurrency, askedInstallmentCount, dealerCountsSentence, SINGLE_PAYMENT } from '../money/asked-terms.ts';
import { isCurrency, UNKNOWN_CURRENCY } from '../money/money.ts';
import { oneOf, type Rule, refuseFirstBroken } from '../ordered-rules.ts';
import type { PaymentAmountReason } from '../refusal-reasons.ts';
import type { PaymentAmountFields, PaymentTableFields, PriceFields } from './price-fields.ts';

/** Input of the rules of one inquiry. */
interface Asked<Fields extends PriceFields> {
  readonly fields: Fields;
  readonly dealer: Dealer;
}

type SharedReason = 'RequiredOrderAmount' | 'InvalidCurrencyCode' | 'InvalidRequest';
type SharedRule = Rule<SharedReason, Asked<PriceFields>>;
type AmountRule = Rule<PaymentAmountReason | 'InvalidRequest', Asked<PaymentAmountFields>>;

const orderAmount: SharedRule = {
  reason: 'RequiredOrderAmount',
  sentence: 'OrderAmount is required and must be above 0.',
  broken: ({ fields }) => (fields.orderAmount ?? 0) === 0,
};

const knownCurrency: SharedRule = {
  reason: 'InvalidCurrencyCode',
  sentence: UNKNOWN_CURRENCY,
  broken: ({ fields: { currency } }) => currency !== undefined && !isCurrency(currency),
};

const permittedCurrency: SharedRule = {
  reason: 'InvalidCurrencyCode',
  sentence: 'Currency is not permitted for this dealer.',
  broken: ({ fields, dealer }) => !dealer.currencies.includes(askedCurrency(fields)),
};

const binShape: SharedRule = {
  reason: 'InvalidRequest',
  sentence: 'BinNumber must be the first 6 or 8 digits of a card.',
  broken: ({ fields: { binNumber } }) => binNumber !== undefined && !BIN.test(binNumber),
};

const threeDFlag: SharedRule = {
  reason: 'InvalidRequest',
  sentence: 'IsThreeD must be 0 or 1.',
  broken: ({ fields }) => !oneOf(fields.isThreeD, [0, 1]),
};

const revenueOf = ({ groupRevenueRate, groupRevenueAmount }: PaymentAmountFields) => ({
  byRate: (groupRevenueRate ?? 0) > 0,
  byAmount: (groupRevenueAmount ?? 0) > 0,
});

/** True if the inquiry is about a payment of which a top dealer takes a revenue. */
export const asksForRevenue = (fields: PaymentAmountFields): boolean => {
  const { byRate, byAmount } = revenueOf(fields);
  return byRate || byAmount;
};

/** A dealer who may not ask about BINs may not ask for a price by BIN either: the answer tells about the card. */
const mayAskAboutBins = ({ barredOperations }: Dealer): boolean => !barredOperations.includes('GetBankCardInformation');

const amountRules: readonly AmountRule[] = [
  orderAmount,
  {
    reason: 'BinNumberMustGiven',
    sentence: 'BinNumber is required.',
    broken: ({ fields }) => fields.binNumber === undefined,
  },
  knownCurrency,
  {
    reason: 'InvalidInstallmentNumber',
    sentence: 'InstallmentNumber must be 2 to 12, or 0 or 1 for a single payment.',
    broken: ({ fields }) => !isCardPaymentCount(askedInstallmentCount(fields)),
  },
  {
    reason: 'InstallmentNotAvailableForForeignCurrencyTransaction',
    sentence: 'InstallmentNumber must be a single payment when Currency is not TL.',
    broken: ({ fields }) => askedCurrency(fields) !== 'TL' && askedInstallmentCount(fields) !== SINGLE_PAYMENT,
  },
  {
    reason: 'BothGroupRevenueRateAndGroupRevenueAmountMustBeZero',
    sentence: 'GroupRevenueRate and GroupRevenueAmount must not both be given.',
    broken: ({ fields }) => revenueOf(fields).byRate && revenueOf(fields).byAmount,
  },
  binShape,
  threeDFlag,
  {
    reason: 'InvalidRequest',
    sentence: 'GroupRevenueAmount must not exceed OrderAmount.',
    broken: ({ fields }) => (fields.groupRevenueAmount ?? 0) > (fields.orderAmount ?? 0),
  },
  permittedCurrency,
  {
    reason: 'InvalidInstallmentNumber',
    sentence: ({ dealer }) => dealerCountsSentence(dealer.installmentCounts),
    broken: ({ fields, dealer }) => {
      const count = askedInstallmentCount(fields);
      return count !== SINGLE_PAYMENT && !dealer.installmentCounts.includes(count);
    },
  },
  {
    reason: 'DealerDoNotBinNumberInquiryAllowed',
    sentence: 'This dealer may not ask about cards by their BIN.',
    broken: ({ dealer }) => !mayAskAboutBins(dealer),
  },
  {
    reason: 'BothGroupRevenueRateAndGroupRevenueAmountMustBeZero',
    sentence: 'GroupRevenueRate and GroupRevenueAmount must be 0: this dealer has no rates as a top dealer.',
    broken: ({ fields, dealer }) => asksForRevenue(fields) && Object.keys(dealer.topDealerRates).length === 0,
  },
];

const tableRules: readonly Rule<SharedReason, Asked<PaymentTableFields>>[] = [
  orderAmount,
  knownCurrency,
  binShape,
  threeDFlag,
  {
    reason: 'InvalidRequest',
    sentence: 'IsIncludedCommissionAmount must be 0 or 1.',
    broken: ({ fields }) => !oneOf(fields.isIncludedCommissionAmount, [0, 1]),
  },
  permittedCurrency,
];

/** The rules of DoCalcPaymentAmount that need only the request and the dealer. Throws the Refusal of the first broken one. */
export const checkPaymentAmount = (asked: Asked<PaymentAmountFields>): void => refuseFirstBroken(amountRules, asked);

/** The same for DoCalcPaymentTable. */
export const checkPaymentTable = (asked: Asked<PaymentTableFields>): void => refuseFirstBroken(tableRules, asked);
