import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../shared/openapi/operation-document.ts';
import {
  NO_PLAN_ID,
  planIdField,
  planScene,
  planSchema,
  planSteps,
  shownFailed,
  shownPaid,
  shownPlan,
  UNKNOWN_PLAN,
} from '../../../shared/openapi/plan-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { DealerPaymentPlanId: 100_001 };
const success = successesOf(least, { data: shownPlan, setUp: planScene });
const refused = refusalsOf<Reason>(least, planScene);

/** The words and examples of reading a payment plan (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get a payment plan',
  description:
    'Reads one payment plan: one step of a recurring sale, made by hand or from the schedule. Plans of a deleted sale are read as well.',
  fields: planIdField,
  data: planSchema,
  order: [
    ...planSteps,
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'DealerPaymentPlanId cannot be read.',
        DealerPaymentPlanIdIsRequired: 'DealerPaymentPlanId is not given.',
      },
    },
    { step: 'Plan', conditions: { PaymentPlanNotFound: 'No payment plan of this dealer has the id.' } },
  ],
  examples: [
    success('waiting', 'A plan that waits', {}),
    success('paid', 'A plan that was paid', { DealerPaymentPlanId: 100_002 }, { data: shownPaid }),
    success('failed', 'A plan that failed', { DealerPaymentPlanId: 100_003 }, { data: shownFailed }),
    ...pipelineExamples(least, { operation: 'GetPaymentPlan' }),
    refused(
      'InvalidRequest',
      {
        summary: 'The id is no number',
        message: 'DealerPaymentPlanId must be a whole number from 1 to 2147483647.',
      },
      { DealerPaymentPlanId: 'first' },
    ),
    refused('DealerPaymentPlanIdIsRequired', { summary: 'No id', message: NO_PLAN_ID }, { DealerPaymentPlanId: '' }),
    refused(
      'PaymentPlanNotFound',
      { summary: 'There is no such plan', message: UNKNOWN_PLAN },
      { DealerPaymentPlanId: 100_009 },
    ),
    unexpectedExample(least),
  ],
};
