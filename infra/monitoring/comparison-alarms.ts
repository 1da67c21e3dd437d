import { COMPARISON_RUNS, comparisonMetricNames } from '../../shared/observability/log.ts';
import type { AlarmSpec } from './alarm-specs.ts';
import { fiveMinuteMetrics } from './five-minute-metrics.ts';

/** Alarms on the nightly comparison with the banks: what it finds, and its absence. */
export const comparisonAlarms = (stage: string): AlarmSpec[] => {
  const metric = fiveMinuteMetrics('compare-with-bank', stage);
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
