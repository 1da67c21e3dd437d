import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import {
  type AnswerMetrics,
  CARDS_NOT_STORED,
  type CardMetrics,
  type Log,
  namedFields,
  RECONCILE_RUNS,
  type ReconcileMetrics,
  type ReconcileNumbers,
  reconcileMetricNames,
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

/** Answers counted by stage, operation and code, in the embedded metric format: stages may share an account. */
export const powertoolsMetrics = ({ stage }: { readonly stage: string }): AnswerMetrics => {
  const metrics = new Metrics({ defaultDimensions: { stage } });
  return {
    answered: ({ operation, code }) => {
      // Emptied before anything else can run: invocations that overlap must not share dimensions. Powertools' own
      // singleMetric() makes a set and a console for every answer, which costs more than all other steps together.
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
