import type { OperationName } from '../domain/dealer/dealer.ts';
import { MAX_EVERY } from '../domain/sale/schedule.ts';
import { objectOf, text, whole } from './answer-members.ts';
import { dealerSaleRefusals, dealerSaleSteps } from './dealer-sale-words.ts';
import { refusalsOf, unexpectedExample } from './example-makers.ts';
import type { ExampleFields, ExampleSetUp, FieldText, JsonSchema } from './operation-document.ts';

// Words and examples of the operations of schedules.

const PERIOD: JsonSchema = { type: 'integer', enum: [1, 2, 3] };
const EVERY: JsonSchema = { type: 'integer', minimum: 1, maximum: MAX_EVERY };

export const scheduleSchema = objectOf({
  DealerSaleScheduleId: whole('Id of the schedule in the service.'),
  ScheduleName: { ...text('Name of the schedule.'), maxLength: 100 },
  DailyWeeklyMonthly: { ...PERIOD, description: '1 daily, 2 weekly, 3 monthly.' },
  EveryX: { ...EVERY, description: 'Every how many days, weeks or months.' },
  DaysOfWeek: text('Days of a weekly schedule, 1 is Monday: `1,3`. Empty: the weekday of the first day of the sale.'),
  DaysOfMonth: text('Days of a monthly schedule: `1,15`. Empty: the day of the month of the first day of the sale.'),
});

/** What a dealer may set of a schedule. */
export const scheduleFields = {
  ScheduleName: { description: 'Name of the schedule.' },
  DailyWeeklyMonthly: {
    schema: { type: 'integer', enum: [0, 1, 2, 3] },
    description: '1 daily, 2 weekly, 3 monthly; 0 not given.',
  },
  EveryX: {
    schema: { ...EVERY, minimum: 0 },
    description: 'Every how many days, weeks (from Monday) or months; 0 not given.',
  },
  DaysOfWeek: {
    description:
      'Days of a weekly schedule, 1 is Monday: `1,3`. Without them, the weekday of the first day of the sale.',
  },
  DaysOfMonth: {
    description:
      'Days of a monthly schedule: `1,15`. A shorter month has its last day instead of 29 to 31. Without them, the day of the month of the first day of the sale.',
  },
} satisfies Readonly<Record<string, FieldText>>;

export const scheduleIdField: FieldText = { required: true, description: 'Id of the schedule in the service.' };

const monthly = {
  dealerSaleScheduleId: 601,
  version: 1,
  scheduleName: 'On the 1st and the 15th',
  period: 'month',
  every: 1,
  daysOfWeek: [],
  daysOfMonth: [1, 15],
  createdAtMs: 0,
} as const;

/** Two schedules; a sale uses the second. */
export const scheduleScene: ExampleSetUp = {
  schedules: [
    monthly,
    { ...monthly, dealerSaleScheduleId: 602, scheduleName: 'On the last day', daysOfMonth: [31], usedBySale: 77 },
  ],
};

export const exampleSchedule = { DealerSaleScheduleId: 601 };

export const monthlyAnswer = {
  DealerSaleScheduleId: 601,
  ScheduleName: 'On the 1st and the 15th',
  DailyWeeklyMonthly: 3,
  EveryX: 1,
  DaysOfWeek: '',
  DaysOfMonth: '1,15',
};

export const lastDayAnswer = {
  ...monthlyAnswer,
  DealerSaleScheduleId: 602,
  ScheduleName: 'On the last day',
  DaysOfMonth: '31',
};

const UNKNOWN_SCHEDULE = 'No schedule of this dealer has the DealerSaleScheduleId.';

/** The order of refusals of an operation about one schedule. `refusedToo` tells what its record may be refused for. */
export const namedScheduleOrder = (
  what: string,
  { shape, refusedToo }: { readonly shape: string; readonly refusedToo?: string },
) => [
  ...dealerSaleSteps(what),
  {
    step: 'Shape and required fields',
    conditions: { InvalidRequest: shape, DealerSaleScheduleIdIsRequired: 'DealerSaleScheduleId is not given.' },
  },
  {
    step: 'Schedule',
    conditions: {
      ScheduleNotFound: UNKNOWN_SCHEDULE,
      ...(refusedToo === undefined ? {} : { InvalidRequest: refusedToo }),
    },
  },
];

/** The refusals of every operation about one schedule. */
export const namedScheduleRefusals = (operation: OperationName, least: ExampleFields) => {
  const refused = refusalsOf<'DealerSaleScheduleIdIsRequired' | 'ScheduleNotFound'>(least, scheduleScene);
  return [
    ...dealerSaleRefusals(operation, least),
    refused(
      'DealerSaleScheduleIdIsRequired',
      { summary: 'No schedule is named', message: 'DealerSaleScheduleId is required.' },
      { DealerSaleScheduleId: 0 },
    ),
    refused(
      'ScheduleNotFound',
      {
        summary: 'There is no such schedule',
        message: 'No schedule of this dealer has the given DealerSaleScheduleId.',
      },
      { DealerSaleScheduleId: 999 },
    ),
    unexpectedExample(least),
  ];
};
