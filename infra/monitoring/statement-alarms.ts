import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { STATEMENT_RUNS, statementMetricNames } from '../../shared/observability/log.ts';
import { type AlarmSpec, PERIOD } from './alarm-specs.ts';

/** Alarms on the job that makes statements, and on its absence. */
export const statementAlarms = (stage: string): AlarmSpec[] => {
  const metric = (metricName: string, statistic: string): IMetric =>
    new Metric({
      namespace: 'PaymentLink',
      metricName,
      dimensionsMap: { service: 'make-statements', stage },
      statistic,
      period: PERIOD,
    });
  return [
    {
      id: 'StatementsSilent',
      description: 'make-statements has not finished a run for five minutes: the statements of the night are not made',
      metric: metric(STATEMENT_RUNS, 'Sum'),
      threshold: 1,
      periods: 5,
      heartbeat: true,
    },
    {
      id: 'StatementsFailed',
      description: 'A row of a dealer cannot be read, so its statements are not made: look for it in the log',
      metric: metric(statementMetricNames.failed, 'Maximum'),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'StatementsLate',
      description: 'It is past six in Istanbul, and the statements of yesterday are not all there',
      metric: metric(statementMetricNames.late, 'Maximum'),
      threshold: 0,
      periods: 1,
    },
  ];
};
