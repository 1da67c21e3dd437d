import { successesOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  exampleSchedule,
  monthlyAnswer,
  namedScheduleOrder,
  namedScheduleRefusals,
  scheduleIdField,
  scheduleScene,
  scheduleSchema,
} from '../../../../shared/openapi/schedule-words.ts';
import type { contract } from '../contract.ts';

const success = successesOf(exampleSchedule, { data: monthlyAnswer, setUp: scheduleScene });

/** The words and examples of a schedule (decisions: products and schedules). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get a schedule',
  description: 'Reads one schedule of the dealer.',
  fields: { DealerSaleScheduleId: scheduleIdField },
  data: scheduleSchema,
  order: namedScheduleOrder('reading a schedule', {
    shape: 'DealerSaleScheduleId cannot be read.',
  }),
  examples: [success('byId', 'A schedule by its id', {}), ...namedScheduleRefusals('GetSchedule', exampleSchedule)],
};
