import { FUNNEL_RUNS, funnelMetricNames } from '../../shared/observability/log.ts';
import type { AlarmSpec } from './alarm-specs.ts';
import { fiveMinuteMetrics } from './five-minute-metrics.ts';

/** Alarms on the job that counts funnels, and on its absence. */
export const funnelAlarms = (stage: string): AlarmSpec[] => {
  const metric = fiveMinuteMetrics('count-funnel', stage);
  return [
    {
      id: 'FunnelsSilent',
      description: 'count-funnel has not finished a run for 15 minutes: what became of payment requests is not counted',
      metric: metric(FUNNEL_RUNS, 'Sum'),
      threshold: 1,
      periods: 3,
      heartbeat: true,
    },
    {
      id: 'FunnelsFailed',
      description: 'A row of a dealer cannot be read, so its funnel is not counted: look for it in the log',
      metric: metric(funnelMetricNames.failed, 'Maximum'),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'FunnelsLate',
      description:
        'It is past six in Istanbul and funnels of yesterday are missing, or today of a dealer with many requests is old',
      metric: metric(funnelMetricNames.late, 'Maximum'),
      threshold: 0,
      periods: 3,
    },
  ];
};
