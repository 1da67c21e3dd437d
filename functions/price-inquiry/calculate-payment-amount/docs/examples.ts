import { minor, UNKNOWN_CURRENCY } from '../../../../shared/domain/money/money.ts';
import type { Rate } from '../../../../shared/domain/money/rate.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { knownCardAnswer, priceScene, UNKNOWN_BIN } from '../../../../shared/openapi/price-words.ts';
import type { contract } from '../contract.ts';
import { data, fields, order } from './documentation.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { BinNumber: '454360', OrderAmount: 100, InstallmentNumber: 3 };

const priced = {
  PaymentAmount: 102.99,
  DealerDepositAmount: 100,
  DealerCommissionRate: 2.99,
  DealerCommissionAmount: 2.99,
  DealerCommissionFixedAmount: 0,
  DealerGroupCommissionRate: 0,
  DealerGroupCommissionAmount: 0,
  DealerGroupCommissionFixedAmount: 0,
  GroupRevenueRate: 0,
  GroupRevenueAmount: 0,
  BankCard: knownCardAnswer,
};

/** A dealer with sub-dealers: the service takes 1.54 % and 0.50 of it. */
const topScene = {
  ...priceScene,
  dealer: { topDealerRates: { '1': 15_400 as Rate }, fixedAmount: minor(50) },
};

const ofGroup = {
  ...priced,
  PaymentAmount: 102.04,
  DealerDepositAmount: 95,
  DealerCommissionRate: 6.54,
  DealerCommissionAmount: 7.04,
  DealerCommissionFixedAmount: 0.5,
  DealerGroupCommissionRate: 1.54,
  DealerGroupCommissionAmount: 2.04,
  DealerGroupCommissionFixedAmount: 0.5,
  GroupRevenueRate: 5,
  GroupRevenueAmount: 5,
};

const byAmount = { DealerCommissionRate: 1.54, DealerCommissionFixedAmount: 5.5, GroupRevenueRate: 0 };

const success = successesOf(least, { data: priced, setUp: priceScene });
const refused = refusalsOf<Reason>(least, priceScene);

/** The words and examples of what a card pays for an order (decisions: price inquiries). */
export const document: DocumentOf<typeof contract> = {
  title: 'Calculate what a card pays',
  description:
    'Tells what a card pays for an order whose payer bears the commission, at the virtual POS that charges the card, and what is left to the dealer. A payment link of OrderAmount with CommissionByDealer 0 charges PaymentAmount and leaves DealerDepositAmount. Of a direct payment of PaymentAmount the commission is deducted on PaymentAmount.',
  fields,
  data,
  order,
  examples: [
    success('installments', 'Three installments', {}),
    success('text', 'Numbers may be written as text', { OrderAmount: '100', IsThreeD: '1' }, { spelling: 'tolerated' }),
    success(
      'revenueRate',
      'A top dealer takes a percentage',
      { InstallmentNumber: 1, GroupRevenueRate: 5 },
      { data: ofGroup, setUp: topScene },
    ),
    success(
      'revenueAmount',
      'A top dealer takes an amount',
      { InstallmentNumber: 0, GroupRevenueAmount: 5 },
      { data: { ...ofGroup, ...byAmount }, setUp: topScene },
    ),
    ...pipelineExamples(least, { operation: 'DoCalcPaymentAmount' }),
    refused(
      'InvalidRequest',
      {
        name: 'shortBin',
        summary: 'BinNumber is too short',
        message: 'BinNumber must be the first 6 or 8 digits of a card.',
      },
      { BinNumber: '45436' },
    ),
    refused(
      'RequiredOrderAmount',
      { summary: 'No amount', message: 'OrderAmount is required and must be above 0.' },
      { OrderAmount: 0 },
    ),
    refused('BinNumberMustGiven', { summary: 'No card', message: 'BinNumber is required.' }, { BinNumber: '' }),
    refused(
      'InvalidCurrencyCode',
      { name: 'currencyObject', summary: 'An object in place of the currency', message: UNKNOWN_CURRENCY },
      { Currency: {} },
    ),
    refused(
      'InvalidCurrencyCode',
      { summary: 'The lira is written TL', message: UNKNOWN_CURRENCY },
      { Currency: 'TRY' },
    ),
    refused('InvalidInstallmentNumber', {
      summary: 'The virtual POS of the card has no such count',
      message: 'InstallmentNumber must be 1 or 2: the virtual POS of the card takes no other count.',
      setUp: {
        ...priceScene,
        virtualPos: [
          { bankCode: '64', installmentCounts: [2], rates: { '1': 17_900 as Rate, '2': 1 as Rate, '3': 1 as Rate } },
        ],
      },
    }),
    refused(
      'InstallmentNotAvailableForForeignCurrencyTransaction',
      {
        summary: 'Installments in euro',
        message: 'InstallmentNumber must be a single payment when Currency is not TL.',
      },
      { Currency: 'EUR' },
    ),
    refused(
      'BothGroupRevenueRateAndGroupRevenueAmountMustBeZero',
      {
        summary: 'The dealer is no top dealer',
        message: 'GroupRevenueRate and GroupRevenueAmount must be 0: this dealer has no rates as a top dealer.',
      },
      { GroupRevenueRate: 5 },
    ),
    refused('DealerDoNotBinNumberInquiryAllowed', {
      summary: 'The dealer may not ask about BINs',
      message: 'This dealer may not ask about cards by their BIN.',
      setUp: { ...priceScene, dealer: { barredOperations: ['GetBankCardInformation'] } },
    }),
    refused(
      'VirtualPosCommissionRateNotFound',
      {
        summary: 'The count has no rate',
        message: 'This dealer has no commission rate for the card, the Currency and the InstallmentNumber.',
      },
      { InstallmentNumber: 4 },
    ),
    refused(
      'BinNumberNotFound',
      { summary: 'Nothing is known of the card', message: 'BinNumber is not known.' },
      { BinNumber: UNKNOWN_BIN },
    ),
    unexpectedExample(least),
  ],
};
