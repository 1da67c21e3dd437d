import { objectOf } from '../../../../shared/openapi/answer-members.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { planScene, shownFailed, shownPaid } from '../../../../shared/openapi/plan-scene.ts';
import {
  planListMembers,
  planListOf,
  planPeriodFields,
  planSteps,
  totalSchema,
} from '../../../../shared/openapi/plan-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const data = objectOf({
  ...planListMembers('How to ask on where the list was cut, and where the sums end; otherwise empty.'),
  PaymentPlanTotalList: {
    type: 'array',
    maxItems: 15,
    items: totalSchema,
    description: 'Member of our own: the sums of all plans of the period, by currency and status.',
  },
});

const totalOf = (PlanStatus: number) => ({ Currency: 'TL', PlanStatus, PlanCount: 1, TotalAmount: 27.5 });

const found = { ...planListOf(shownFailed, shownPaid), PaymentPlanTotalList: [totalOf(1), totalOf(2)] };

const least = { PaymentPlanPaymentDateStart: '20261101', PaymentPlanPaymentDateEnd: '20261130' };
const success = successesOf(least, { data: found, setUp: planScene });
const refused = refusalsOf<Reason>(least, planScene);

/** The words and examples of the report of payment plans (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'Report payment plans',
  description:
    'Lists the payment plans of all sales that fall due in a period of at most 62 days, as the list of payment plans does, with the sums of the whole period. The sums have up to 5,000 plans; ResultMessage says where they end. An empty period is a success.',
  fields: planPeriodFields(
    'One day alone begins or ends 31 days; without both they are the 31 days before and behind today.',
  ),
  data,
  order: [
    ...planSteps,
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field cannot be read, the period is longer than 62 days or ends before it begins.',
      },
    },
  ],
  examples: [
    success('month', 'A month', {}),
    ...pipelineExamples(least, { operation: 'GetPaymentPlanReport' }),
    refused(
      'InvalidRequest',
      {
        name: 'order',
        summary: 'The period ends before it begins',
        message: 'PaymentPlanPaymentDateEnd must not be before PaymentPlanPaymentDateStart.',
      },
      { PaymentPlanPaymentDateEnd: '20261031' },
    ),
    unexpectedExample(least),
  ],
};
