import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../shared/openapi/example-makers.ts';
import { type DocumentOf, OWN_DEFINITION_ID } from '../../../shared/openapi/operation-document.ts';
import {
  NO_PLAN_ID,
  planFields,
  planIdField,
  planScene,
  planSchema,
  planSteps,
  shownFailed,
  shownPlan,
  UNKNOWN_PLAN,
} from '../../../shared/openapi/plan-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { DealerPaymentPlanId: 100_001, Amount: 30 };
const changed = { ...shownPlan, Amount: 30 };
const success = successesOf(least, { data: changed, setUp: planScene });
const refused = refusalsOf<Reason>(least, planScene);

/** The words and examples of changing a payment plan (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'Change a payment plan',
  description:
    'Changes the fields that are given of a payment plan that was made by hand and has not begun. A card takes the place of a payment request, and the other way round. Of a plan that failed, DealerCustomerTypeId alone sends it as a payment request at once, whether it was made by hand or from the schedule.',
  fields: { ...planIdField, ...planFields('Absent: it stays.') },
  data: planSchema,
  order: [
    ...planSteps,
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest:
          'A field cannot be read or is out of its bounds, or CardToken and DealerCustomerTypeId are both given. The message names it.',
        DealerPaymentPlanIdIsRequired: 'DealerPaymentPlanId is not given.',
      },
    },
    {
      step: 'Plan',
      conditions: {
        PaymentPlanNotFound: 'No payment plan of this dealer has the id.',
        InvalidRequest:
          "The plan was made from the schedule; its sale was deleted; PaymentDate is over or outside of the sale's days; or a card or definition is not of the sale's customer and dealer. The message says which.",
        PaymentDatePassed: 'The plan has begun or ended.',
      },
    },
  ],
  examples: [
    success('amount', 'Another amount', {}),
    success(
      'day',
      'Another day',
      { Amount: '', PaymentDate: '20350301' },
      {
        data: { ...shownPlan, PaymentDate: '20350301' },
        spelling: 'tolerated',
      },
    ),
    {
      name: 'asRequest',
      summary: 'A plan that failed is sent as a payment request',
      setUp: planScene,
      request: { DealerPaymentPlanId: 100_003, DealerCustomerTypeId: OWN_DEFINITION_ID },
      data: { ...shownFailed, DealerCustomerTypeId: OWN_DEFINITION_ID, PlanStatus: 0 },
      generated: ['DealerCustomerTypeId'],
    },
    ...pipelineExamples(least, { operation: 'UpdatePaymentPlan' }),
    refused('InvalidRequest', { summary: 'No amount', message: 'Amount must be above 0.' }, { Amount: 0 }),
    refused('DealerPaymentPlanIdIsRequired', { summary: 'No id', message: NO_PLAN_ID }, { DealerPaymentPlanId: 0 }),
    refused(
      'PaymentPlanNotFound',
      { summary: 'There is no such plan', message: UNKNOWN_PLAN },
      { DealerPaymentPlanId: 100_009 },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'scheduled',
        summary: 'The plan was made from the schedule',
        message: 'This payment plan was made from the schedule of its sale: change the sale instead.',
      },
      { DealerPaymentPlanId: 100_004 },
    ),
    refused(
      'PaymentDatePassed',
      { summary: 'The plan was paid', message: 'This payment plan has begun or ended.' },
      { DealerPaymentPlanId: 100_002 },
    ),
    unexpectedExample(least),
  ],
};
