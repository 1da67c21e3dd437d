import { canaryMetricNames } from '../../shared/observability/log.ts';
import type { AlarmSpec } from './alarm-specs.ts';
import { fiveMinuteMetrics } from './five-minute-metrics.ts';

/** Alarms on the canary: it fails, or nothing is heard of it, also where no operator has set it up. */
export const canaryAlarms = (stage: string): AlarmSpec[] => {
  const metric = fiveMinuteMetrics('run-canary', stage);
  return [
    {
      id: 'CanarySilent',
      description: 'The canary has not run for 15 minutes, or was never set up (operator set-up-canary)',
      metric: metric(canaryMetricNames.passed, 'SampleCount'),
      threshold: 1,
      periods: 3,
      heartbeat: true,
    },
    {
      id: 'CanaryFailing',
      description: 'The canary failed in two of three runs: its log line "canary failed" names the step',
      metric: metric(canaryMetricNames.failed, 'Sum'),
      threshold: 0,
      periods: 3,
      datapoints: 2,
    },
  ];
};
