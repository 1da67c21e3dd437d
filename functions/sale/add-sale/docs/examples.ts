import { exampleToken, otherToken } from '../../../../shared/openapi/customer-words.ts';
import { dealerSaleRefusals, dealerSaleSteps } from '../../../../shared/openapi/dealer-sale-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  SALE_REFERENCES,
  SALE_VALUES,
  saleAnswer,
  saleFields,
  saleScene,
  saleSchema,
} from '../../../../shared/openapi/sale-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = {
  CustomerCode: 'C-1033',
  Amount: 27.5,
  DealerSaleScheduleId: 601,
  BeginDate: '20300101',
  DefaultCard1Token: exampleToken,
};
const full = {
  SaleCode: 'GYM-2030-0001',
  DealerCustomerId: '1033',
  ProductCode: 'GYM',
  Currency: 'EUR',
  InstallmentNumber: '1',
  SaleDate: '20291224',
  EndDate: '20301231',
  HowManyTrial: 3,
  Description: 'Monthly membership',
  PlanType: 3,
};
const answer = {
  ...saleAnswer,
  DealerSaleId: 100_000,
  SaleCode: '4B1A6E0C-3C56-4B5E-9D3B-1B0B3C7E9F21',
  SaleDate: '',
  BeginDate: '20300101',
  HowManyTrial: 1,
  Description: '',
};
const fullAnswer = {
  ...answer,
  SaleCode: 'GYM-2030-0001',
  ProductCode: 'GYM',
  DealerProductId: 501,
  Currency: 'EUR',
  SaleDate: '20291224',
  EndDate: '20301231',
  HowManyTrial: 3,
  Description: 'Monthly membership',
  PlanType: 3,
};
const byHand = { PlanType: 2, BeginDate: '' };

const success = successesOf(least, { data: answer, generated: ['DealerSaleId', 'SaleCode'], setUp: saleScene });
const refused = refusalsOf<Reason>(least, saleScene);

/** The words and examples of a new sale (dealer interface 2.10; decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'Add a sale',
  description:
    'Adds a recurring sale: the service charges Amount on each day of the schedule. Give a SaleCode, so that a repeat of the call adds no second sale.',
  fields: {
    SaleCode: {
      description: "The dealer's own code of the sale, which is never changed; a new guid where it is not given.",
    },
    ...saleFields,
    Amount: { ...saleFields.Amount, required: true },
  },
  anyOfFields: ['CustomerCode', 'DealerCustomerId'],
  data: saleSchema,
  order: [
    ...dealerSaleSteps('adding a sale'),
    { step: 'Shape and required fields', conditions: { InvalidRequest: SALE_VALUES } },
    {
      step: 'Sale',
      conditions: {
        InvalidRequest: `${SALE_REFERENCES} Or EndDate leaves no day on which anything could be charged.`,
        SaleCodeAlreadyUsing: 'The dealer has a sale of this code.',
      },
    },
  ],
  examples: [
    success('least', 'With a card on the days of a schedule', {}),
    success('full', 'With everything', full, { data: fullAnswer, generated: ['DealerSaleId'], spelling: 'tolerated' }),
    success('byHand', 'With steps that are made by hand: the schedule is reset', byHand, {
      data: { ...answer, PlanType: 2, DealerSaleScheduleId: 0, BeginDate: '' },
      spelling: 'tolerated',
    }),
    ...dealerSaleRefusals('AddSale', least),
    refused(
      'InvalidRequest',
      {
        name: 'noBeginDate',
        summary: 'The first day is missing',
        message: 'BeginDate is required unless PlanType is 2.',
      },
      { BeginDate: null },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'endBeforeBegin',
        summary: 'The end is before the beginning',
        message: 'EndDate must not be before BeginDate.',
      },
      { EndDate: '20291231' },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'ended',
        summary: 'The year of the end is wrong, so that nothing would ever be charged',
        message: 'EndDate must not be before today.',
      },
      { BeginDate: '20250101', EndDate: '20250201' },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'noDueDay',
        summary: 'The schedule has no day before the end',
        message: 'EndDate must leave a due day of the schedule from today on.',
      },
      { BeginDate: '20300102', EndDate: '20300102' },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'unknownSchedule',
        summary: 'There is no such schedule',
        message: 'DealerSaleScheduleId names no schedule of this dealer.',
      },
      { DealerSaleScheduleId: 999 },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'unknownToken',
        summary: 'The token is not one of a card of the customer',
        message: 'DefaultCard1Token is not the token of a stored card of this customer.',
      },
      { DefaultCard1Token: otherToken.CardToken },
    ),
    refused(
      'SaleCodeAlreadyUsing',
      { summary: 'The code is taken', message: 'SaleCode belongs to a sale of this dealer already.' },
      { SaleCode: 'GYM-2026-0042' },
    ),
    unexpectedExample(least),
  ],
};
