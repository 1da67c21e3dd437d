import { refusalsOf, successesOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  exampleSchedule,
  monthlyAnswer,
  namedScheduleOrder,
  namedScheduleRefusals,
  scheduleFields,
  scheduleIdField,
  scheduleScene,
  scheduleSchema,
} from '../../../../shared/openapi/schedule-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { ...exampleSchedule, DaysOfMonth: '10' };
const success = successesOf(least, { data: { ...monthlyAnswer, DaysOfMonth: '10' }, setUp: scheduleScene });
const refused = refusalsOf<Reason>(least, scheduleScene);

/** The words and examples of a change of a schedule (decisions: products and schedules). */
export const document: DocumentOf<typeof contract> = {
  title: 'Update a schedule',
  description:
    'Changes what is given of a schedule, and leaves the rest. A payment step that is planned keeps its day; later ones follow the changed schedule. Days of a period that the schedule no longer has fall away.',
  fields: { DealerSaleScheduleId: scheduleIdField, ...scheduleFields },
  data: scheduleSchema,
  order: namedScheduleOrder('changing a schedule', {
    shape: 'A field breaks its rule; the message names it.',
    refusedToo: 'Days are given that belong to another period than that of the schedule.',
  }),
  examples: [
    success('days', 'Another day', {}),
    success(
      'period',
      'Another period; the days of the month fall away',
      { DealerSaleScheduleId: '601', DailyWeeklyMonthly: '2', EveryX: 0, DaysOfWeek: '5', DaysOfMonth: null },
      {
        data: { ...monthlyAnswer, DailyWeeklyMonthly: 2, DaysOfWeek: '5', DaysOfMonth: '' },
        spelling: 'tolerated',
      },
    ),
    ...namedScheduleRefusals('UpdateSchedule', least),
    refused(
      'InvalidRequest',
      {
        name: 'otherPeriod',
        summary: 'The days belong to another period',
        message: 'DaysOfWeek belongs to a weekly schedule: leave it out, or send DailyWeeklyMonthly 2.',
      },
      { DaysOfWeek: '1,3' },
    ),
  ],
};
