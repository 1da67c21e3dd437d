import { refusalsOf, successesOf } from '../../../../shared/openapi/example-makers.ts';
import { type DocumentOf, OWN_DEFINITION_ID } from '../../../../shared/openapi/operation-document.ts';
import { planScene, shownFailed, shownPlan } from '../../../../shared/openapi/plan-scene.ts';
import {
  begunPlan,
  namedPlanOrder,
  namedPlanRefusals,
  PLAN_VALUES,
  planFields,
  planIdField,
  planSchema,
} from '../../../../shared/openapi/plan-words.ts';
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
  order: namedPlanOrder({
    shape: PLAN_VALUES,
    plan: {
      InvalidRequest:
        "The plan was made from the schedule; its sale was deleted; PaymentDate is over or outside of the sale's days; or a card or definition is not of the sale's customer and dealer. The message says which.",
      PaymentDatePassed: 'The plan has begun or ended.',
    },
  }),
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
    ...namedPlanRefusals('UpdatePaymentPlan', least),
    refused('InvalidRequest', { summary: 'No amount', message: 'Amount must be above 0.' }, { Amount: 0 }),
    refused(
      'InvalidRequest',
      {
        name: 'scheduled',
        summary: 'The plan was made from the schedule',
        message: 'This payment plan was made from the schedule of its sale: change the sale instead.',
      },
      { DealerPaymentPlanId: 100_004 },
    ),
    refused('PaymentDatePassed', begunPlan, { DealerPaymentPlanId: 100_002 }),
  ],
};
