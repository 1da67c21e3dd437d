import { holdsCardNumber } from '../card/card-number-in-text.ts';
import { oneOf, type Rule, refuseFirstBroken } from '../ordered-rules.ts';
import { Refusal } from '../refusal.ts';
import { MAX_EVERY, readScheduleDays, type Schedule, type SchedulePeriod, schedulePeriods } from './schedule.ts';

/** Most schedules of a dealer, so that a list of them is one short query. */
export const MAX_SCHEDULES = 200;

/** What a dealer sets of a schedule, after its rules were applied. */
export interface ScheduleDetails extends Schedule {
  readonly scheduleName: string;
}

/** A dealer's schedule of recurring sales (dealer interface 2.10). */
export interface SaleSchedule extends ScheduleDetails {
  readonly dealerCode: string;
  readonly dealerSaleScheduleId: number;
  /** Counts the changes. */
  readonly version: number;
  readonly createdAtMs: number;
}

/**
 * Fields of a schedule as a dealer sends them. A number that is 0 is not given: strongly typed clients send it for one
 * that they do not have.
 */
export interface ScheduleFields {
  readonly scheduleName?: string | undefined;
  readonly dailyWeeklyMonthly?: number | undefined;
  readonly everyX?: number | undefined;
  readonly daysOfWeek?: string | undefined;
  readonly daysOfMonth?: string | undefined;
}

interface Asked {
  readonly fields: ScheduleFields;
  /** Absent where a schedule is added. */
  readonly stored?: ScheduleDetails | undefined;
}

const invalid = (sentence: string, broken: Rule<'InvalidRequest', Asked>['broken']): Rule<'InvalidRequest', Asked> => ({
  reason: 'InvalidRequest',
  sentence,
  broken,
});

const periodIn = ({ fields: { dailyWeeklyMonthly }, stored }: Asked): SchedulePeriod | undefined => {
  const number = ([1, 2, 3] as const).find((one) => one === dailyWeeklyMonthly);
  return number === undefined ? stored?.period : schedulePeriods[number];
};

const noDays = (text: string | undefined, of: 'week' | 'month'): boolean =>
  text !== undefined && readScheduleDays(text, of) === undefined;

/** Rules of single fields, which need no record. */
const fieldRules: readonly Rule<'InvalidRequest', Asked>[] = [
  invalid(
    'DailyWeeklyMonthly must be 1 (daily), 2 (weekly) or 3 (monthly).',
    ({ fields }) => !oneOf(fields.dailyWeeklyMonthly, [0, 1, 2, 3]),
  ),
  invalid(
    `EveryX must be a whole number from 1 to ${MAX_EVERY}.`,
    ({ fields: { everyX = 0 } }) => everyX < 0 || everyX > MAX_EVERY,
  ),
  invalid('DaysOfWeek must be days from 1 (Monday) to 7, written as 1,3.', ({ fields }) =>
    noDays(fields.daysOfWeek, 'week'),
  ),
  invalid('DaysOfMonth must be days from 1 to 31, written as 1,15.', ({ fields }) =>
    noDays(fields.daysOfMonth, 'month'),
  ),
  invalid(
    'ScheduleName must not hold a card number.',
    ({ fields: { scheduleName } }) => scheduleName !== undefined && holdsCardNumber(scheduleName),
  ),
];

/** Rules of the schedule as it is afterwards. Days of another period would be charged on none, or on too many. */
const wholeRules: readonly Rule<'InvalidRequest', Asked>[] = [
  invalid(
    'DaysOfWeek belongs to a weekly schedule: leave it out, or send DailyWeeklyMonthly 2.',
    (asked) => asked.fields.daysOfWeek !== undefined && periodIn(asked) !== 'week',
  ),
  invalid(
    'DaysOfMonth belongs to a monthly schedule: leave it out, or send DailyWeeklyMonthly 3.',
    (asked) => asked.fields.daysOfMonth !== undefined && periodIn(asked) !== 'month',
  ),
];

/** Refuses a field that no schedule could have. */
export const refuseBadScheduleFields = (fields: ScheduleFields): void => refuseFirstBroken(fieldRules, { fields });

const required = <Value>(value: Value | undefined, field: string): Value => {
  if (value === undefined) throw new Refusal('InvalidRequest', `${field} is required.`);
  return value;
};

const daysIn = (text: string | undefined, of: 'week' | 'month', period: SchedulePeriod, stored?: Schedule) => {
  if (period !== of) return [];
  if (text !== undefined) return readScheduleDays(text, of) ?? [];
  return (of === 'week' ? stored?.daysOfWeek : stored?.daysOfMonth) ?? [];
};

/**
 * A schedule from the fields of a dealer: a new one, or `stored` with what is given changed (decisions: recurring sales).
 * Days of a period that the schedule no longer has fall away. Throws the Refusal of the first broken rule.
 */
export const scheduleDetailsIn = (fields: ScheduleFields, stored?: ScheduleDetails): ScheduleDetails => {
  const asked = { fields, stored };
  const scheduleName = required(fields.scheduleName ?? stored?.scheduleName, 'ScheduleName');
  refuseBadScheduleFields(fields);
  const period = required(periodIn(asked), 'DailyWeeklyMonthly');
  refuseFirstBroken(wholeRules, asked);
  const every = fields.everyX === undefined || fields.everyX === 0 ? (stored?.every ?? 1) : fields.everyX;
  return {
    scheduleName,
    period,
    every,
    daysOfWeek: daysIn(fields.daysOfWeek, 'week', period, stored),
    daysOfMonth: daysIn(fields.daysOfMonth, 'month', period, stored),
  };
};

export const scheduleNotFound = (): Refusal =>
  new Refusal('ScheduleNotFound', 'No schedule of this dealer has the given DealerSaleScheduleId.');

/** The id of the schedule that a request is about. */
export const requiredScheduleId = (id: number | undefined): number => {
  if (id !== undefined) return id;
  throw new Refusal('DealerSaleScheduleIdIsRequired', 'DealerSaleScheduleId is required.');
};
