import { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { COMPARISON_RUNS, comparisonMetricNames } from '../../shared/observability/log.ts';
import type { AlarmSpec } from './alarm-specs.ts';

/** Alarms on the nightly comparison with the banks: what it finds, and its absence. */
export const comparisonAlarms = (stage: string): AlarmSpec[] => {
  const metric = (metricName: string, statistic: string): IMetric =>
    new Metric({
      namespace: 'PaymentLink',
      metricName,
      dimensionsMap: { service: 'compare-with-bank', stage },
      statistic,
      period: Duration.minutes(5),
    });
  return [
    {
      id: 'DifferencesFound',
      description: "A bank's books differ from ours: operator list-differences shows the orders",
      metric: metric(comparisonMetricNames.differences, 'Maximum'),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'ComparisonSilent',
      description: 'compare-with-bank has not finished a run for 15 minutes: days are not compared with the banks',
      metric: metric(COMPARISON_RUNS, 'Sum'),
      threshold: 1,
      periods: 3,
      heartbeat: true,
    },
    {
      id: 'ComparisonsLate',
      description: 'It is past one in Istanbul, and yesterday is not compared with the banks',
      metric: metric(comparisonMetricNames.late, 'Maximum'),
      threshold: 0,
      periods: 1,
    },
  ];
};
