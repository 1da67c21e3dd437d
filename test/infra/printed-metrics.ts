import * as z from 'zod';
import { functionsToReserve } from '../../infra/settings/reserved-concurrency.ts';
import type { StageSettings } from '../../infra/settings/stage-config.ts';
import { type ChargeEnd, chargeMetricNames } from '../../shared/observability/gateway-metrics.ts';
import {
  type ComparisonNumbers,
  comparisonMetricNames,
  type DeliveryNumbers,
  deliveryMetricNames,
  type FunnelNumbers,
  funnelMetricNames,
  reconcileMetricNames,
  type StatementNumbers,
  type SweepNumbers,
  statementMetricNames,
  sweepMetricNames,
} from '../../shared/observability/log.ts';
import type { HandOutNumbers, PlanMetrics, PlanNumbers } from '../../shared/observability/plan-metrics.ts';
import { handOutMetricNames, planMetricNames } from '../../shared/observability/plan-metrics.ts';
import {
  powertoolsCanaryMetrics,
  powertoolsCardMetrics,
  powertoolsComparisonMetrics,
  powertoolsDeliveryMetrics,
  powertoolsEndpointMetrics,
  powertoolsFunnelMetrics,
  powertoolsLinkLoadMetrics,
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
export const OTHER_GATEWAY = 'second.example:8443';

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

/** What `print` writes to the console, with these variables in the environment. Both are as before when it ends. */
const linesOf = (environment: Readonly<Record<string, string>>, print: () => void): readonly string[] => {
  const lines: string[] = [];
  const before = { environment: { ...process.env }, log: console.log };
  console.log = (line: unknown) => void lines.push(String(line));
  Object.assign(process.env, environment);
  try {
    print();
  } finally {
    console.log = before.log;
    for (const name of Object.keys(environment)) {
      const value = before.environment[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  return lines;
};

/** The metrics that CloudWatch makes of a function's output, with the environment of its template. */
export const printedBy = (functionName: string, print: () => void): readonly Printed[] => {
  const found = templates
    .resources('AWS::Lambda::Function')
    .find(({ properties }) => properties.FunctionName === `payment-link-${stage}-${functionName}`);
  const { Variables } = z.object({ Variables: z.record(z.string(), z.string()) }).parse(found?.properties.Environment);
  const environment = { ...Variables, POWERTOOLS_DEV: 'true', POWERTOOLS_METRICS_DISABLED: 'false' };
  return linesOf(environment, print).flatMap((line) => {
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

/** What a run prints whose other numbers are 0. */
export const sweepPrints = (numbers: Partial<SweepNumbers> = {}): readonly Printed[] =>
  printedBy('sweep-outbox', () =>
    powertoolsSweepMetrics({ stage }).swept({ due: 0, late: 0, workers: 0, expired: 0, failed: 0, ...numbers }),
  );

export const statementPrints = (numbers: Partial<StatementNumbers> = {}): readonly Printed[] =>
  printedBy('make-statements', () =>
    powertoolsStatementMetrics({ stage }).ran({ made: 0, failed: 0, late: 0, ...numbers }),
  );

export const funnelPrints = (numbers: Partial<FunnelNumbers> = {}): readonly Printed[] =>
  printedBy('count-funnel', () =>
    powertoolsFunnelMetrics({ stage }).ran({ counted: 0, failed: 0, late: 0, ...numbers }),
  );

export const handOutPrints = (numbers: Partial<HandOutNumbers> = {}, oldestDueMs = 0): readonly Printed[] =>
  printedBy('hand-out-plans', () =>
    powertoolsHandOutMetrics({ stage }).ran({ due: 0, handedOut: 0, failed: 0, ...numbers }, oldestDueMs),
  );

export const planPrints = (
  numbers: Partial<PlanNumbers> = {},
  tries: Parameters<PlanMetrics['charged']>[1] = {},
): readonly Printed[] =>
  printedBy('charge-plans', () =>
    powertoolsPlanMetrics({ stage }).charged({ failed: 0, unread: 0, left: 0, ...numbers }, tries),
  );

export const canaryPrints = (numbers: { readonly passed: number; readonly failed: number }): readonly Printed[] =>
  printedBy('run-canary', () => powertoolsCanaryMetrics({ stage }).ran(numbers, 1234));

const NOTHING_COMPARED = { compared: 0, differences: 0, unclear: 0, unanswered: 0, failed: 0, late: 0 };

export const comparisonPrints = (numbers: Partial<ComparisonNumbers> = {}): readonly Printed[] =>
  printedBy('compare-with-bank', () => powertoolsComparisonMetrics({ stage }).ran({ ...NOTHING_COMPARED, ...numbers }));

export const deliverPrints = (numbers: Partial<DeliveryNumbers> = {}): readonly Printed[] =>
  printedBy('deliver', () =>
    powertoolsDeliveryMetrics({ stage }).delivered({ done: 0, again: 0, dead: 0, refused: 0, ...numbers }),
  );

export const endpointPrints = (): readonly Printed[] =>
  printedBy('deliver', () => powertoolsEndpointMetrics({ stage }).endpointFailing());

export const messagePrints = (): readonly Printed[] =>
  printedBy('deliver', () => powertoolsMessageMetrics({ stage }).budgetUsedUp());

export const linkLoadPrints = (): readonly Printed[] =>
  printedBy('start-reusable-link', () => powertoolsLinkLoadMetrics({ stage }).linkNearLimit());

export const vaultPrints = (): readonly Printed[] => printedBy('make-direct-payment', countVaultThrottle);

export const cardPrints = (functionName: string): readonly Printed[] =>
  printedBy(functionName, () => powertoolsCardMetrics({ stage }).cardNotStored());

/** A charge at a gateway that ended so. */
export const chargePrints = (gateway: string, end: ChargeEnd): readonly Printed[] =>
  printedBy('make-direct-payment', () => {
    const charge = { gateway, call: 'charge', durationMs: 1, orderId: 'ORDER-1', answer: 'answer', end };
    powertoolsGatewayMetrics({ stage }).called(charge);
  });

export const breakerPrints = (gateway: string, what: 'opened' | 'refused'): readonly Printed[] =>
  printedBy('make-direct-payment', () => powertoolsBreakerMetrics({ stage })[what](gateway));

export const gateBreakerPrints = (gateway: string, what: 'opened' | 'refused'): readonly Printed[] =>
  printedBy('make-direct-payment', () => powertoolsGateBreakerMetrics({ stage })[what](gateway));

/** A gate's answer to a start on the server that cannot be passed on. */
export const unusablePrints = (gateway: string): readonly Printed[] =>
  printedBy('make-direct-payment', () => {
    const failed = { call: 'start-on-server', durationMs: 1, orderId: 'ORDER-1', answer: 'failed', code: '024' };
    powertoolsGatewayMetrics({ stage }).called({ ...failed, gateway, end: 'bank', unusable: 'redirect' });
  });

/** The oldest attempt in doubt at a gateway, as a run of the sweeper tells it. */
export const doubtPrints = (gateway: string, ageMs: number): readonly Printed[] =>
  printedBy('reconcile-payments', () =>
    powertoolsReconcileMetrics({ stage }).reconciled(NOTHING_DONE, [{ gateway, ageMs }]),
  ).filter(({ metric }) => metric.includes('gateway='));

const printsOf = (gateway: string): readonly Printed[] => [
  ...(Object.keys(chargeMetricNames) as ChargeEnd[]).flatMap((end) => chargePrints(gateway, end)),
  ...breakerPrints(gateway, 'opened'),
  ...breakerPrints(gateway, 'refused'),
  ...gateBreakerPrints(gateway, 'opened'),
  ...gateBreakerPrints(gateway, 'refused'),
  ...unusablePrints(gateway),
  ...doubtPrints(gateway, 1_000),
];

/** A charge of each end at each gateway, and what the breaker and the sweeper tell of it. */
export const gatewayPrints = (): readonly Printed[] => [GATEWAY, OTHER_GATEWAY].flatMap(printsOf);

export const answerPrints = (code: string, ownMs = 1): readonly Printed[] =>
  printedBy('get-sale', () => powertoolsMetrics({ stage }).answered({ operation: 'GetSale', code, ownMs }));

const oneOfEach = <Name extends string>(names: Readonly<Record<Name, string>>): Record<Name, number> =>
  Object.fromEntries(Object.keys(names).map((name) => [name, 1])) as Record<Name, number>;

/** Everything that the functions of the stage ever print, with two gateways. A metric that is printed may stand here twice. */
export const allPrinted = (): readonly Printed[] => [
  ...reconcilePrints(oneOfEach(reconcileMetricNames)),
  ...sweepPrints(oneOfEach(sweepMetricNames)),
  ...statementPrints(oneOfEach(statementMetricNames)),
  ...funnelPrints(oneOfEach(funnelMetricNames)),
  ...handOutPrints(oneOfEach(handOutMetricNames), 1_000),
  ...planPrints(oneOfEach(planMetricNames), { paid: 1, declined: 1, bank: 1, limit: 1 }),
  ...comparisonPrints(oneOfEach(comparisonMetricNames)),
  ...canaryPrints({ passed: 1, failed: 1 }),
  ...deliverPrints(oneOfEach(deliveryMetricNames)),
  ...endpointPrints(),
  ...gatewayPrints(),
  ...['Success', 'PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest', 'EX'].flatMap((code) =>
    answerPrints(code),
  ),
  ...vaultPrints(),
  ...messagePrints(),
  ...linkLoadPrints(),
  ...STORING.flatMap(cardPrints),
];

export const isOurs = (metric: string): boolean => metric.startsWith('PaymentLink ');

/** Metrics that filters make from log lines. */
export const filtered = templates.resources('AWS::Logs::MetricFilter').map(({ properties }) => {
  const [one] = z
    .array(z.object({ MetricName: z.string(), MetricNamespace: z.string() }))
    .parse(properties.MetricTransformations);
  return identity({ Namespace: one?.MetricNamespace ?? '', MetricName: one?.MetricName ?? '', Dimensions: [] });
});

/** The same stage with one bank, as most stages are. */
export const idleSettings: StageSettings = { ...watchedSettings, gatewayHosts: [GATEWAY] };

/** Every metric that the functions of such a stage print. */
export const idlePrinted = (): readonly string[] => [
  ...new Set(
    allPrinted()
      .map(({ metric }) => metric)
      .filter((metric) => !metric.includes(`gateway=${OTHER_GATEWAY} `)),
  ),
];

/** The metrics of the same stage while nothing is wrong and nothing is sold: heartbeats, and the canary with its answers. */
export const quietPrinted = (): readonly string[] => [
  ...new Set(
    [
      ...reconcilePrints(),
      ...sweepPrints(),
      ...statementPrints(),
      ...handOutPrints(),
      ...comparisonPrints(),
      ...deliverPrints(),
      ...planPrints(),
      ...canaryPrints({ passed: 1, failed: 0 }),
      ...answerPrints('Success'),
    ].map(({ metric }) => metric),
  ),
];
