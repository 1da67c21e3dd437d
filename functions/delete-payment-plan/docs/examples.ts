import { pipelineExamples, refusalsOf, unexpectedExample } from '../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../shared/openapi/operation-document.ts';
import { NO_PLAN_ID, planIdField, planScene, planSteps, UNKNOWN_PLAN } from '../../../shared/openapi/plan-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { DealerPaymentPlanId: 100_001 };
const refused = refusalsOf<Reason>(least, planScene);

/** The words and examples of deleting a payment plan (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'Delete a payment plan',
  description:
    'Deletes a payment plan that was made by hand and has not begun: nothing is charged for it. It stays in the lists with PlanStatus 3. The same call again gets the same answer.',
  fields: planIdField,
  data: { const: true, description: 'Always true.' },
  order: [
    ...planSteps,
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'DealerPaymentPlanId cannot be read.',
        DealerPaymentPlanIdIsRequired: 'DealerPaymentPlanId is not given.',
      },
    },
    {
      step: 'Plan',
      conditions: {
        PaymentPlanNotFound: 'No payment plan of this dealer has the id.',
        InvalidRequest: 'The plan was made from the schedule of its sale.',
        PaymentDatePassed: 'The plan has begun or ended.',
      },
    },
  ],
  examples: [
    { name: 'waiting', summary: 'A plan that waits', setUp: planScene, request: least, data: true },
    {
      name: 'again',
      summary: 'The same call again',
      setUp: { ...planScene, earlier: least },
      request: least,
      data: true,
      replayed: true,
    },
    ...pipelineExamples(least, { operation: 'DeletePaymentPlan' }),
    refused(
      'InvalidRequest',
      {
        name: 'noNumber',
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
    refused(
      'InvalidRequest',
      {
        name: 'scheduled',
        summary: 'The plan was made from the schedule',
        message: 'Only payment plans made by hand can be deleted: this one was made from the schedule of its sale.',
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
