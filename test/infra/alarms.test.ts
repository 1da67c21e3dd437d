import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { eventFunctionsOf, functionsOf } from '../../infra/functions.ts';
import {
  powertoolsCardMetrics,
  powertoolsDeliveryMetrics,
  powertoolsEndpointMetrics,
  powertoolsLog,
  powertoolsMessageMetrics,
  powertoolsReconcileMetrics,
  powertoolsStatementMetrics,
  powertoolsSweepMetrics,
} from '../../shared/observability/powertools.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

const stage = 'production';
const templates = templatesOf(settingsOf(stage));

const metricSchema = z.object({
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
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
  Period: z.number().optional(),
  Threshold: z.number(),
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.number(),
  ComparisonOperator: z.string(),
  TreatMissingData: z.string(),
});

const alarms = templates.resources('AWS::CloudWatch::Alarm').map(({ logicalId, properties }) => ({
  id: logicalId.replace(/[0-9A-F]{8}$/, ''),
  ...alarmSchema.parse(properties),
}));
const alarmOf = (id: string) => alarms.find((one) => one.id === id) ?? expect.unreachable(`no alarm ${id}`);

/** The identity of a metric in CloudWatch: namespace, name and exactly these dimensions. */
const identity = ({ Namespace, MetricName, Dimensions }: z.output<typeof metricSchema>): string =>
  `${Namespace} ${MetricName} {${Dimensions.map(({ Name, Value }) => `${Name}=${Value}`)
    .toSorted()
    .join(' ')}}`;

/** The metrics that an alarm watches, each with its statistic. */
const watchedBy = (alarm: (typeof alarms)[number]): { readonly metric: string; readonly statistic: string }[] => [
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

interface Printed {
  readonly metric: string;
  readonly unit: string;
  readonly value: unknown;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The metrics that CloudWatch makes of a function's output, with the environment of its template. */
const printedBy = (functionName: string, print: () => void): readonly Printed[] => {
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

const NOTHING_DONE = {
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
const STORING = ['make-direct-payment', 'start-payment', 'complete-3d', 'reconcile-payments'];

const reconcilePrints = (numbers: Partial<typeof NOTHING_DONE> = {}): readonly Printed[] =>
  printedBy('reconcile-payments', () =>
    powertoolsReconcileMetrics({ stage }).reconciled({ ...NOTHING_DONE, ...numbers }),
  );

const sweepPrints = (): readonly Printed[] =>
  printedBy('sweep-outbox', () =>
    powertoolsSweepMetrics({ stage }).swept({ due: 1, late: 1, workers: 1, expired: 1, failed: 1 }),
  );

const statementPrints = (): readonly Printed[] =>
  printedBy('make-statements', () => powertoolsStatementMetrics({ stage }).ran({ made: 1, failed: 1, late: 1 }));

const deliverPrints = (): readonly Printed[] =>
  printedBy('deliver', () =>
    powertoolsDeliveryMetrics({ stage }).delivered({ done: 1, again: 1, dead: 1, refused: 1 }),
  );

const endpointPrints = (): readonly Printed[] =>
  printedBy('deliver', () => powertoolsEndpointMetrics({ stage }).endpointFailing());

const allPrinted = (): readonly Printed[] => [
  ...reconcilePrints(),
  ...sweepPrints(),
  ...statementPrints(),
  ...deliverPrints(),
  ...endpointPrints(),
  ...printedBy('deliver', () => powertoolsMessageMetrics({ stage }).budgetUsedUp()),
  ...STORING.flatMap((name) => printedBy(name, () => powertoolsCardMetrics({ stage }).cardNotStored())),
];

const isOurs = (metric: string): boolean => metric.startsWith('PaymentLink ');

/** Metrics that filters make from log lines. */
const filtered = templates.resources('AWS::Logs::MetricFilter').map(({ properties }) => {
  const [one] = z
    .array(z.object({ MetricName: z.string(), MetricNamespace: z.string() }))
    .parse(properties.MetricTransformations);
  return identity({ Namespace: one?.MetricNamespace ?? '', MetricName: one?.MetricName ?? '', Dimensions: [] });
});

describe('Alarms on our own metrics', () => {
  test('watch metrics that a run really prints: namespace, name, stage and every dimension', () => {
    const printed = new Set([...allPrinted().map(({ metric }) => metric), ...filtered]);
    const watched = alarms.flatMap(watchedBy).map(({ metric }) => metric);
    expect(watched.filter(isOurs).length).toBeGreaterThan(20);
    expect(watched.filter((metric) => isOurs(metric) && !printed.has(metric))).toEqual([]);
  });

  test('watch counts: what is printed has the unit Count, and no alarm asks for another', () => {
    for (const { metric, unit } of allPrinted()) expect([metric, unit]).toEqual([metric, 'Count']);
    for (const { properties } of templates.resources('AWS::CloudWatch::Alarm')) {
      expect(JSON.stringify(properties)).not.toContain('"Unit"');
    }
  });

  test.each([
    ['stuck', 'AttemptsStuck'],
    ['unexpectedCharges', 'UnexpectedCharges'],
    ['overdue', 'AttemptsOverdue'],
    ['contradictions', 'Contradictions'],
    ['failed', 'AttemptsFailed'],
    ['silentGateways', 'SilentGateways'],
  ] as const)('a run that counts one %s prints what rings %s, and no other number of it', (number, id) => {
    const alarm = alarmOf(id);
    const [watched] = watchedBy(alarm);
    const rings = reconcilePrints({ [number]: 1 }).filter(({ value }) => Number(value) > alarm.Threshold);
    // The count of runs stands beside these.
    expect(rings.filter(({ metric }) => !metric.includes('ReconcileRuns')).map(({ metric }) => metric)).toEqual([
      watched?.metric,
    ]);
    expect(alarm).toMatchObject({ Threshold: 0, ComparisonOperator: 'GreaterThanThreshold', Statistic: 'Maximum' });
  });

  test('the stage is among the dimensions: a sandbox in the same account rings no alarm of production', () => {
    const sandbox = printedBy('reconcile-payments', () =>
      powertoolsReconcileMetrics({ stage: 'sandbox' }).reconciled({ ...NOTHING_DONE, stuck: 1 }),
    ).map(({ metric }) => metric);
    expect(sandbox.length).toBeGreaterThan(0);
    const watched = new Set(alarms.flatMap(watchedBy).map(({ metric }) => metric));
    expect(sandbox.filter((metric) => watched.has(metric))).toEqual([]);
  });

  test.each([
    ['OutboxSilent', sweepPrints],
    ['OutboxLate', sweepPrints],
    ['OutboxFailed', sweepPrints],
    ['DeliveriesDead', deliverPrints],
    ['EndpointsFailing', endpointPrints],
    ['StatementsSilent', statementPrints],
    ['StatementsFailed', statementPrints],
    ['StatementsLate', statementPrints],
  ] as const)('%s watches what its function prints', (id, prints) => {
    expect(prints()).toContainEqual({ metric: watchedBy(alarmOf(id))[0]?.metric, unit: 'Count', value: 1 });
  });

  test('a bank that does not answer rings after three of ten minutes: one attempt in doubt is asked about as often', () => {
    expect(alarmOf('SilentGateways')).toMatchObject({
      Threshold: 0,
      Period: 60,
      DatapointsToAlarm: 3,
      EvaluationPeriods: 10,
      TreatMissingData: 'notBreaching',
    });
  });

  test('silence of the sweeper rings after five minutes: each finished run prints one heartbeat, and missing data rings', () => {
    const heartbeat = alarmOf('SweeperSilent');
    const [watched] = watchedBy(heartbeat);
    expect(reconcilePrints()).toContainEqual({ metric: watched?.metric, unit: 'Count', value: 1 });
    expect(heartbeat).toMatchObject({
      Statistic: 'Sum',
      Threshold: 1,
      Period: 60,
      ComparisonOperator: 'LessThanThreshold',
      EvaluationPeriods: 5,
      DatapointsToAlarm: 5,
      TreatMissingData: 'breaching',
    });
    expect(alarms.filter(({ TreatMissingData }) => TreatMissingData === 'breaching')).toHaveLength(3);
  });

  test('a card that was not stored rings, whichever function counts it', () => {
    const alarm = alarmOf('CardsNotStored');
    const printed = STORING.flatMap((name) => printedBy(name, () => powertoolsCardMetrics({ stage }).cardNotStored()));
    expect(watchedBy(alarm).map(({ metric }) => metric)).toEqual(printed.map(({ metric }) => metric));
    expect(watchedBy(alarm).map(({ statistic }) => statistic)).toEqual(STORING.map(() => 'Sum'));
    // Functions without counts have no data; the sum of the others must still count.
    expect(alarm.Metrics.find(({ Expression }) => Expression !== undefined)?.Expression).toBe(
      'FILL(stored0, 0) + FILL(stored1, 0) + FILL(stored2, 0) + FILL(stored3, 0)',
    );
    expect([alarm.Threshold, alarm.ComparisonOperator]).toEqual([0, 'GreaterThanThreshold']);
  });

  test('an error that a function logs is counted by its filter, whose metric an alarm watches', () => {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation((line: unknown) => void lines.push(String(line)));
    vi.stubEnv('POWERTOOLS_DEV', 'true');
    powertoolsLog().error('unexpected', {});
    expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'ERROR' });
    for (const { properties } of templates.resources('AWS::Logs::MetricFilter')) {
      expect(properties.FilterPattern).toBe('{ $.level = "ERROR" }');
    }
    const watched = alarms
      .filter(({ id }) => id.endsWith('UnexpectedErrors'))
      .flatMap(watchedBy)
      .map(({ metric }) => metric);
    expect(watched.toSorted()).toEqual(filtered.toSorted());
    expect(watched).toHaveLength(functionsOf(stage).length + eventFunctionsOf(stage).length);
  });
});

/** AWS's documented metrics: namespace, name and dimensions. */
const DOCUMENTED = [
  { metric: /^AWS\/ApiGateway 5xx \{ApiId=\S+\}$/, statistic: 'Sum' },
  { metric: /^AWS\/ApiGateway Latency \{ApiId=\S+\}$/, statistic: 'p99' },
  { metric: /^AWS\/Lambda Errors \{FunctionName=payment-link-production-\S+\}$/, statistic: 'Sum' },
  {
    metric: /^AWS\/Lambda Errors \{FunctionName=(payment-link-production-\S+) Resource=\1:live\}$/,
    statistic: 'Sum',
  },
  { metric: /^AWS\/Lambda Throttles \{FunctionName=payment-link-production-\S+\}$/, statistic: 'Sum' },
  {
    metric: /^AWS\/Lambda IteratorAge \{FunctionName=payment-link-production-fill-sub-dealer-lists\}$/,
    statistic: 'Maximum',
  },
  { metric: /^AWS\/DynamoDB ReadThrottleEvents \{TableName=\S+\}$/, statistic: 'Sum' },
  { metric: /^AWS\/DynamoDB WriteThrottleEvents \{TableName=\S+\}$/, statistic: 'Sum' },
  {
    metric:
      /^AWS\/DynamoDB SystemErrors \{Operation=(?:GetItem|BatchGetItem|Query|PutItem|UpdateItem|TransactGetItems|TransactWriteItems) TableName=\S+\}$/,
    statistic: 'Sum',
  },
];

describe('Alarms on metrics of AWS', () => {
  test('watch metrics that AWS documents, by a statistic that fits', () => {
    const watched = alarms.flatMap(watchedBy).filter(({ metric }) => !isOurs(metric));
    const isDocumented = ({ metric, statistic }: (typeof watched)[number]): boolean =>
      DOCUMENTED.some((one) => one.metric.test(metric) && one.statistic === statistic);
    expect(watched.filter((one) => !isDocumented(one))).toEqual([]);
    for (const one of DOCUMENTED) expect(watched.some(({ metric }) => one.metric.test(metric))).toBe(true);
  });

  test.each([
    ['ApiServerErrors', 0, 1],
    ['ApiLatency', 3000, 5],
    ['TableReadThrottles', 0, 1],
    ['TableWriteThrottles', 0, 1],
    ['TableSystemErrors', 0, 1],
    ['MakeDirectPaymentErrors', 0, 1],
    ['MakeDirectPaymentThrottles', 0, 1],
    ['ReconcilePaymentsErrors', 0, 1],
    ['ReconcilePaymentsThrottles', 0, 1],
  ])('%s rings above %i in %i minutes in a row', (id, Threshold, minutes) => {
    const { Period, Metrics, ...alarm } = alarmOf(id);
    const periods = Period === undefined ? Metrics.flatMap(({ MetricStat }) => MetricStat?.Period ?? []) : [Period];
    expect(new Set(periods)).toEqual(new Set([60]));
    expect(alarm).toMatchObject({
      Threshold,
      EvaluationPeriods: minutes,
      DatapointsToAlarm: minutes,
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
    });
  });

  test('the table’s are the table’s, and the API’s id is what the api stack wrote down', () => {
    const [table] = templates.resources('AWS::DynamoDB::Table');
    const name = `payment-link-production-data-${table?.logicalId}`;
    for (const id of ['TableReadThrottles', 'TableWriteThrottles', 'TableSystemErrors']) {
      for (const { metric } of watchedBy(alarmOf(id))) expect(metric).toContain(`TableName=${name}`);
    }
    const [parameter] = templates.resources('AWS::SSM::Parameter');
    expect(parameter?.properties).toMatchObject({
      Name: '/payment-link/production/api-id',
      Value: 'payment-link-production-api-HttpApi',
    });
    const { Parameters } = z
      .object({ Parameters: z.record(z.string(), z.object({ Type: z.string(), Default: z.string() })) })
      .parse(templates.observability.toJSON());
    expect(Object.values(Parameters)).toContainEqual({
      Type: 'AWS::SSM::Parameter::Value<String>',
      Default: '/payment-link/production/api-id',
    });
    for (const id of ['ApiServerErrors', 'ApiLatency']) {
      for (const { metric } of watchedBy(alarmOf(id)))
        expect(metric).toContain('ApiId=/payment-link/production/api-id');
    }
  });

  test('each function of the stage has its alarms, by the name that it has', () => {
    const names = templates.resources('AWS::Lambda::Function').map(({ properties }) => properties.FunctionName);
    for (const metricName of ['Errors', 'Throttles']) {
      const watched = alarms.flatMap(watchedBy).flatMap(({ metric }) => {
        const [, name] = new RegExp(`^AWS/Lambda ${metricName} \\{FunctionName=(\\S+)\\}$`).exec(metric) ?? [];
        return name === undefined ? [] : [name];
      });
      expect(new Set(watched)).toEqual(new Set(names));
      expect(watched).toHaveLength(names.length);
    }
  });
});

const outputsSchema = z.object({
  Outputs: z.record(z.string(), z.object({ Export: z.object({ Name: z.string() }).optional() })).default({}),
});
const exportsOf = (template: { toJSON(): unknown }): string[] =>
  Object.values(outputsSchema.parse(template.toJSON()).Outputs).flatMap(({ Export }) => Export?.Name ?? []);
const importsOf = (template: { toJSON(): unknown }): string[] =>
  [...JSON.stringify(template.toJSON()).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name);

describe('A function that is removed', () => {
  // The same stage with and without the embedded bank and the documents, which production does not have.
  const before = templatesOf(settingsOf('sandbox'));
  const after = templatesOf({ ...settingsOf('sandbox'), kind: 'production', alarmEmail: 'ops@example.com' });

  test('takes no export along that a deployed stack still imports', () => {
    const functionNames = (of: typeof before) =>
      of.resources('AWS::Lambda::Function').map(({ properties }) => properties.FunctionName);
    expect(functionNames(before).filter((name) => !functionNames(after).includes(name))).toEqual([
      'payment-link-sandbox-bank-simulator',
      'payment-link-sandbox-show-documents',
    ]);
    const exported = [after.data, after.api, after.events].flatMap(exportsOf);
    const imported = [before.api, before.events, before.observability].flatMap(importsOf);
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((name) => !exported.includes(name))).toEqual([]);
  });

  test.each([
    ['before', before],
    ['after', after],
  ])('the alarms import nothing of the api and events stacks (%s)', (_when, { api, events, observability }) => {
    const foreign = [...exportsOf(api), ...exportsOf(events)];
    expect(importsOf(observability).filter((name) => foreign.includes(name))).toEqual([]);
    expect(importsOf(observability).every((name) => name.includes('-data:'))).toBe(true);
    expect(exportsOf(events)).toEqual([]);
  });
});
