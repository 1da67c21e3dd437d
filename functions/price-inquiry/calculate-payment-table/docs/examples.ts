import { UNKNOWN_CURRENCY } from '../../../../shared/domain/money/money.ts';
import { commissionTypes } from '../../../../shared/domain/price-inquiry/payment-table.ts';
import { text, whole } from '../../../../shared/openapi/answer-members.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf, JsonSchema } from '../../../../shared/openapi/operation-document.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import { binField, priceFields, priceScene, UNKNOWN_BIN } from '../../../../shared/openapi/price-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const number = (description: string) => ({ type: 'number', description });

const listOf = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
});

const row = {
  CommissionType: { type: 'string', enum: commissionTypes, description: 'Kind of card, spelled as programs know it.' },
  InstallmentNumber: whole('The count; 1 is the single payment.'),
  DealerCommissionRate: number('Percentage; -1 where the count is not to be had.'),
  DealerCommissionFixedAmount: number('Always 0.'),
  DealerCommissionAmount: number('Commission on OrderAmount.'),
  PerInstallmentAmount: number('A month, rounded down; the first takes the remainder.'),
  Amount: number('What the card pays.'),
};

const bank = {
  BankInfoName: text('Name of the bank, or GENEL for cards of every bank without a virtual POS of its own.'),
  PaymentInstallmentInfoList: {
    ...listOf(row),
    description:
      'Counts in order from 1, so that count n stands at place n - 1. Behind them, without BinNumber, the single payment of the other kinds of cards.',
  },
};

const priced = (type: string, count: number, [rate, commission, monthly, total]: readonly number[]) => ({
  CommissionType: type,
  InstallmentNumber: count,
  DealerCommissionRate: rate,
  DealerCommissionFixedAmount: 0,
  DealerCommissionAmount: commission,
  PerInstallmentAmount: monthly,
  Amount: total,
});

const notToBeHad = [-1, 0, 0, 0];

/** Twelve counts of which the first have prices. */
const rowsOf = (type: string, prices: readonly (readonly number[])[]) =>
  Array.from({ length: 12 }, (_, index) => priced(type, index + 1, prices[index] ?? notToBeHad));

const borneByDealer = [
  [1.79, 1.79, 100, 100],
  [2.39, 2.39, 50, 100],
  [2.99, 2.99, 33.33, 100],
];
const borneByPayer = [
  [1.79, 1.79, 101.79, 101.79],
  [2.39, 2.39, 51.19, 102.39],
  [2.99, 2.99, 34.33, 102.99],
];

const ofCard = (name: string, type: string, prices: readonly (readonly number[])[]) => ({
  BankPaymentInstallmentInfoList: [{ BankInfoName: name, PaymentInstallmentInfoList: rowsOf(type, prices) }],
});

const single = borneByDealer[0] ?? [];
const ofAnyCard = [
  ...rowsOf('CreditCard', borneByDealer),
  ...['DebitCard', 'ForeingCurrency', 'InternationalCard'].map((type) => priced(type, 1, single)),
];

const least = { BinNumber: '454360', OrderAmount: 100 };
const success = successesOf(least, { data: ofCard('Isbank', 'CreditCard', borneByDealer), setUp: priceScene });
const refused = refusalsOf<Reason>(least, priceScene);

/** The words and examples of what an order costs in every count (decisions: price inquiries). */
export const document: DocumentOf<typeof contract> = {
  title: 'Calculate the installment table',
  description:
    'Tells what an order costs in every installment count: for one card at the virtual POS that charges it, or without a card for every bank of the dealer. Amount is what a payment link of OrderAmount charges, and without the commission of the payer also what a direct payment of OrderAmount charges and deducts.',
  fields: {
    BinNumber: { ...binField, description: `${binField.description} Absent: the prices at every bank of the dealer.` },
    ...priceFields,
    IsIncludedCommissionAmount: {
      schema: { type: 'integer', enum: [0, 1], default: 0 },
      description: '1: the payer bears the commission, which Amount includes. 0 or absent: the dealer bears it.',
    },
  },
  data: {
    type: 'object',
    properties: { BankPaymentInstallmentInfoList: listOf(bank) },
    required: ['BankPaymentInstallmentInfoList'],
  },
  order: [
    ...pipelineSteps({
      block: 'PaymentDealerAuthentication',
      channel: 'The dealer has no permission for the channel; an inquiry needs none.',
    }),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field cannot be read, or is none of its values; the message names it.',
        RequiredOrderAmount: 'OrderAmount is not given or 0.',
      },
    },
    { step: 'Value ranges', conditions: { InvalidCurrencyCode: 'Currency is none of the four.' } },
    { step: 'Permissions', conditions: { InvalidCurrencyCode: 'The dealer may not take the Currency.' } },
    {
      step: 'Virtual POS and its rate',
      conditions: { DealerCommissionRateNotFound: 'No virtual POS takes card and Currency with a rate.' },
    },
    { step: 'Card', conditions: { BinNumberNotFound: 'Nothing is known of the card.' } },
  ],
  examples: [
    success('card', 'The counts of a card; the dealer bears the commission', {}),
    success(
      'payerBears',
      'The same with the commission of the payer',
      { IsIncludedCommissionAmount: 1 },
      { data: ofCard('Isbank', 'CreditCard', borneByPayer) },
    ),
    success(
      'debitCard',
      'A card of a bank without a virtual POS',
      { BinNumber: '45435901' },
      { data: ofCard('GENEL', 'DebitCard', borneByDealer) },
    ),
    success(
      'everyBank',
      'Every bank of the dealer',
      { BinNumber: '', IsIncludedCommissionAmount: null },
      {
        spelling: 'tolerated',
        data: {
          BankPaymentInstallmentInfoList: ['GENEL', 'Isbank'].map((name) => ({
            BankInfoName: name,
            PaymentInstallmentInfoList: ofAnyCard,
          })),
        },
      },
    ),
    ...pipelineExamples(least, { operation: 'DoCalcPaymentTable' }),
    refused(
      'InvalidRequest',
      {
        name: 'wrongFlag',
        summary: 'A flag is neither 0 nor 1',
        message: 'IsIncludedCommissionAmount must be 0 or 1.',
      },
      { IsIncludedCommissionAmount: 2 },
    ),
    refused(
      'RequiredOrderAmount',
      { summary: 'No amount', message: 'OrderAmount is required and must be above 0.' },
      { OrderAmount: null },
    ),
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
    refused('DealerCommissionRateNotFound', {
      summary: 'The dealer has no virtual POS',
      message: 'This dealer has no commission rate for the card and the Currency.',
      setUp: { ...priceScene, virtualPos: [] },
    }),
    refused(
      'BinNumberNotFound',
      { summary: 'Nothing is known of the card', message: 'BinNumber is not known.' },
      { BinNumber: UNKNOWN_BIN },
    ),
    unexpectedExample(least),
  ],
};
