import type { StageTemplates } from '../infra/stage-templates.ts';
import prices from './prices.json' with { type: 'json' };

/** Something that is paid for by the month. */
export interface MonthlyCost {
  readonly what: string;
  readonly count: number;
  readonly each: number;
  readonly usd: number;
}

/** Most dollars a month that a production stage with one bank and every setting may cost without a payment. */
export const IDLE_AIM_USD = 40;

interface AlarmProperties {
  readonly Metrics?: readonly { readonly MetricStat?: unknown }[];
}

/** Metrics that an alarm watches: each is paid for, and an expression of ten costs ten times as much as one metric. */
const watchedMetrics = ({ Metrics }: AlarmProperties): number =>
  Metrics === undefined ? 1 : Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length;

const metricNames = (properties: Readonly<Record<string, unknown>>): readonly string[] =>
  (properties.MetricTransformations as readonly { readonly MetricName: string }[]).map(({ MetricName }) => MetricName);

/** Runs in a month of 30 days that a rule starts. */
const runsOf = ({ ScheduleExpression }: Readonly<Record<string, unknown>>): number => {
  const [, every = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(String(ScheduleExpression)) ?? [];
  const minutes = Number(every) * ({ minute: 1, hour: 60, day: 1_440 }[unit] ?? Number.NaN);
  if (!(minutes > 0)) throw new Error(`The schedule ${String(ScheduleExpression)} is not counted.`);
  return (30 * 1_440) / minutes;
};

/**
 * What a stage costs a month without a payment, counted from its templates and from the metrics that its functions print. Every
 * metric counts as if it was written in each hour: a quiet stage, which writes heartbeats alone, costs less. No free tier: three
 * dashboards of an account, ten alarms and ten metrics are free.
 */
export const idleCostOf = (
  { resources }: Pick<StageTemplates, 'resources'>,
  printed: readonly string[],
  filters = resources('AWS::Logs::MetricFilter').flatMap(({ properties }) => metricNames(properties)),
): readonly MonthlyCost[] => {
  const { perMonthUsd, perMillionUsd } = prices;
  const countOf = (type: string): number => resources(type).length;
  const alarms = resources('AWS::CloudWatch::Alarm').map(({ properties }) => watchedMetrics(properties));
  const runs = resources('AWS::Events::Rule').flatMap(({ properties }) =>
    properties.ScheduleExpression === undefined ? [] : [runsOf(properties)],
  );
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  const rows: readonly (readonly [string, number, number])[] = [
    ['keys', countOf('AWS::KMS::Key'), perMonthUsd.key],
    [`metrics that the ${alarms.length} alarms watch`, sum(alarms), perMonthUsd.alarm],
    ['metrics that functions print', new Set(printed).size, perMonthUsd.metric],
    ['metrics of log filters', new Set(filters).size, perMonthUsd.metric],
    ['dashboards', countOf('AWS::CloudWatch::Dashboard'), perMonthUsd.dashboard],
    ['runs of schedules, in thousands', Math.round(sum(runs) / 1_000), perMillionUsd.functionCalls / 1_000],
  ];
  return rows.map(([what, count, each]) => ({ what, count, each, usd: count * each }));
};

export const totalOf = (rows: readonly MonthlyCost[]): number => rows.reduce((sum, { usd }) => sum + usd, 0);
