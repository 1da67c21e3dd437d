import { Annotations, Template } from 'aws-cdk-lib/assertions';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stageWarnings } from '../../infra/settings/stage-warnings.ts';
import { alarms, GATEWAY, gatewayPrints, templates, watchedBy, watchedSettings } from './printed-metrics.ts';
import { appOf, settingsOf, templatesOf } from './stage-templates.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const alarmOf = (id: string) => alarms.find((one) => one.id === id) ?? expect.unreachable(`no alarm ${id}`);

describe('Alarms of a gateway', () => {
  test.each([
    'OldestInDoubt',
    'ApprovalsFew',
    'BankDeclines',
    'CardTesting',
    'BreakerOpened',
    'GateBreakerOpened',
    'UnusableGateAnswers',
  ])('%s exists for each host that the stage names, and for no other', (family) => {
    const found = alarms.filter(({ id }) => id.startsWith(family)).map(({ id }) => id);
    expect(found).toEqual([`${family}PosBankExample`, `${family}SecondExample8443`]);
    const without = templatesOf(settingsOf('production')).resources('AWS::CloudWatch::Alarm');
    expect(without.filter(({ logicalId }) => logicalId.startsWith(family))).toEqual([]);
  });

  test('watch metrics that the calls to that gateway print, and no other gateway’s', () => {
    const printed = gatewayPrints().map(({ metric }) => metric);
    for (const alarm of alarms.filter(({ id }) => id.endsWith('PosBankExample'))) {
      for (const { metric } of watchedBy(alarm)) {
        expect(printed).toContain(metric);
        expect(metric).toContain(`gateway=${GATEWAY} `);
      }
    }
  });

  test('a doubt that is asked about once an hour keeps its alarm from one question to the next', () => {
    const { Period = 0, ...alarm } = alarmOf('OldestInDoubtPosBankExample');
    expect(alarm).toMatchObject({ Threshold: 3600, DatapointsToAlarm: 1, TreatMissingData: 'notBreaching' });
    expect(Period * alarm.EvaluationPeriods).toBeGreaterThan(3600);
    // CloudWatch looks back a day at the most.
    expect(Period * alarm.EvaluationPeriods).toBeLessThanOrEqual(86_400);
  });

  test('the share of refused charges counts every end of a charge, and is judged from 20 charges on', () => {
    const { Metrics, Threshold } = alarmOf('ApprovalsFewPosBankExample');
    const expression = Metrics.flatMap(({ Expression }) => Expression ?? []).join();
    const ids = [...expression.matchAll(/FILL\((\w+), 0\)/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(7);
    expect(expression).toMatch(/^IF\(.* >= 20, 100 - 100 \* FILL\(approved, 0\) \/ \(.*\), 0\)$/);
    expect(Threshold).toBe(50);
    expect(Metrics.filter(({ MetricStat }) => MetricStat !== undefined)).toHaveLength(7);
  });
});

describe('The budget of the account', () => {
  test('tells the receivers of alarms when four fifths are spent, and when the month will cost more', () => {
    const [budget] = templates.resources('AWS::Budgets::Budget');
    expect(budget?.properties).toMatchObject({
      Budget: { BudgetLimit: { Amount: 500, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
      NotificationsWithSubscribers: [
        { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
        { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
      ],
    });
    expect(JSON.stringify(budget)).toContain('"Address":"pager@example.com"');
  });

  test('is absent where the stage names no amount', () => {
    expect(templatesOf(settingsOf('production')).resources('AWS::Budgets::Budget')).toEqual([]);
  });
});

describe('What synthesis says of a production stage', () => {
  test('an empty list of gateways, no concurrency, no budget and nothing reserved are said, each by itself', () => {
    const ids = (change: object) => stageWarnings({ ...settingsOf('production'), ...change }).map(({ id }) => id);
    const others = ['no-account-concurrency', 'no-monthly-budget', 'no-reserved-concurrency'];
    expect(ids({})).toEqual(['no-gateway-hosts', ...others]);
    expect(ids({ gatewayHosts: [GATEWAY] })).toEqual(others);
    expect(stageWarnings(watchedSettings)).toEqual([]);
    expect(stageWarnings(settingsOf('sandbox'))).toEqual([]);
  });

  test('is an annotation, which the CDK command shows', () => {
    const { observability } = appOf(settingsOf('production'));
    Template.fromStack(observability);
    Annotations.fromStack(observability).hasWarning(
      '*',
      'Stage "production": "gatewayHosts" is empty: no bank may be called, so nothing can be paid. Name the gateways of its banks. [ack: payment-link:no-gateway-hosts]',
    );
  });
});
