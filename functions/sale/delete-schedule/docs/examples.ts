import { alwaysTrue } from '../../../../shared/openapi/answer-members.ts';
import { refusalsOf, successesOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  exampleSchedule,
  namedScheduleOrder,
  namedScheduleRefusals,
  scheduleIdField,
  scheduleScene,
} from '../../../../shared/openapi/schedule-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const success = successesOf(exampleSchedule, { data: true, setUp: scheduleScene });
const refused = refusalsOf<Reason>(exampleSchedule, scheduleScene);

/** The words and examples of the deletion of a schedule (decisions: products and schedules). */
export const document: DocumentOf<typeof contract> = {
  title: 'Delete a schedule',
  description: 'Deletes a schedule that no sale uses.',
  fields: { DealerSaleScheduleId: scheduleIdField },
  data: alwaysTrue,
  order: namedScheduleOrder('deleting a schedule', {
    shape: 'DealerSaleScheduleId cannot be read.',
    refusedToo: 'A sale uses the schedule; the message names one.',
  }),
  examples: [
    success('byId', 'A schedule by its id', {}),
    ...namedScheduleRefusals('DeleteSchedule', exampleSchedule),
    refused(
      'InvalidRequest',
      {
        name: 'inUse',
        summary: 'A sale uses the schedule',
        message: 'The sale with DealerSaleId 77 uses this schedule, so it cannot be deleted.',
      },
      { DealerSaleScheduleId: 602 },
    ),
  ],
};
