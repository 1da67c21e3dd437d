import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import {
  HAND_OUT_RUNS,
  type HandOutMetrics,
  type HandOutNumbers,
  handOutMetricNames,
  OLDEST_DUE_PLAN_SECONDS,
  type PlanMetrics,
  type PlanNumbers,
  planMetricNames,
  type TryEnd,
  tryMetricNames,
} from './plan-metrics.ts';

/** The numbers of the lead by stage, in the embedded metric format, once a run. */
export const powertoolsHandOutMetrics = ({ stage }: { readonly stage: string }): HandOutMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    ran: (numbers, oldestDueMs) => {
      metrics.addMetric(HAND_OUT_RUNS, MetricUnit.Count, 1);
      metrics.addMetric(OLDEST_DUE_PLAN_SECONDS, MetricUnit.Seconds, Math.floor(oldestDueMs / 1000));
      for (const [number, name] of Object.entries(handOutMetricNames)) {
        metrics.addMetric(name, MetricUnit.Count, numbers[number as keyof HandOutNumbers]);
      }
      metrics.publishStoredMetrics();
    },
  };
};

/** What a worker's run charged, by stage, in the embedded metric format. */
export const powertoolsPlanMetrics = ({ stage }: { readonly stage: string }): PlanMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    charged: (numbers, tries) => {
      for (const [number, name] of Object.entries(planMetricNames)) {
        metrics.addMetric(name, MetricUnit.Count, numbers[number as keyof PlanNumbers]);
      }
      for (const [end, name] of Object.entries(tryMetricNames)) {
        metrics.addMetric(name, MetricUnit.Count, tries[end as TryEnd] ?? 0);
      }
      metrics.publishStoredMetrics();
    },
  };
};
