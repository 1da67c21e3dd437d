import { vi } from 'vitest';
import * as z from 'zod';
import { functionsToReserve } from '../../infra/reserved-concurrency.ts';
import type { StageSettings } from '../../infra/stage-config.ts';
import { type ChargeEnd, chargeMetricNames } from '../../shared/observability/gateway-metrics.ts';
import {
  powertoolsCanaryMetrics,
  powertoolsCardMetrics,
  powertoolsComparisonMetrics,
  powertoolsDeliveryMetrics,
  powertoolsEndpointMetrics,
  powertoolsMessageMetrics,
  powertoolsMetrics,
  powertoolsReconcileMetrics,
  powertoolsStatementMetrics,
  powertoolsSweepMetrics,
} from '../../shared/observability/powertools.ts';
import {
  countVaultThrottle,
  powertoolsBreakerMetrics,
  powertoolsGateBreakerMetrics,
  powertoolsGatewayMetrics,
} from '../../shared/observability/powertools-gateways.ts';
import { powertoolsHandOutMetrics, powertoolsPlanMetrics } from '../../shared/observability/powertools-plans.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

export const stage = 'production';
export const GATEWAY = 'pos.bank.example';
const OTHER_GATEWAY = 'second.example:8443';

/** A production stage with every setting that has alarms of its own. */
export const watchedSettings: StageSettings = {
  ...settingsOf(stage),
  gatewayHosts: [GATEWAY, OTHER_GATEWAY],
  accountConcurrency: 1_000,
  monthlyBudgetUsd: 500,
  backup: { keepDays: 90, copyTo: 'arn:aws:backup:eu-west-1:111111111111:backup-vault:copies' },
  reservedConcurrency: Object.fromEntries(functionsToReserve.map((name) => [name, 5])),
};
export const templates = templatesOf(watchedSettings);

export const metricSchema = z.object({
  MetricName: z.string(),
  Namespace: z.string(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
});
const alarmSchema = z.object({
  ...metricSchema.partial().shape,
  Metrics: z
    .array(
      z.object({
        Expression: z.string().optional(),
        MetricStat: z.object({ Metric: metricSchema, Period: z.number(), Stat: z.string() }).optional(),
      }),
    )
    .default([]),
  AlarmDescription: z.string(),
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
  Period: z.number().optional(),
  Threshold: z.number(),
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.number(),
  ComparisonOperator: z.string(),
  TreatMissingData: z.string(),
});

export const alarms = templates.resources('AWS::CloudWatch::Alarm').map(({ logicalId, properties }) => ({
  id: logicalId.replace(/[0-9A-F]{8}$/, ''),
  ...alarmSchema.parse(properties),
}));

/** The identity of a metric in CloudWatch: namespace, name and exactly these dimensions. */
export const identity = ({ Namespace, MetricName, Dimensions }: z.output<typeof metricSchema>): string =>
  `${Namespace} ${MetricName} {${Dimensions.map(({ Name, Value }) => `${Name}=${Value}`)
    .toSorted()
    .join(' ')}}`;

/** The metrics that an alarm watches, each with its statistic. */
export const watchedBy = (
  alarm: (typeof alarms)[number],
): { readonly metric: string; readonly statistic: string }[] => [
  ...(alarm.MetricName === undefined
    ? []
    : [{ metric: identity(metricSchema.parse(alarm)), statistic: alarm.Statistic ?? alarm.ExtendedStatistic ?? '' }]),
  ...alarm.Metrics.flatMap(({ MetricStat }) =>
    MetricStat === undefined ? [] : [{ metric: identity(MetricStat.Metric), statistic: MetricStat.Stat }],
  ),
];

const META = '_aws';
const emfSchema = z.looseObject({
  [META]: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string(), Unit: z.string() })),
      }),
    ),
  }),
});

export interface Printed {
  readonly metric: string;
  readonly unit: string;
  readonly value: unknown;
}

/** The metrics that CloudWatch makes of a function's output, with the environment of its template. */
export const printedBy = (functionName: string, print: () => void): readonly Printed[] => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(String(line)));
  const found = templates
    .resources('AWS::Lambda::Function')
    .find(({ properties }) => properties.FunctionName === `payment-link-${stage}-${functionName}`);
  const { Variables } = z.object({ Variables: z.record(z.string(), z.string()) }).parse(found?.properties.Environment);
  for (const [name, value] of Object.entries(Variables)) vi.stubEnv(name, value);
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  print();
  return lines.flatMap((line) => {
    const emf = emfSchema.parse(JSON.parse(line));
    return emf[META].CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
      Dimensions.flatMap((names) =>
        Metrics.map(({ Name, Unit }) => ({
          metric: identity({
            Namespace,
            MetricName: Name,
            Dimensions: names.map((name) => ({ Name: name, Value: String(emf[name]) })),
          }),
          unit: Unit,
          value: emf[Name],
        })),
      ),
    );
  });
};

export const NOTHING_DONE = {
  reconciled: 0,
  reschedule: 0,
  failed: 0,
  unexpectedCharges: 0,
  overdue: 0,
  contradictions: 0,
  uncapturedClosed: 0,
  stuck: 0,
  silentGateways: 0,
};

/** The functions that store cards, and so may have to count a card that was not stored. */
export const STORING = ['make-direct-payment', 'start-payment', 'complete-3d', 'reconcile-payments'];

export const reconcilePrints = (numbers: Partial<typeof NOTHING_DONE> = {}): readonly Printed[] =>
  printedBy('reconcile-payments', () =>
    powertoolsReconcileMetrics({ stage }).reconciled({ ...NOTHING_DONE, ...numbers }, []),
  );

export const sweepPrints = (): readonly Printed[] =>
  printedBy('sweep-outbox', () =>
    powertoolsSweepMetrics({ stage }).swept({ due: 1, late: 1, workers: 1, expired: 1, failed: 1 }),
  );

export const statementPrints = (): readonly Printed[] =>
  printedBy('make-statements', () => powertoolsStatementMetrics({ stage }).ran({ made: 1, failed: 1, late: 1 }));

const planPrints = (): readonly Printed[] => [
  ...printedBy('hand-out-plans', () =>
    powertoolsHandOutMetrics({ stage }).ran({ due: 1, handedOut: 1, failed: 1 }, 1_000),
  ),
  ...printedBy('charge-plans', () =>
    powertoolsPlanMetrics({ stage }).charged({ failed: 1, unread: 1, left: 1 }, { paid: 1 }),
  ),
];

export const canaryPrints = (
  numbers: { readonly passed: number; readonly failed: number } = { passed: 1, failed: 1 },
): readonly Printed[] => printedBy('run-canary', () => powertoolsCanaryMetrics({ stage }).ran(numbers, 1234));

export const comparisonPrints = (): readonly Printed[] =>
  printedBy('compare-with-bank', () =>
    powertoolsComparisonMetrics({ stage }).ran({
      compared: 1,
      differences: 1,
      unclear: 1,
      unanswered: 1,
      failed: 1,
      late: 1,
    }),
  );

export const deliverPrints = (): readonly Printed[] =>
  printedBy('deliver', () =>
    powertoolsDeliveryMetrics({ stage }).delivered({ done: 1, again: 1, dead: 1, refused: 1 }),
  );

export const endpointPrints = (): readonly Printed[] =>
  printedBy('deliver', () => powertoolsEndpointMetrics({ stage }).endpointFailing());

const printsOf = (gateway: string): readonly Printed[] => [
  ...printedBy('make-direct-payment', () => {
    const metrics = powertoolsGatewayMetrics({ stage });
    const charge = { gateway, call: 'charge', durationMs: 1, orderId: 'ORDER-1', answer: 'approved' };
    for (const end of Object.keys(chargeMetricNames) as ChargeEnd[]) metrics.called({ ...charge, end });
    const breaker = powertoolsBreakerMetrics({ stage });
    breaker.opened(gateway);
    breaker.refused(gateway);
    const failed = { ...charge, call: 'start-on-server', answer: 'failed', code: '024' };
    metrics.called({ ...failed, end: 'bank', unusable: 'redirect' });
    const gate = powertoolsGateBreakerMetrics({ stage });
    gate.opened(gateway);
    gate.refused(gateway);
  }),
  ...printedBy('reconcile-payments', () =>
    powertoolsReconcileMetrics({ stage }).reconciled(NOTHING_DONE, [{ gateway, ageMs: 1_000 }]),
  ).filter(({ metric }) => metric.includes('gateway=')),
];

/** A charge of each end at each gateway, and what the breaker and the sweeper tell of it. */
export const gatewayPrints = (): readonly Printed[] => [GATEWAY, OTHER_GATEWAY].flatMap(printsOf);

/** An answer of each class. */
const answerPrints = (): readonly Printed[] =>
  ['Success', 'PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest', 'EX'].flatMap((code) =>
    printedBy('get-sale', () => powertoolsMetrics({ stage }).answered({ operation: 'GetSale', code, ownMs: 1 })),
  );

export const allPrinted = (): readonly Printed[] => [
  ...reconcilePrints(),
  ...sweepPrints(),
  ...statementPrints(),
  ...planPrints(),
  ...comparisonPrints(),
  ...canaryPrints().filter(({ unit }) => unit !== 'Milliseconds'),
  ...deliverPrints(),
  ...endpointPrints(),
  ...gatewayPrints(),
  ...answerPrints(),
  ...printedBy('make-direct-payment', countVaultThrottle),
  ...printedBy('deliver', () => powertoolsMessageMetrics({ stage }).budgetUsedUp()),
  ...STORING.flatMap((name) => printedBy(name, () => powertoolsCardMetrics({ stage }).cardNotStored())),
];

export const isOurs = (metric: string): boolean => metric.startsWith('PaymentLink ');

/** Metrics that filters make from log lines. */
export const filtered = templates.resources('AWS::Logs::MetricFilter').map(({ properties }) => {
  const [one] = z
    .array(z.object({ MetricName: z.string(), MetricNamespace: z.string() }))
    .parse(properties.MetricTransformations);
  return identity({ Namespace: one?.MetricNamespace ?? '', MetricName: one?.MetricName ?? '', Dimensions: [] });
});
