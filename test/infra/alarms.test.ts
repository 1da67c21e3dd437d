import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { eventFunctionsOf, functionsOf, isLive, pascalCase } from '../../infra/functions/all-functions.ts';
import { powertoolsLog, powertoolsReconcileMetrics } from '../../shared/observability/powertools.ts';
import {
  alarms,
  allPrinted,
  filtered,
  isOurs,
  NOTHING_DONE,
  printedBy,
  stage,
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

  test('the stage is among the dimensions: a sandbox in the same account rings no alarm of production', () => {
    const sandbox = printedBy('reconcile-payments', () =>
      powertoolsReconcileMetrics({ stage: 'sandbox' }).reconciled({ ...NOTHING_DONE, stuck: 1 }, []),
    ).map(({ metric }) => metric);
    expect(sandbox.length).toBeGreaterThan(0);
    const watched = new Set(alarms.flatMap(watchedBy).map(({ metric }) => metric));
    expect(sandbox.filter((metric) => watched.has(metric))).toEqual([]);
  });

  test('an error that a function logs is counted by its filter, whose metric an alarm watches', () => {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation((line: unknown) => void lines.push(String(line)));
    vi.stubEnv('POWERTOOLS_DEV', 'true');
    powertoolsLog().error('unexpected', {});
    expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'ERROR' });
    const filters = templates.resources('AWS::Logs::MetricFilter').map(({ properties }) => properties);
    for (const { FilterPattern, MetricTransformations } of filters) {
      const isAccessLog = JSON.stringify(MetricTransformations).includes('-throttled-requests');
      expect(FilterPattern).toBe(
        isAccessLog
          ? '{ ($.status = "429") && ($.integrationStatus = "-") }'
          : '{ ($.level = "ERROR") || (($.type = "platform.report") && ($.record.status != "success")) }',
      );
    }
    // Every function has one.
    expect(filters).toHaveLength(functionsOf(stage).length + eventFunctionsOf(stage).length + 1);
    const watched = ['FunctionFailures', 'RequestsThrottled'].flatMap((id) => watchedBy(alarmOf(id)));
    expect(watched.map(({ metric }) => metric).toSorted()).toEqual([...new Set(filtered)].toSorted());
  });

  test('a failure of a function that is released gradually is counted apart: it ends the release', () => {
    const ofReleased = templates
      .resources('AWS::Logs::MetricFilter')
      .filter(({ properties }) => JSON.stringify(properties).includes('production-failures-of-released'))
      .map(({ properties }) => String(properties.LogGroupName));
    const live = functionsOf(stage).filter(isLive);
    expect(ofReleased).toHaveLength(live.length);
    for (const { name } of live) expect(ofReleased.join()).toContain(`-${pascalCase(name)}Logs`);
  });
});

/** AWS's documented metrics: namespace, name and dimensions. */
const DOCUMENTED = [
  { metric: /^AWS\/ApiGateway 5xx \{ApiId=\S+\}$/, statistic: 'Sum' },
  {
    metric: /^AWS\/Lambda Errors \{FunctionName=(payment-link-production-\S+) Resource=\1:live\}$/,
    statistic: 'Sum',
  },
  { metric: /^AWS\/Lambda Throttles \{\}$/, statistic: 'Sum' },
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
      of.resources('AWS::Lambda::Function').map(({ properties }) => String(properties.FunctionName));
    expect(
      functionNames(before)
        .filter((name) => !functionNames(after).includes(name))
        .toSorted(),
    ).toEqual([
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
