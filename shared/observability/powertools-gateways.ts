import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import {
  BANK_CALL_MS,
  breakerMetricNames,
  chargeMetricNames,
  GATEWAYS_SERVICE,
  type GatewayMetrics,
  gateBreakerMetricNames,
  OLDEST_IN_DOUBT_SECONDS,
  UNUSABLE_GATE_ANSWERS,
  VAULT_SERVICE,
  VAULT_THROTTLES,
} from './gateway-metrics.ts';
import type { BreakerMetrics, OldestInDoubt } from './log.ts';

/**
 * Calls to banks by stage and gateway, in the embedded metric format: a line a call, which the saved queries read too. All
 * functions count under one name, since each name would be a metric to pay for.
 */
export const powertoolsGatewayMetrics = ({ stage }: { readonly stage: string }): GatewayMetrics => {
  const metrics = new Metrics({ serviceName: GATEWAYS_SERVICE, defaultDimensions: { stage } });
  return {
    called: ({ gateway, durationMs, end, ...about }) => {
      // Written out before anything else can run, because overlapping invocations must not share dimensions.
      metrics.addDimension('gateway', gateway);
      for (const name of ['call', 'orderId', 'answer', 'code', 'unusable'] as const) {
        const value = about[name];
        if (value !== undefined) metrics.addMetadata(name, value);
      }
      if (durationMs !== undefined) metrics.addMetric(BANK_CALL_MS, MetricUnit.Milliseconds, durationMs);
      if (end !== undefined) metrics.addMetric(chargeMetricNames[end], MetricUnit.Count, 1);
      if (about.unusable !== undefined) metrics.addMetric(UNUSABLE_GATE_ANSWERS, MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
    },
  };
};

/** Age of the oldest attempt in doubt of each gateway that was asked, once a run of the sweeper. */
export const powertoolsDoubtMetrics = ({ stage }: { readonly stage: string }) => {
  const metrics = new Metrics({ serviceName: GATEWAYS_SERVICE, defaultDimensions: { stage } });
  return ({ gateway, ageMs }: OldestInDoubt): void => {
    metrics.addDimension('gateway', gateway);
    metrics.addMetric(OLDEST_IN_DOUBT_SECONDS, MetricUnit.Seconds, Math.floor(ageMs / 1000));
    metrics.publishStoredMetrics();
  };
};

/** What the breaker does (rule 46), by stage and gateway, in the embedded metric format. */
export const powertoolsBreakerMetrics = ({ stage }: { readonly stage: string }): BreakerMetrics =>
  breakerMetrics(stage, breakerMetricNames);

/** The same for the breakers of gates. */
export const powertoolsGateBreakerMetrics = ({ stage }: { readonly stage: string }): BreakerMetrics =>
  breakerMetrics(stage, gateBreakerMetricNames);

const breakerMetrics = (
  stage: string,
  names: typeof breakerMetricNames | typeof gateBreakerMetricNames,
): BreakerMetrics => {
  const metrics = new Metrics({ serviceName: GATEWAYS_SERVICE, defaultDimensions: { stage } });
  const count =
    (name: string) =>
    (gateway: string): void => {
      metrics.addDimension('gateway', gateway);
      metrics.addMetric(name, MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
    };
  return { opened: count(names.opened), refused: count(names.refused) };
};

/** KMS calls that were refused as too many, by stage. Made when it is needed, which should be never. */
export const countVaultThrottle = (): void => {
  const metrics = new Metrics({
    serviceName: VAULT_SERVICE,
    defaultDimensions: { stage: process.env.STAGE ?? 'unknown' },
  });
  metrics.addMetric(VAULT_THROTTLES, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
};
