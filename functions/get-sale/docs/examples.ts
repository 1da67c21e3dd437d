import { minor } from '../../../shared/domain/money/money.ts';
import { text, whole } from '../../../shared/openapi/answer-members.ts';
import { pipelineExamples, unexpectedExample } from '../../../shared/openapi/example-makers.ts';
import type { DocumentOf, ExampleSetUp, JsonSchema } from '../../../shared/openapi/operation-document.ts';
import { pipelineSteps } from '../../../shared/openapi/pipeline-steps.ts';
import type { contract } from '../contract.ts';

const day = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^([0-9]{8})?$',
  description: `${description}, YYYYMMDD, or empty.`,
});
const cardToken = (description: string): JsonSchema => ({ type: ['string', 'null'], description });

const dataMembers = {
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
};

const sale = {
  dealerSaleId: 77,
  saleCode: 'GYM-2026-0042',
  customerCode: 'C-1033',
  dealerCustomerId: 1033,
  amount: minor(2750),
  currency: 'TL',
  installmentNumber: 1,
  dealerSaleScheduleId: 9,
  saleDate: '20260102',
  beginDate: '20260201',
  howManyTrial: 3,
  description: 'Monthly membership',
  planType: 1,
  defaultCard1Token: 'F8C6D5B4-0D2E-4C8B-9A51-7B3A5F0C1E11',
} as const;

const setUp: ExampleSetUp = {
  sales: [sale, { ...sale, dealerSaleId: 78, saleCode: 'GYM-2026-0043' }],
};

const data = {
  DealerSaleId: 77,
  SaleCode: 'GYM-2026-0042',
  CustomerCode: 'C-1033',
  DealerCustomerId: 1033,
  ProductCode: '',
  DealerProductId: 0,
  Amount: 27.5,
  Currency: 'TL',
  InstallmentNumber: 1,
  DealerSaleScheduleId: 9,
  SaleDate: '20260102',
  BeginDate: '20260201',
  EndDate: '',
  HowManyTrial: 3,
  Description: 'Monthly membership',
  PlanType: 1,
  DealerCustomerTypeId: 0,
  DefaultCard1Token: 'F8C6D5B4-0D2E-4C8B-9A51-7B3A5F0C1E11',
  DefaultCard2Token: null,
  DefaultCard3Token: null,
};

const byCode = { SaleCode: 'GYM-2026-0042' };

/** Get sale as the published document tells it: 2.9, 2.10, 7.5. */
export const document: DocumentOf<typeof contract> = {
  title: 'Get sale',
  description:
    'Reads one recurring sale of the dealer, by its id in the service, by the code of the dealer, or by both.',
  fields: {
    DealerSaleId: { description: 'Id of the sale in the service. Not needed where SaleCode is given.' },
    SaleCode: { description: "The dealer's code of the sale. Not needed where DealerSaleId is given." },
  },
  anyOfFields: ['DealerSaleId', 'SaleCode'],
  data: { type: 'object', properties: dataMembers, required: Object.keys(dataMembers) },
  order: [
    ...pipelineSteps({
      block: 'DealerSaleAuthentication',
      channel: 'The dealer has no permission for the channel; reading a sale needs none.',
    }),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field cannot be read; the message names it.',
        SaleCodeOrDealerSaleIdMustBeGiven: 'Neither SaleCode nor DealerSaleId is given.',
      },
    },
    {
      step: 'Sale',
      conditions: {
        DealerSaleNotFound: 'No sale of this dealer has the identifiers that were given.',
        SaleCodeDoesntMatchDealerSaleId: 'Both identifiers are given and do not name one and the same sale.',
      },
    },
  ],
  examples: [
    { name: 'byCode', summary: 'A sale by its code', setUp, request: byCode, data },
    { name: 'byId', summary: 'A sale by its id', setUp, request: { DealerSaleId: 77 }, data },
    {
      name: 'emptyId',
      summary: 'A sale by its code; an empty member counts as not given',
      setUp,
      request: { DealerSaleId: '', SaleCode: 'GYM-2026-0042' },
      data,
      spelling: 'tolerated',
    },
    ...pipelineExamples(byCode, { operation: 'GetSale' }),
    {
      name: 'noIdentifier',
      summary: 'Neither identifier is given',
      request: { DealerSaleId: '', SaleCode: null },
      reason: 'SaleCodeOrDealerSaleIdMustBeGiven',
      message: 'SaleCode or DealerSaleId must be given.',
    },
    {
      name: 'notFound',
      summary: 'There is no such sale',
      request: { SaleCode: 'GYM-2025-9999' },
      reason: 'DealerSaleNotFound',
      message: 'No sale of this dealer has the given DealerSaleId or SaleCode.',
    },
    {
      name: 'mismatch',
      summary: 'The identifiers name two sales',
      setUp,
      request: { DealerSaleId: 78, SaleCode: 'GYM-2026-0042' },
      reason: 'SaleCodeDoesntMatchDealerSaleId',
      message: 'SaleCode and DealerSaleId do not belong to the same sale.',
    },
    unexpectedExample(byCode),
  ],
};
