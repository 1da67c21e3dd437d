import { objectOf } from '../../../../shared/openapi/answer-members.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { planScene, shownFailed, shownPaid, shownPlan } from '../../../../shared/openapi/plan-scene.ts';
import { planListMembers, planListOf, planPeriodFields, planSteps } from '../../../../shared/openapi/plan-words.ts';
import { saleNameFields, saleStep, twoSales, unknownSale } from '../../../../shared/openapi/sale-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { DealerSaleId: 77 };
const success = successesOf(least, { data: planListOf(shownPlan, shownPaid), setUp: planScene });
const refused = refusalsOf<Reason>(least, planScene);
const november = { PaymentPlanPaymentDateStart: '20261101', PaymentPlanPaymentDateEnd: '20261130' };

/** The words and examples of the list of payment plans (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'List payment plans',
  description:
    'Lists the payment plans of a sale, or of all sales that fall due in a period of at most 62 days, the latest day first and at most 500 a call. A list that has more is cut, and ResultMessage says how to ask on. An empty list is a success. Plans of a deleted sale are listed as well. A plan that was just made may be missing for a moment where no sale is named.',
  fields: {
    ...saleNameFields,
    ...planPeriodFields(
      'Of a sale: absent is open. Otherwise one day alone begins or ends 31 days, and without both they are the 31 days before and behind today.',
    ),
  },
  data: objectOf(planListMembers('How to ask on where the list was cut; otherwise empty.')),
  order: [
    ...planSteps,
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest:
          'A field cannot be read; the period ends before it begins, or is longer than 62 days without a sale.',
      },
    },
    saleStep,
  ],
  examples: [
    success('ofSale', 'The plans of a sale', {}),
    success(
      'ofSaleInPeriod',
      'The plans of a sale in a period, by its code',
      { DealerSaleId: 0, SaleCode: 'GYM-2026-0042', ...november },
      { data: planListOf(shownPaid), spelling: 'tolerated' },
    ),
    success(
      'ofPeriod',
      'The plans of all sales in a period',
      { DealerSaleId: '', ...november },
      { data: planListOf(shownFailed, shownPaid), spelling: 'tolerated' },
    ),
    success(
      'none',
      'A period without plans',
      { PaymentPlanPaymentDateStart: '20260301', PaymentPlanPaymentDateEnd: '20260331' },
      { data: planListOf() },
    ),
    ...pipelineExamples(least, { operation: 'GetPaymentPlanList' }),
    refused(
      'InvalidRequest',
      { name: 'noDay', summary: 'No day', message: 'PaymentPlanPaymentDateEnd must be a day, written YYYYMMDD.' },
      { PaymentPlanPaymentDateEnd: '30.11.2026' },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'longPeriod',
        summary: 'More than 62 days without a sale',
        message: 'PaymentPlanPaymentDateStart and PaymentPlanPaymentDateEnd must be at most 62 days apart.',
      },
      { DealerSaleId: '', PaymentPlanPaymentDateStart: '20260101', PaymentPlanPaymentDateEnd: '20260305' },
    ),
    refused('DealerSaleNotFound', unknownSale, { DealerSaleId: 79 }),
    refused('SaleCodeDoesntMatchDealerSaleId', twoSales, { SaleCode: 'GYM-2026-0043' }),
    unexpectedExample(least),
  ],
};
