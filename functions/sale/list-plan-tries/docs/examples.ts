import { CUT_BY_TIME, listDone, listResult, objectOf, whole } from '../../../../shared/openapi/answer-members.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import { listPeriodFields } from '../../../../shared/openapi/list-words.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { planScene, shownTries } from '../../../../shared/openapi/plan-scene.ts';
import { noSuchPlan, planStep, planSteps, trySchema, unknownPlan } from '../../../../shared/openapi/plan-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const data = objectOf({
  ...listResult(CUT_BY_TIME),
  DealerPaymentPlanId: whole('Id of the plan that the request names, or 0.'),
  PaymentPlanHistoryListCount: whole('Number of entries in PaymentPlanHistoryList.'),
  PaymentPlanHistoryList: { type: 'array', maxItems: 500, items: trySchema, description: 'Tries, the newest first.' },
});

const listOf = (DealerPaymentPlanId: number, PaymentPlanHistoryList: readonly object[]) => ({
  ...listDone,
  DealerPaymentPlanId,
  PaymentPlanHistoryListCount: PaymentPlanHistoryList.length,
  PaymentPlanHistoryList,
});

const least = { DealerPaymentPlanId: 100_002 };
const success = successesOf(least, { data: listOf(100_002, shownTries), setUp: planScene });
const refused = refusalsOf<Reason>(least, planScene);

/** The words and examples of the tries of payment plans (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'List tries of payment plans',
  description:
    'Lists the tries of one payment plan, or those of all plans in a period of at most 31 days, the newest first and at most 500 a call. Each card that was tried is an entry, and so is a slot in which nothing could be charged. A list that has more is cut, and ResultMessage says with which HistoryDateEnd to ask on. An empty list is a success.',
  fields: {
    DealerPaymentPlanId: { description: 'Id of a payment plan. Absent: the tries of all plans in the period.' },
    ...listPeriodFields('HistoryDateStart', 'HistoryDateEnd'),
  },
  data,
  order: [
    ...planSteps,
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest:
          'A field cannot be read; the period ends before it begins, or is longer than 31 days without a plan.',
      },
    },
    planStep,
  ],
  examples: [
    success('ofPlan', 'The tries of a plan', {}),
    success(
      'ofPeriod',
      'The tries of an evening',
      { DealerPaymentPlanId: '', HistoryDateStart: '2026-11-15 18:00', HistoryDateEnd: '2026-11-15 20:00' },
      { data: listOf(0, shownTries.slice(0, 1)), spelling: 'tolerated' },
    ),
    success('none', 'A plan that was not tried yet', { DealerPaymentPlanId: 100_001 }, { data: listOf(100_001, []) }),
    ...pipelineExamples(least, { operation: 'GetPaymentPlanHistoryList' }),
    refused(
      'InvalidRequest',
      {
        name: 'noMoment',
        summary: 'No moment',
        message: 'HistoryDateEnd must be a moment, written yyyy-MM-dd HH:mm, or a day, written YYYYMMDD.',
      },
      { HistoryDateEnd: '15.11.2026' },
    ),
    refused('PaymentPlanNotFound', unknownPlan, noSuchPlan),
    unexpectedExample(least),
  ],
};
