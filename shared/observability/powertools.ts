import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { ANSWERS_SERVICE, CARDS_SERVICE } from './gateway-metrics.ts';
import {
  type AnswerMetrics,
  answerClassOf,
  answerMetricNames,
  CANARY_DURATION,
  CARDS_NOT_STORED,
  type CanaryMetrics,
  type CardMetrics,
  COMPARISON_RUNS,
  type ComparisonMetrics,
  canaryMetricNames,
  comparisonFieldNames,
  comparisonMetricNames,
  type DeliveryMetrics,
  deliveryMetricNames,
  ENDPOINTS_FAILING,
  type EndpointMetrics,
  FUNNEL_RUNS,
  type FunnelMetrics,
  funnelFieldNames,
  funnelMetricNames,
  LINKS_NEAR_LIMIT,
  type LinkLoadMetrics,
  type Log,
  MESSAGE_BUDGET_USED_UP,
  type MessageMetrics,
  namedFields,
  OUTBOX_SWEEPS,
  OWN_TIME_MS,
  RECONCILE_RUNS,
  type ReconcileMetrics,
  reconcileFieldNames,
  reconcileMetricNames,
  STATEMENT_RUNS,
  type StatementMetrics,
  type SweepMetrics,
  statementFieldNames,
  statementMetricNames,
  sweepFieldNames,
  sweepMetricNames,
} from './log.ts';
import { powertoolsDoubtMetrics } from './powertools-gateways.ts';
import { publishRun } from './run-numbers.ts';

/** From the most lines to the fewest. */
const LEVELS = ['DEBUG', 'INFO', 'WARN', 'ERROR'];

/** True where the stage's log has lines of this level. */
const isLogged = (level: string): boolean =>
  LEVELS.indexOf(level) >= LEVELS.indexOf(process.env.POWERTOOLS_LOG_LEVEL ?? 'INFO');

/**
 * Structured logs through Powertools, whose service name comes from the function's environment. The stage's level is kept
 * here: Powertools takes the level that Lambda lets pass instead, which is never above INFO, because metrics are lines too.
 */
export const powertoolsLog = (): Log => {
  const logger = new Logger();
  const at =
    (level: 'info' | 'warn' | 'error'): Log['info'] =>
    (event, fields) => {
      if (isLogged(level.toUpperCase())) logger[level](event, { ...namedFields(fields) });
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
};

/**
 * Writes one line an answer, in the embedded metric format: it counts the answer by stage and class with its own time, and
 * is the answer's log line. Two lines would hold most of it twice, and each byte is paid for. Which operation answered which
 * code are fields of it and no dimensions. Stages may share an account.
 */
export const powertoolsMetrics = ({ stage }: { readonly stage: string }): AnswerMetrics => {
  const metrics = new Metrics({ serviceName: ANSWERS_SERVICE, defaultDimensions: { stage } });
  return {
    answered: ({ ownMs, ...fields }) => {
      // Written out before anything else can run, because overlapping invocations must not share values.
      // Powertools' own singleMetric() makes a new metric set and console for every answer, which costs more than all
      // other steps together.
      if (isLogged('INFO')) {
        for (const [name, value] of Object.entries({ message: 'answered', ...namedFields(fields) })) {
          // Powertools takes texts alone by its types, and writes a number as the number that the saved queries need.
          metrics.addMetadata(name, value as string);
        }
      }
      const answerClass = answerClassOf(fields.code);
      if (answerClass !== 'succeeded') metrics.addMetric(answerMetricNames[answerClass], MetricUnit.Count, 1);
      metrics.addMetric(OWN_TIME_MS, MetricUnit.Milliseconds, ownMs);
      metrics.publishStoredMetrics();
    },
  };
};

/** The sweeper's numbers by stage, in the embedded metric format, once a run. */
export const powertoolsReconcileMetrics = ({ stage }: { readonly stage: string }): ReconcileMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  const tellDoubt = powertoolsDoubtMetrics({ stage });
  return {
    reconciled: (numbers, oldest) => {
      metrics.addMetric(RECONCILE_RUNS, MetricUnit.Count, 1);
      publishRun(metrics, { counted: reconcileMetricNames, noted: reconcileFieldNames, numbers: { ...numbers } });
      for (const one of oldest) tellDoubt(one);
    },
  };
};

/** What a worker's run delivered, by stage, in the embedded metric format. */
export const powertoolsDeliveryMetrics = ({ stage }: { readonly stage: string }): DeliveryMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    delivered: (numbers) => publishRun(metrics, { counted: deliveryMetricNames, numbers: { ...numbers } }),
  };
};

/** The numbers of the outbox's sweep by stage, in the embedded metric format, once a run. */
export const powertoolsSweepMetrics = ({ stage }: { readonly stage: string }): SweepMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    swept: (numbers) => {
      metrics.addMetric(OUTBOX_SWEEPS, MetricUnit.Count, 1);
      publishRun(metrics, { counted: sweepMetricNames, noted: sweepFieldNames, numbers: { ...numbers } });
    },
  };
};

/** The numbers of the job that makes statements, by stage, in the embedded metric format, once a run. */
export const powertoolsStatementMetrics = ({ stage }: { readonly stage: string }): StatementMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    ran: (numbers) => {
      metrics.addMetric(STATEMENT_RUNS, MetricUnit.Count, 1);
      publishRun(metrics, { counted: statementMetricNames, noted: statementFieldNames, numbers: { ...numbers } });
    },
  };
};

/** The numbers of the job that counts funnels, by stage, in the embedded metric format, once a run. */
export const powertoolsFunnelMetrics = ({ stage }: { readonly stage: string }): FunnelMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    ran: (numbers) => {
      metrics.addMetric(FUNNEL_RUNS, MetricUnit.Count, 1);
      publishRun(metrics, { counted: funnelMetricNames, noted: funnelFieldNames, numbers: { ...numbers } });
    },
  };
};

/** The numbers of the comparison with the banks, by stage, in the embedded metric format, once a run. */
export const powertoolsComparisonMetrics = ({ stage }: { readonly stage: string }): ComparisonMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    ran: (numbers) => {
      metrics.addMetric(COMPARISON_RUNS, MetricUnit.Count, 1);
      publishRun(metrics, { counted: comparisonMetricNames, noted: comparisonFieldNames, numbers: { ...numbers } });
    },
  };
};

/** The outcome of the canary's runs by stage, in the embedded metric format. */
export const powertoolsCanaryMetrics = ({ stage }: { readonly stage: string }): CanaryMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    ran: ({ passed, failed }, durationMs) => {
      // Its silence is told by the number of samples: a run that failed is one too.
      metrics.addMetric(canaryMetricNames.passed, MetricUnit.Count, passed);
      const counted = { failed: canaryMetricNames.failed };
      publishRun(metrics, { counted, noted: { durationMs: CANARY_DURATION }, numbers: { failed, durationMs } });
    },
  };
};

/** Cards that could not be stored, by stage, in the embedded metric format. All functions count under one name. */
export const powertoolsCardMetrics = ({ stage }: { readonly stage: string }): CardMetrics => {
  const metrics = new Metrics({ serviceName: CARDS_SERVICE, defaultDimensions: { stage } });
  return {
    cardNotStored: () => {
      metrics.addMetric(CARDS_NOT_STORED, MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
    },
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

/** Reusable links that near their limit, by stage, in the embedded metric format. */
export const powertoolsLinkLoadMetrics = ({ stage }: { readonly stage: string }): LinkLoadMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    linkNearLimit: () => {
      metrics.addMetric(LINKS_NEAR_LIMIT, MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
    },
  };
};
