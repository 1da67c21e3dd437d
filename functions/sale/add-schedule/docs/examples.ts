import { dealerSaleRefusals, dealerSaleSteps } from '../../../../shared/openapi/dealer-sale-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { scheduleFields, scheduleSchema } from '../../../../shared/openapi/schedule-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { ScheduleName: 'Every day', DailyWeeklyMonthly: 1 };
const weekly = { ScheduleName: 'Mondays and Wednesdays', DailyWeeklyMonthly: 2, EveryX: 2, DaysOfWeek: '1,3' };
const monthly = { ScheduleName: 'On the 1st and the 15th', DailyWeeklyMonthly: 3, EveryX: 1, DaysOfMonth: '1,15' };
const answer = { DealerSaleScheduleId: 100_000, ...least, EveryX: 1, DaysOfWeek: '', DaysOfMonth: '' };

const success = successesOf(least, { data: answer, generated: ['DealerSaleScheduleId'] });
const refused = refusalsOf<Reason>(least);

/** The words and examples of a new schedule (decisions: products and schedules). */
export const document: DocumentOf<typeof contract> = {
  title: 'Add a schedule',
  description: 'Adds a schedule of the days on which recurring sales are charged. A dealer has at most 200.',
  fields: {
    ...scheduleFields,
    ScheduleName: { ...scheduleFields.ScheduleName, required: true },
    DailyWeeklyMonthly: {
      required: true,
      schema: { type: 'integer', enum: [1, 2, 3] },
      description: '1 daily, 2 weekly, 3 monthly.',
    },
  },
  data: scheduleSchema,
  order: [
    ...dealerSaleSteps('adding a schedule'),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field breaks its rule, or the dealer has 200 schedules; the message says which.',
      },
    },
  ],
  examples: [
    success('daily', 'Every day', {}),
    success('weekly', 'Every other week', weekly, { data: { ...answer, ...weekly } }),
    success(
      'monthly',
      'Twice a month; "" is not given',
      { ...monthly, EveryX: '1', DaysOfWeek: '', DaysOfMonth: ' 15, 1' },
      { data: { ...answer, ...monthly }, spelling: 'tolerated' },
    ),
    ...dealerSaleRefusals('AddSchedule', least),
    refused(
      'InvalidRequest',
      { name: 'noPeriod', summary: 'The period is missing', message: 'DailyWeeklyMonthly is required.' },
      { DailyWeeklyMonthly: 0 },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'badDay',
        summary: 'A day is none',
        message: 'DaysOfMonth must be days from 1 to 31, written as 1,15.',
      },
      { DailyWeeklyMonthly: 3, DaysOfMonth: '1,32' },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'otherPeriod',
        summary: 'The days belong to another period',
        message: 'DaysOfWeek belongs to a weekly schedule: leave it out, or send DailyWeeklyMonthly 2.',
      },
      { DaysOfWeek: '1,3' },
    ),
    unexpectedExample(least),
  ],
};
