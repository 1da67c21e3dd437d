import { alwaysTrue } from '../../../../shared/openapi/answer-members.ts';
import { refusalsOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { planScene } from '../../../../shared/openapi/plan-scene.ts';
import { begunPlan, namedPlanOrder, namedPlanRefusals, planIdField } from '../../../../shared/openapi/plan-words.ts';
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
  data: alwaysTrue,
  order: namedPlanOrder({
    plan: {
      InvalidRequest: 'The plan was made from the schedule of its sale.',
      PaymentDatePassed: 'The plan has begun or ended.',
    },
  }),
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
    ...namedPlanRefusals('DeletePaymentPlan', least),
    refused(
      'InvalidRequest',
      {
        name: 'scheduled',
        summary: 'The plan was made from the schedule',
        message: 'Only payment plans made by hand can be deleted: this one was made from the schedule of its sale.',
      },
      { DealerPaymentPlanId: 100_004 },
    ),
    refused('PaymentDatePassed', begunPlan, { DealerPaymentPlanId: 100_002 }),
  ],
};
