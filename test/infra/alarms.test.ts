import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { eventFunctionsOf, functionsOf } from '../../infra/functions.ts';
import {
  powertoolsCanaryMetrics,
  powertoolsCardMetrics,
  powertoolsLog,
  powertoolsReconcileMetrics,
} from '../../shared/observability/powertools.ts';
import {
  alarms,
  allPrinted,
  canaryPrints,
  comparisonPrints,
  deliverPrints,
  endpointPrints,
  filtered,
  isOurs,
  NOTHING_DONE,
  printedBy,
  reconcilePrints,
  STORING,
  stage,
  statementPrints,
  sweepPrints,
  templates,
  watchedBy,
} from './printed-metrics.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

const alarmOf = (id: string) => alarms.find((one) => one.id === id) ?? expect.unreachable(`no alarm ${id}`);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('Alarms on our own metrics', () => {
  test('watch metrics that a run really prints: namespace, name, stage and every dimension', () => {
    const printed = new Set([...allPrinted().map(({ metric }) => metric), ...filtered]);
    const watched = alarms.flatMap(watchedBy).map(({ metric }) => metric);
    expect(watched.filter(isOurs).length).toBeGreaterThan(20);
    expect(watched.filter((metric) => isOurs(metric) && !printed.has(metric))).toEqual([]);
  });

  test('watch counts and times: a metric’s name says its unit, and no alarm asks for another', () => {
    for (const { metric, unit } of allPrinted()) {
      const [, name = ''] = metric.split(' ');
      const wanted = name.endsWith('Ms') ? 'Milliseconds' : name.endsWith('Seconds') ? 'Seconds' : 'Count';
      expect([metric, unit]).toEqual([metric, wanted]);
    }
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
      powertoolsReconcileMetrics({ stage: 'sandbox' }).reconciled({ ...NOTHING_DONE, stuck: 1 }, []),
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
    ['DifferencesFound', comparisonPrints],
    ['ComparisonSilent', comparisonPrints],
    ['ComparisonsLate', comparisonPrints],
    ['CanarySilent', canaryPrints],
    ['CanaryFailing', canaryPrints],
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
    const breaching = alarms.filter(({ TreatMissingData }) => TreatMissingData === 'breaching');
    expect(breaching.map(({ id }) => id).toSorted()).toEqual([
      'BackupMissing',
      'CanarySilent',
      'ComparisonSilent',
      'HandOutSilent',
      'OutboxSilent',
      'StatementsSilent',
      'SweeperSilent',
    ]);
    const { Statistic, Threshold, Period, ComparisonOperator, EvaluationPeriods, DatapointsToAlarm } = heartbeat;
    for (const one of breaching.filter(
      ({ id }) => !['BackupMissing', 'CanarySilent', 'ComparisonSilent'].includes(id),
    )) {
      expect(one).toMatchObject({
        Statistic,
        Threshold,
        Period,
        ComparisonOperator,
        EvaluationPeriods,
        DatapointsToAlarm,
      });
    }
  });

  test('a canary that is not set up prints neither a pass nor a failure, so that its silence rings', () => {
    const printed = printedBy('run-canary', () => powertoolsCanaryMetrics({ stage }).notSetUp());
    const silent = alarmOf('CanarySilent');
    expect(printed.map(({ metric }) => metric)).not.toContain(watchedBy(silent)[0]?.metric);
    expect(silent).toMatchObject({
      Statistic: 'SampleCount',
      Period: 300,
      EvaluationPeriods: 3,
      TreatMissingData: 'breaching',
    });
    expect(canaryPrints({ passed: 0, failed: 1 })).toContainEqual({
      metric: watchedBy(alarmOf('CanaryFailing'))[0]?.metric,
      unit: 'Count',
      value: 1,
    });
    expect(canaryPrints()).toContainEqual(expect.objectContaining({ unit: 'Milliseconds', value: 1234 }));
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
      const isAccessLog = JSON.stringify(properties.MetricTransformations).includes('-throttled-requests');
      expect(properties.FilterPattern).toBe(isAccessLog ? '{ $.status = "429" }' : '{ $.level = "ERROR" }');
    }
    const watched = alarms
      .filter(({ id }) => id.endsWith('UnexpectedErrors'))
      .flatMap(watchedBy)
      .map(({ metric }) => metric);
    expect([...watched, ...watchedBy(alarmOf('RequestsThrottled')).map(({ metric }) => metric)].toSorted()).toEqual(
      filtered.toSorted(),
    );
    expect(watched).toHaveLength(functionsOf(stage).length + eventFunctionsOf(stage).length);
  });
});

/** AWS's documented metrics: namespace, name and dimensions. */
const DOCUMENTED = [
  { metric: /^AWS\/ApiGateway 5xx \{ApiId=\S+\}$/, statistic: 'Sum' },
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
  { metric: /^AWS\/Lambda ConcurrentExecutions \{\}$/, statistic: 'Maximum' },
  { metric: /^AWS\/DynamoDB TransactionConflict \{TableName=\S+\}$/, statistic: 'Sum' },
  { metric: /^AWS\/DynamoDB ReadThrottleEvents \{TableName=\S+\}$/, statistic: 'Sum' },
  { metric: /^AWS\/DynamoDB WriteThrottleEvents \{TableName=\S+\}$/, statistic: 'Sum' },
  {
    metric:
      /^AWS\/DynamoDB SystemErrors \{Operation=(?:GetItem|BatchGetItem|Query|PutItem|UpdateItem|TransactGetItems|TransactWriteItems) TableName=\S+\}$/,
    statistic: 'Sum',
  },
  {
    metric:
      /^AWS\/Backup NumberOf(?:BackupJobs(?:Completed|Failed|Aborted|Expired)|CopyJobsFailed) \{BackupVaultName=\S+\}$/,
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
    ['OwnTime', 2_000, 5],
    ['UnexpectedAnswers', 0, 1],
    ['RequestsThrottled', 20, 3],
    ['VaultThrottles', 0, 1],
    ['AccountConcurrency', 799, 2],
    ['TableConflicts', 300, 5],
    ['OutboxBacklog', 1_000, 10],
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
    for (const id of ['TableReadThrottles', 'TableWriteThrottles', 'TableSystemErrors', 'TableConflicts']) {
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
    for (const { metric } of watchedBy(alarmOf('ApiServerErrors'))) {
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
      'payment-link-sandbox-show-shop',
    ]);
    const exported = [after.data, after.records, after.api, after.events].flatMap(exportsOf);
    const imported = [before.records, before.api, before.events, before.observability].flatMap(importsOf);
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((name) => !exported.includes(name))).toEqual([]);
  });

  test.each([
    ['before', before],
    ['after', after],
  ])('the alarms import nothing of the stacks of functions (%s)', (_when, { records, api, events, observability }) => {
    const foreign = [records, api, events].flatMap(exportsOf);
    expect(importsOf(observability).filter((name) => foreign.includes(name))).toEqual([]);
    expect(importsOf(observability).every((name) => name.includes('-data:'))).toBe(true);
    expect([records, events].flatMap(exportsOf)).toEqual([]);
    // Records stand before the API in every release.
    expect(importsOf(records).every((name) => name.includes('-data:'))).toBe(true);
  });
});
