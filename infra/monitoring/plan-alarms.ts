import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  HAND_OUT_RUNS,
  handOutMetricNames,
  OLDEST_DUE_PLAN_SECONDS,
  planMetricNames,
  tryMetricNames,
} from '../../shared/observability/plan-metrics.ts';
import { type AlarmSpec, PERIOD } from './alarm-specs.ts';

const FIFTEEN_MINUTES = Duration.minutes(15);
/** A slot lasts two hours: half of it is left to do something. */
const LATE_SECONDS = 3_600;
/** With fewer tries their share says nothing. */
const FEWEST_TRIES = 20;

const metricOf =
  (service: string, stage: string) =>
  (metricName: string, statistic: string, period = PERIOD): IMetric =>
    new Metric({ namespace: 'PaymentLink', metricName, dimensionsMap: { service, stage }, statistic, period });

/** Percent of the tries that ended without a card's fault; 0 while there are too few to say. */
const refusedShare = (stage: string): IMetric => {
  const metric = metricOf('charge-plans', stage);
  const all = Object.keys(tryMetricNames)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ');
  return new MathExpression({
    expression: `IF(${all} >= ${FEWEST_TRIES}, 100 * FILL(refused, 0) / (${all}), 0)`,
    label: '% of tries without a charge',
    usingMetrics: Object.fromEntries(
      Object.entries(tryMetricNames).map(([id, name]) => [id, metric(name, 'Sum', FIFTEEN_MINUTES)]),
    ),
    period: FIFTEEN_MINUTES,
  });
};

/** Alarms on due plans of recurring sales: who hands them out, and what became of them. */
export const planAlarms = (stage: string): AlarmSpec[] => {
  const lead = metricOf('hand-out-plans', stage);
  const worker = metricOf('charge-plans', stage);
  return [
    {
      id: 'HandOutSilent',
      description: 'hand-out-plans has not finished a run for five minutes: no recurring sale is charged',
      metric: lead(HAND_OUT_RUNS, 'Sum'),
      threshold: 1,
      periods: 5,
      heartbeat: true,
    },
    {
      id: 'HandOutsFailed',
      description: 'Workers could not be started, or due plans not read, in each of three minutes',
      metric: lead(handOutMetricNames.failed, 'Maximum'),
      threshold: 0,
      periods: 3,
    },
    {
      id: 'PlansOverdue',
      description: 'A payment plan has been due for more than an hour of its slot, and the slot ends after two',
      metric: lead(OLDEST_DUE_PLAN_SECONDS, 'Maximum'),
      threshold: LATE_SECONDS,
      periods: 3,
    },
    {
      id: 'PlansUnreadable',
      description: 'A payment plan or its sale cannot be read, or a stored card is damaged',
      metric: worker(planMetricNames.unread, 'Sum'),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'PlanTriesRefused',
      description: 'More than a fifth of the tries of payment plans charged nobody, and no card was at fault',
      metric: refusedShare(stage),
      threshold: 20,
      periods: 1,
    },
  ];
};
