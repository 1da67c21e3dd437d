import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { planScene, SCHEDULED_SALE_ID, shownPlan } from '../../../../shared/openapi/plan-scene.ts';
import { PLAN_VALUES, planFields, planSchema, planSteps } from '../../../../shared/openapi/plan-words.ts';
import {
  NEITHER_SALE,
  noSaleName,
  saleNameFields,
  saleStep,
  twoSales,
  unknownSale,
} from '../../../../shared/openapi/sale-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { DealerSaleId: 77, PaymentDate: '20350220' };
const added = { ...shownPlan, PaymentDate: '20350220' };
const generated = ['DealerPaymentPlanId'];
const success = successesOf(least, { data: added, generated, setUp: planScene });
const refused = refusalsOf<Reason>(least, planScene);
const fields = planFields('Absent: as the sale says.');

/** The words and examples of adding a payment plan (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'Add a payment plan',
  description:
    'Adds a payment plan by hand to a sale with PlanType 2 or 3: it is charged at 12:00 in Istanbul on its day, and tried again as the sale says. A sale has at most 100 open plans made by hand. The same call again within ten minutes is taken for a repeat and gets the first answer, so that a retry after a lost answer charges nobody twice.',
  fields: {
    ...saleNameFields,
    ...fields,
    PaymentDate: { ...fields.PaymentDate, required: true },
  },
  anyOfFields: ['DealerSaleId', 'SaleCode'],
  data: planSchema,
  order: [
    ...planSteps,
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: PLAN_VALUES,
        SaleCodeOrDealerSaleIdMustBeGiven: NEITHER_SALE,
      },
    },
    saleStep,
    {
      step: 'Plan',
      conditions: {
        InvalidRequest:
          "PlanType of the sale is 1; PaymentDate is not given, over, or outside of the sale's days; a card or definition is not of the sale's customer and dealer; there is nothing to charge; or the sale has 100 open plans made by hand. The message says which.",
      },
    },
  ],
  examples: [
    success('usual', 'A plan with the terms and cards of the sale', {}),
    success(
      'ownTerms',
      'A plan with an amount of its own, by the code of the sale',
      { DealerSaleId: '', SaleCode: 'GYM-2026-0042', Amount: 19.9, Currency: 'TL', InstallmentNumber: 3 },
      { data: { ...added, Amount: 19.9, InstallmentNumber: 3 }, spelling: 'tolerated' },
    ),
    success('repeat', 'The same call again', {}, { replayed: true, setUp: { ...planScene, earlier: least } }),
    ...pipelineExamples(least, { operation: 'AddPaymentPlan' }),
    refused(
      'InvalidRequest',
      { name: 'noDay', summary: 'No day', message: 'PaymentDate must be a day, written YYYYMMDD.' },
      { PaymentDate: '2035-02-20' },
    ),
    refused('SaleCodeOrDealerSaleIdMustBeGiven', noSaleName, { DealerSaleId: 0 }),
    refused('DealerSaleNotFound', unknownSale, { DealerSaleId: 79 }),
    refused('SaleCodeDoesntMatchDealerSaleId', twoSales, { SaleCode: 'GYM-2026-0043' }),
    refused(
      'InvalidRequest',
      {
        name: 'scheduledSale',
        summary: 'The sale has a schedule alone',
        message: 'The sale takes no plans made by hand: its PlanType is 1.',
      },
      { DealerSaleId: SCHEDULED_SALE_ID },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'over',
        summary: 'The day is over',
        message: 'PaymentDate must be a day after today, or today before 12:00 in Istanbul.',
      },
      { PaymentDate: '20260301' },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'otherCard',
        summary: 'The card is not one of the customer',
        message: "CardToken names no card of the sale's customer.",
      },
      { CardToken: '5b0f1c9e-0d2e-4c8b-9a51-7b3a5f0c1e99' },
    ),
    unexpectedExample(least),
  ],
};
