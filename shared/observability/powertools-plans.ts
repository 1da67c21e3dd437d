import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import {
  HAND_OUT_RUNS,
  type HandOutMetrics,
  handOutMetricNames,
  OLDEST_DUE_PLAN_SECONDS,
  type PlanMetrics,
  planMetricNames,
  triesByClass,
  tryFieldNames,
  tryMetricNames,
} from './plan-metrics.ts';
import { publishRun } from './run-numbers.ts';

/** The numbers of the lead by stage, in the embedded metric format, once a run. */
export const powertoolsHandOutMetrics = ({ stage }: { readonly stage: string }): HandOutMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    ran: (numbers, oldestDueMs) => {
      metrics.addMetric(HAND_OUT_RUNS, MetricUnit.Count, 1);
      if (oldestDueMs > 0) {
        metrics.addMetric(OLDEST_DUE_PLAN_SECONDS, MetricUnit.Seconds, Math.floor(oldestDueMs / 1000));
      }
      publishRun(metrics, { counted: handOutMetricNames, numbers: { ...numbers } });
    },
  };
};

/** What a worker's run charged, by stage, in the embedded metric format. */
export const powertoolsPlanMetrics = ({ stage }: { readonly stage: string }): PlanMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    charged: ({ failed, unread, left }, tries) => {
      const counted = { ...planMetricNames, ...tryMetricNames };
      const numbers = { failed, unread, left, ...tries, ...triesByClass(tries) };
      publishRun(metrics, { counted, noted: tryFieldNames, numbers });
    },
  };
};
