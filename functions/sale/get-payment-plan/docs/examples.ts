import { successesOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { planScene, shownFailed, shownPaid, shownPlan } from '../../../../shared/openapi/plan-scene.ts';
import { namedPlanOrder, namedPlanRefusals, planIdField, planSchema } from '../../../../shared/openapi/plan-words.ts';
import type { contract } from '../contract.ts';

const least = { DealerPaymentPlanId: 100_001 };
const success = successesOf(least, { data: shownPlan, setUp: planScene });

/** The words and examples of reading a payment plan (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get a payment plan',
  description:
    'Reads one payment plan: one step of a recurring sale, made by hand or from the schedule. Plans of a deleted sale are read as well.',
  fields: planIdField,
  data: planSchema,
  order: namedPlanOrder(),
  examples: [
    success('waiting', 'A plan that waits', {}),
    success('paid', 'A plan that was paid', { DealerPaymentPlanId: 100_002 }, { data: shownPaid }),
    success('failed', 'A plan that failed', { DealerPaymentPlanId: 100_003 }, { data: shownFailed }),
    ...namedPlanRefusals('GetPaymentPlan', least),
  ],
};
