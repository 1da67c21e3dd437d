import type { BinRecord } from '../domain/card/bin-record.ts';
import type { Rate } from '../domain/money/rate.ts';
import { text, whole } from './answer-members.ts';
import type { ExampleSetUp, FieldText, JsonSchema } from './operation-document.ts';

// Words and examples of the inquiries about cards and prices.

export const binField: FieldText = {
  schema: { type: 'string', pattern: '^ *[0-9]{6}([0-9]{2})? *$' },
  description: 'The first 6 or 8 digits of a card, as text or as a number. 8 digits tell more.',
};

/** The fields that the price inquiries share, without the BIN. */
export const priceFields = {
  Currency: {
    schema: { type: 'string', enum: ['TL', 'USD', 'EUR', 'GBP'], default: 'TL' },
    description: 'Currency of OrderAmount, and of every amount of the answer.',
  },
  OrderAmount: {
    required: true,
    schema: { type: 'number', exclusiveMinimum: 0, maximum: 999_999_999.99 },
    description: 'Amount of the order, without the commission that the payer may bear.',
  },
  IsThreeD: {
    schema: { type: 'integer', enum: [0, 1] },
    description: 'Whether the card would pay with 3D. Prices do not depend on it.',
  },
} satisfies Readonly<Record<string, FieldText>>;

const cardMembers = {
  BankName: text('Name of the issuer, or empty.'),
  BankCode: text('Code of the bank that issued the card, or empty for an issuer outside the bank list.'),
  BinNumber: text('The digits that the facts are known by, 6 or 8.'),
  CardName: text("The issuer's name for the card, or empty."),
  CardType: {
    type: 'string',
    enum: ['VISA', 'MASTER', 'MAESTRO', 'AMEX', 'TROY', ''],
    description: 'Brand of the card.',
  },
  CreditType: { type: 'string', enum: ['CreditCard', 'DebitCard', ''], description: 'Empty where it is not known.' },
  CardLogo: text('Always empty.'),
  CardTemplate: text('Always empty.'),
  ProductCategory: {
    type: 'string',
    enum: ['Bireysel', 'Ticari', ''],
    description: 'For a person, for a company, or not known.',
  },
  GroupName: text('Installment programme, such as BONUS, or empty.'),
  MaxInstallmentNumber: whole('Largest count that the issuer names, or 0. It decides nothing here.'),
};

export const bankCardSchema: JsonSchema = {
  type: 'object',
  properties: cardMembers,
  required: Object.keys(cardMembers),
};

const knownCard: BinRecord = {
  bin: '454360',
  bankCode: '64',
  bankName: 'İş Bankası',
  brand: 'Visa',
  creditType: 'credit',
  category: 'individual',
  group: 'MAXIMUM',
  maxInstallments: 12,
  cardName: 'Maximum',
};

const debitCard: BinRecord = {
  bin: '45435901',
  bankCode: '46',
  bankName: 'Akbank',
  brand: 'Mastercard',
  creditType: 'debit',
  category: 'commercial',
};

export const UNKNOWN_BIN = '454358';

/** Two known cards, and a virtual POS at the bank of the first. */
export const priceScene: ExampleSetUp = {
  bins: [knownCard, debitCard],
  virtualPos: [{ bankCode: '64', rates: { '1': 17_900 as Rate, '2': 23_900 as Rate, '3': 29_900 as Rate } }],
};

export const knownCardAnswer = {
  BankName: 'İş Bankası',
  BankCode: '64',
  BinNumber: '454360',
  CardName: 'Maximum',
  CardType: 'VISA',
  CreditType: 'CreditCard',
  CardLogo: '',
  CardTemplate: '',
  ProductCategory: 'Bireysel',
  GroupName: 'MAXIMUM',
  MaxInstallmentNumber: 12,
};

export const debitCardAnswer = {
  BankName: 'Akbank',
  BankCode: '46',
  BinNumber: '45435901',
  CardName: '',
  CardType: 'MASTER',
  CreditType: 'DebitCard',
  CardLogo: '',
  CardTemplate: '',
  ProductCategory: 'Ticari',
  GroupName: '',
  MaxInstallmentNumber: 0,
};
