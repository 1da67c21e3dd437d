import { MAX_SCHEDULES } from '../../../../shared/domain/sale/schedule-rules.ts';
import { listDocument } from '../../../../shared/openapi/dealer-sale-words.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  lastDayAnswer,
  monthlyAnswer,
  scheduleScene,
  scheduleSchema,
} from '../../../../shared/openapi/schedule-words.ts';
import type { contract } from '../contract.ts';

/** The words and examples of the list of schedules (decisions: products and schedules). */
export const document: DocumentOf<typeof contract> = listDocument({
  operation: 'GetScheduleList',
  title: 'List schedules',
  description: 'Lists all schedules of the dealer, the newest first.',
  kind: 'schedules',
  list: 'SaleScheduleList',
  items: scheduleSchema,
  most: MAX_SCHEDULES,
  two: { entries: [lastDayAnswer, monthlyAnswer], scene: scheduleScene },
});
