import type { OperationName } from '../domain/dealer/dealer.ts';
import { minor } from '../domain/money/money.ts';
import type { GetSaleReason } from '../domain/refusal-reasons.ts';
import { objectOf, text, whole } from './answer-members.ts';
import { customerScene, exampleToken } from './customer-words.ts';
import { dealerSaleRefusals, dealerSaleSteps } from './dealer-sale-words.ts';
import { refusalsOf, unexpectedExample } from './example-makers.ts';
import type { ExampleSetUp, FieldText, JsonSchema } from './operation-document.ts';
import { productScene } from './product-words.ts';
import { scheduleScene } from './schedule-words.ts';

// Words and examples of the operations of recurring sales.

const day = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^([0-9]{8})?$',
  description: `${description}, YYYYMMDD, or empty.`,
});
const cardToken = (description: string): JsonSchema => ({ type: ['string', 'null'], description });

/** The sale record (dealer interface 2.10). */
export const saleSchema = objectOf({
  DealerSaleId: whole('Id of the sale in the service.'),
  SaleCode: { ...text("The dealer's code of the sale."), maxLength: 100 },
  CustomerCode: text("The dealer's code of the customer, or empty."),
  DealerCustomerId: whole('Id of the customer in the service, or 0.'),
  ProductCode: text("The dealer's code of the product, or empty."),
  DealerProductId: whole('Id of the product in the service, or 0.'),
  Amount: { type: 'number', description: 'What each payment charges, not the total of the sale.' },
  Currency: { type: 'string', enum: ['TL', 'USD', 'EUR'], description: 'Currency of Amount.' },
  InstallmentNumber: { type: 'integer', minimum: 1, maximum: 12, description: '1 is the single payment.' },
  DealerSaleScheduleId: whole('Id of the schedule; 0 where the steps are made by hand.'),
  SaleDate: day('Day of the sale'),
  BeginDate: day('Day of the first payment'),
  EndDate: day('Day of the last payment; without one, payments go on until the sale is ended'),
  HowManyTrial: whole('For how many days a charge that failed is tried again.'),
  Description: { ...text('Free text, or empty.'), maxLength: 200 },
  PlanType: {
    type: 'integer',
    enum: [1, 2, 3],
    description: 'How payment steps come about: 1 from the schedule, 2 by hand, 3 both.',
  },
  DealerCustomerTypeId: whole('Definition of the payment requests sent where no stored card is charged, or 0.'),
  DefaultCard1Token: cardToken('Token of the card that is charged first, or null.'),
  DefaultCard2Token: cardToken('Token of the card that is tried when the first fails, or null.'),
  DefaultCard3Token: cardToken('Token of the card that is tried last, or null.'),
});

/** How a sale is named. */
export const saleNameFields: Readonly<Record<'DealerSaleId' | 'SaleCode', FieldText>> = {
  DealerSaleId: { description: 'Id of the sale in the service. Not needed where SaleCode is given.' },
  SaleCode: { description: "The dealer's code of the sale. Not needed where DealerSaleId is given." },
};

export const NEITHER_SALE = 'Neither SaleCode nor DealerSaleId is given.';

export const saleStep = {
  step: 'Sale',
  conditions: {
    DealerSaleNotFound: 'No sale of this dealer has the identifiers that were given.',
    SaleCodeDoesntMatchDealerSaleId: 'Both identifiers are given and do not name one and the same sale.',
  },
} as const;

const DAY: JsonSchema = { type: 'string', pattern: '^[0-9]{8}$' };
const TOKEN: JsonSchema = { type: 'string', pattern: '^ *\\{?[0-9A-Fa-f-]{36}\\}? *$' };

/** What a dealer may set of a sale. */
export const saleFields = {
  CustomerCode: { description: "The dealer's code of the customer. A sale needs a customer, by code, id or both." },
  DealerCustomerId: { description: 'Id of the customer in the service.' },
  ProductCode: { description: "The dealer's code of a product of AddProduct. A sale needs no product." },
  DealerProductId: { description: 'Id of the product in the service.' },
  Amount: { description: 'What each payment charges, above 0; not the total of the sale.' },
  Currency: { schema: { type: 'string', enum: ['TL', 'USD', 'EUR'] }, description: 'TL where it is not given.' },
  InstallmentNumber: {
    schema: { type: 'integer', minimum: 0, maximum: 12 },
    description: '1 to 12; 0 not given. The single payment where it is not given, and in USD and EUR.',
  },
  DealerSaleScheduleId: {
    description: 'Id of a schedule of AddSchedule. Needed unless PlanType is 2, which resets it to 0.',
  },
  SaleDate: { schema: DAY, description: 'Day of the sale, YYYYMMDD. It is kept, and has no effect.' },
  BeginDate: {
    schema: DAY,
    description:
      'First day on which a payment may fall due, YYYYMMDD. Needed unless PlanType is 2. Days that have passed are not charged.',
  },
  EndDate: {
    schema: DAY,
    description:
      'Last day on which a payment may fall due, YYYYMMDD. Without it payments go on until the sale is deleted.',
  },
  HowManyTrial: {
    schema: { type: 'integer', minimum: 0, maximum: 365 },
    description: 'For how many days a charge that failed is tried again; 1 where it is not given.',
  },
  Description: { description: 'Free text, without card numbers.' },
  PlanType: {
    schema: { type: 'integer', enum: [0, 1, 2, 3] },
    description: 'How payments come about: 1 from the schedule (default), 2 by hand, 3 both; 0 not given.',
  },
  DealerCustomerTypeId: {
    description:
      'Definition of the payment requests that the customer is sent where the sale names no card. A sale needs a card or this.',
  },
  DefaultCard1Token: { schema: TOKEN, description: 'Token of the card that is charged first: one of the customer.' },
  DefaultCard2Token: { schema: TOKEN, description: 'Token of the card that is tried when the first fails.' },
  DefaultCard3Token: { schema: TOKEN, description: 'Token of the card that is tried last.' },
} satisfies Readonly<Record<string, FieldText>>;

export const SALE_VALUES = 'A field that is needed is not given, or a field breaks its rule; the message names it.';
export const SALE_REFERENCES =
  'The customer, product, schedule or definition is not known, the identifiers name two of them, or a token is not one of a card of this customer; the message names the field.';

const sale = {
  dealerSaleId: 77,
  saleCode: 'GYM-2026-0042',
  customerCode: 'C-1033',
  dealerCustomerId: 1033,
  amount: minor(2750),
  currency: 'TL',
  installmentNumber: 1,
  dealerSaleScheduleId: 601,
  saleDate: '20260102',
  beginDate: '20260201',
  howManyTrial: 3,
  description: 'Monthly membership',
  planType: 1,
  defaultCard1Token: exampleToken,
} as const;

/** The sale uses the first schedule. */
const schedules = scheduleScene.schedules?.map(({ usedBySale: _used, ...schedule }, index) =>
  index === 0 ? { ...schedule, usedBySale: sale.dealerSaleId } : schedule,
);

/** Two customers, the first with a stored card; two schedules, two products, and two sales to the first customer. */
export const saleScene: ExampleSetUp = {
  ...customerScene,
  ...productScene,
  schedules: schedules ?? [],
  sales: [sale, { ...sale, dealerSaleId: 78, saleCode: 'GYM-2026-0043' }],
};

export const saleAnswer = {
  DealerSaleId: 77,
  SaleCode: 'GYM-2026-0042',
  CustomerCode: 'C-1033',
  DealerCustomerId: 1033,
  ProductCode: '',
  DealerProductId: 0,
  Amount: 27.5,
  Currency: 'TL',
  InstallmentNumber: 1,
  DealerSaleScheduleId: 601,
  SaleDate: '20260102',
  BeginDate: '20260201',
  EndDate: '',
  HowManyTrial: 3,
  Description: 'Monthly membership',
  PlanType: 1,
  DealerCustomerTypeId: 0,
  DefaultCard1Token: exampleToken,
  DefaultCard2Token: null,
  DefaultCard3Token: null,
};

export const exampleSale = { SaleCode: 'GYM-2026-0042' };
export const noSaleName = {
  summary: 'Neither identifier is given',
  message: 'SaleCode or DealerSaleId must be given.',
} as const;
export const unknownSale = {
  summary: 'There is no such sale',
  message: 'No sale of this dealer has the given DealerSaleId or SaleCode.',
} as const;
export const twoSales = {
  summary: 'The identifiers name two sales',
  message: 'SaleCode and DealerSaleId do not belong to the same sale.',
} as const;

/** The order of refusals of an operation on one sale. `refusedToo` says what the sale may be refused for. */
export const namedSaleOrder = (what: string, refusedToo?: string) => [
  ...dealerSaleSteps(what),
  {
    step: 'Shape and required fields',
    conditions: {
      InvalidRequest: 'A field cannot be read; the message names it.',
      SaleCodeOrDealerSaleIdMustBeGiven: NEITHER_SALE,
    },
  },
  {
    ...saleStep,
    conditions: { ...saleStep.conditions, ...(refusedToo === undefined ? {} : { InvalidRequest: refusedToo }) },
  },
];

/** The refusals of every operation on one sale. */
export const namedSaleRefusals = (operation: OperationName) => {
  const refused = refusalsOf<GetSaleReason | 'InvalidRequest'>(exampleSale, saleScene);
  return [
    ...dealerSaleRefusals(operation, exampleSale),
    refused(
      'InvalidRequest',
      {
        name: 'badId',
        summary: 'The id is no number',
        message: 'DealerSaleId must be a whole number from 1 to 2147483647.',
      },
      { DealerSaleId: 'x' },
    ),
    refused('SaleCodeOrDealerSaleIdMustBeGiven', noSaleName, { DealerSaleId: 0, SaleCode: '' }),
    refused('DealerSaleNotFound', unknownSale, { SaleCode: 'GYM-2025-9999' }),
    refused('SaleCodeDoesntMatchDealerSaleId', twoSales, { DealerSaleId: 78 }),
    unexpectedExample(exampleSale),
  ];
};
