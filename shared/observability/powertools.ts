import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import {
  type AnswerMetrics,
  BREAKER_OPENED,
  BREAKER_REFUSED,
  BREAKER_SERVICE,
  type BreakerMetrics,
  CARDS_NOT_STORED,
  type CardMetrics,
  type DeliveryMetrics,
  type DeliveryNumbers,
  deliveryMetricNames,
  ENDPOINTS_FAILING,
  type EndpointMetrics,
  type Log,
  MESSAGE_BUDGET_USED_UP,
  type MessageMetrics,
  namedFields,
  OUTBOX_SWEEPS,
  RECONCILE_RUNS,
  type ReconcileMetrics,
  type ReconcileNumbers,
  reconcileMetricNames,
  STATEMENT_RUNS,
  type StatementMetrics,
  type StatementNumbers,
  type SweepMetrics,
  type SweepNumbers,
  statementMetricNames,
  sweepMetricNames,
} from './log.ts';

/** Structured logs through Powertools, whose level and service name come from the function's environment. */
export const powertoolsLog = (): Log => {
  const logger = new Logger();
  return {
    info: (event, fields) => logger.info(event, { ...namedFields(fields) }),
    warn: (event, fields) => logger.warn(event, { ...namedFields(fields) }),
    error: (event, fields) => logger.error(event, { ...namedFields(fields) }),
  };
};

/** Counts answers by stage, operation and code, in the embedded metric format. Stages may share an account. */
export const powertoolsMetrics = ({ stage }: { readonly stage: string }): AnswerMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    answered: ({ operation, code }) => {
      // Written out before anything else can run, because overlapping invocations must not share dimensions.
      // Powertools' own singleMetric() makes a new metric set and console for every answer, which costs more than all
      // other steps together.
      metrics.addDimension('operation', operation);
      metrics.addDimension('code', code);
      metrics.addMetric('Answers', MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
    },
  };
};

/** The sweeper's numbers by stage, in the embedded metric format, once a run. */
export const powertoolsReconcileMetrics = ({ stage }: { readonly stage: string }): ReconcileMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    reconciled: (numbers) => {
      metrics.addMetric(RECONCILE_RUNS, MetricUnit.Count, 1);
      for (const [number, name] of Object.entries(reconcileMetricNames)) {
        metrics.addMetric(name, MetricUnit.Count, numbers[number as keyof ReconcileNumbers]);
      }
      metrics.publishStoredMetrics();
    },
  };
};

/** What a worker's run delivered, by stage, in the embedded metric format. */
export const powertoolsDeliveryMetrics = ({ stage }: { readonly stage: string }): DeliveryMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    delivered: (numbers) => {
      for (const [number, name] of Object.entries(deliveryMetricNames)) {
        metrics.addMetric(name, MetricUnit.Count, numbers[number as keyof DeliveryNumbers]);
      }
      metrics.publishStoredMetrics();
    },
  };
};

/** The numbers of the outbox's sweep by stage, in the embedded metric format, once a run. */
export const powertoolsSweepMetrics = ({ stage }: { readonly stage: string }): SweepMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    swept: (numbers) => {
      metrics.addMetric(OUTBOX_SWEEPS, MetricUnit.Count, 1);
      for (const [number, name] of Object.entries(sweepMetricNames)) {
        metrics.addMetric(name, MetricUnit.Count, numbers[number as keyof SweepNumbers]);
      }
      metrics.publishStoredMetrics();
    },
  };
};

/** The numbers of the job that makes statements, by stage, in the embedded metric format, once a run. */
export const powertoolsStatementMetrics = ({ stage }: { readonly stage: string }): StatementMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    ran: (numbers) => {
      metrics.addMetric(STATEMENT_RUNS, MetricUnit.Count, 1);
      for (const [number, name] of Object.entries(statementMetricNames)) {
        metrics.addMetric(name, MetricUnit.Count, numbers[number as keyof StatementNumbers]);
      }
      metrics.publishStoredMetrics();
    },
  };
};

/** Cards that could not be stored, by stage, in the embedded metric format. */
export const powertoolsCardMetrics = ({ stage }: { readonly stage: string }): CardMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    cardNotStored: () => {
      metrics.addMetric(CARDS_NOT_STORED, MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
    },
  };
};

/** What breakers do, by stage and gateway, in the embedded metric format. */
export const powertoolsBreakerMetrics = ({ stage }: { readonly stage: string }): BreakerMetrics => {
  const metrics = new Metrics({ serviceName: BREAKER_SERVICE, defaultDimensions: { stage } });
  const count = (name: string, gateway: string): void => {
    metrics.addDimension('gateway', gateway);
    metrics.addMetric(name, MetricUnit.Count, 1);
    metrics.publishStoredMetrics();
  };
  return {
    opened: (gateway) => count(BREAKER_OPENED, gateway),
    refused: (gateway) => count(BREAKER_REFUSED, gateway),
  };
};

/** Webhook endpoints that have failed for long, by stage, in the embedded metric format. */
export const powertoolsEndpointMetrics = ({ stage }: { readonly stage: string }): EndpointMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    endpointFailing: () => {
      metrics.addMetric(ENDPOINTS_FAILING, MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
    },
  };
};

/** Messages that the stage's budget refused, by stage, in the embedded metric format. */
export const powertoolsMessageMetrics = ({ stage }: { readonly stage: string }): MessageMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    budgetUsedUp: () => {
      metrics.addMetric(MESSAGE_BUDGET_USED_UP, MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
    },
  };
};
