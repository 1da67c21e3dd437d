import { MAX_SCHEDULES } from '../../../shared/domain/sale/schedule-rules.ts';
import {
  countedList,
  dealerSaleRefusals,
  dealerSaleSteps,
  NOT_AN_OBJECT,
} from '../../../shared/openapi/dealer-sale-words.ts';
import { successesOf, unexpectedExample } from '../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../shared/openapi/operation-document.ts';
import { lastDayAnswer, monthlyAnswer, scheduleScene, scheduleSchema } from '../../../shared/openapi/schedule-words.ts';
import type { contract } from '../contract.ts';

const least = {};
const success = successesOf(least, {
  data: { SaleScheduleListCount: 2, SaleScheduleList: [lastDayAnswer, monthlyAnswer] },
  setUp: scheduleScene,
});

/** The words and examples of the list of schedules (decisions: products and schedules). */
export const document: DocumentOf<typeof contract> = {
  title: 'List schedules',
  description: 'Lists all schedules of the dealer, the newest first.',
  fields: {},
  data: countedList('SaleScheduleList', { items: scheduleSchema, most: MAX_SCHEDULES }),
  order: [
    ...dealerSaleSteps('reading schedules'),
    { step: 'Shape and required fields', conditions: { InvalidRequest: NOT_AN_OBJECT } },
  ],
  examples: [
    success('two', 'Two schedules', {}),
    success(
      'none',
      'A dealer without schedules',
      {},
      {
        data: { SaleScheduleListCount: 0, SaleScheduleList: [] },
        setUp: {},
      },
    ),
    ...dealerSaleRefusals('GetScheduleList', least),
    unexpectedExample(least),
  ],
};
