import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { functionDefinitions, isLive, routeList } from '../../infra/functions/all-functions.ts';
import { stageSettings } from '../../infra/settings/stage-config.ts';
import { contextOf, type StageTemplates, settingsOf, templatesOf } from './stage-templates.ts';

const live = functionDefinitions.filter(isLive).map(({ name }) => name);
const production = templatesOf(settingsOf('production'));

/** Everything in the templates that calls a function, or may: what it names, as text. */
const callersOf = (templates: StageTemplates): readonly string[] => {
  const texts = (type: string, property: string) =>
    templates.resources(type).map(({ properties }) => JSON.stringify(properties[property]));
  const invoking = templates
    .resources('AWS::IAM::Role')
    .filter(({ logicalId }) => !logicalId.startsWith('GradualRole'))
    .flatMap(({ properties }) => [...JSON.stringify(properties.Policies).matchAll(/"arn:aws:lambda:[^"]+"/g)])
    .map(([arn]) => arn);
  return [
    ...texts('AWS::ApiGatewayV2::Integration', 'IntegrationUri'),
    ...texts('AWS::Lambda::Permission', 'FunctionName'),
    ...texts('AWS::Lambda::EventSourceMapping', 'FunctionName'),
    ...texts('AWS::Lambda::EventInvokeConfig', 'FunctionName'),
    ...texts('AWS::Events::Rule', 'Targets'),
    ...invoking,
  ];
};

describe('A function that charges or that payers meet', () => {
  test('is one of these', () => {
    expect(live.toSorted()).toEqual([
      'capture-payment',
      'complete-3d',
      'make-direct-payment',
      'open-3d-payment',
      'open-stored-card-payment',
      'pay-with-stored-card',
      'quote-installments',
      'redirect-payer',
      'send-receipt',
      'show-link-qr',
      'show-payment-page',
      'show-reusable-link',
      'start-3d-payment',
      'start-payment',
      'start-reusable-link',
      'void-payment',
    ]);
  });

  test.each(['production', 'sandbox', 'local'])('is called by its alias alone in %s, by all who call it', (stage) => {
    const callers = callersOf(templatesOf(settingsOf(stage)));
    const named = (name: string) =>
      callers.filter((text) => new RegExp(`payment-link-${stage}-${name}(?![a-z0-9-])`).test(text));
    for (const name of live) {
      // An integration and its permission, at the least.
      expect(named(name).length, name).toBeGreaterThanOrEqual(2);
      for (const text of named(name)) expect(text).toContain(`payment-link-${stage}-${name}:live`);
    }
    for (const { name } of functionDefinitions.filter((one) => !isLive(one))) {
      for (const text of named(name)) expect(text).not.toContain(':live');
    }
  });

  test('is named with its alias to the catch-all, which may invoke nothing else of it', () => {
    const calledAt = (path: string) =>
      routeList().find(({ routes }) => routes.includes(`POST ${path}`))?.function ?? 'nothing';
    expect(calledAt('/PaymentDealer/DoDirectPayment')).toBe('make-direct-payment:live');
    expect(calledAt('/DealerSale/GetSale')).toBe('get-sale');
  });

  test('keeps its former versions in production, to go back to by hand', () => {
    const versions = Object.values(production.api.findResources('AWS::Lambda::Version'));
    expect(versions).toHaveLength(live.length);
    for (const version of versions) expect(version).toMatchObject({ DeletionPolicy: 'Retain' });
  });
});

describe('A release of production', () => {
  const aliases = Object.values(production.api.findResources('AWS::Lambda::Alias'));
  const groups = production.api.findResources('AWS::CodeDeploy::DeploymentGroup');
  const alarms = production.api.findResources('AWS::CloudWatch::Alarm');

  test('takes a tenth of the calls for five minutes, then all: each alias has its group', () => {
    expect(Object.keys(groups)).toHaveLength(live.length);
    expect(aliases).toHaveLength(live.length);
    const used = aliases.map(({ UpdatePolicy }) => UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref);
    expect(used.toSorted((a, b) => a.localeCompare(b))).toEqual(
      Object.keys(groups).toSorted((a, b) => a.localeCompare(b)),
    );
    for (const { Properties } of Object.values(groups)) {
      expect(Properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
    }
  });

  test('goes back where an alarm rings: on money that is not where it should be, and on failures of any of them', () => {
    const ids = Object.keys(alarms);
    for (const { Properties } of Object.values(groups)) {
      expect(Properties.AutoRollbackConfiguration).toEqual({
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
      });
      const { Alarms, Enabled } = Properties.AlarmConfiguration;
      expect([Enabled, Alarms.map(({ Name }: { Name: { Ref: string } }) => Name.Ref)]).toEqual([true, ids]);
    }
    const watched = JSON.stringify(alarms);
    for (const metric of ['AttemptsStuck', 'UnexpectedCharges', 'Contradictions']) expect(watched).toContain(metric);
    for (const name of live) expect(watched).toContain(`"payment-link-production-${name}:live"`);
    // Unexpected errors are answered, so that Lambda counts none of them.
    expect(watched).toContain('"production-failures-of-released"');
    for (const { Properties } of Object.values(alarms)) {
      // CloudWatch takes ten metrics in an alarm, its expression included.
      expect(Properties.Metrics.length).toBeLessThanOrEqual(10);
      expect(Properties).toMatchObject({ Threshold: 0, TreatMissingData: 'notBreaching' });
    }
  });

  test('moves these aliases and no other function, and reads alarms', () => {
    const [role] = production
      .resources('AWS::IAM::Role')
      .filter(({ logicalId }) => logicalId.startsWith('GradualRole'));
    expect(JSON.stringify(role?.properties.AssumeRolePolicyDocument)).toContain('"codedeploy.amazonaws.com"');
    expect(role?.properties.ManagedPolicyArns).toBeUndefined();
    const text = JSON.stringify(role?.properties.Policies);
    const functions = [...text.matchAll(/:function:payment-link-production-([a-z0-9-]+)"/g)].map(([, name]) => name);
    expect(functions.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual(live.toSorted());
    expect(text).not.toContain('lambda:InvokeFunction');
  });

  test('takes all calls at once where the settings say so, and in a sandbox; callers keep naming the alias', () => {
    for (const templates of [
      templatesOf({ ...settingsOf('production'), deployments: 'all-at-once' }),
      templatesOf(settingsOf('sandbox')),
    ]) {
      templates.api.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
      templates.api.resourceCountIs('AWS::Lambda::Alias', live.length);
    }
  });

  test('is gradual unless production says otherwise', () => {
    const { stages } = z.object({ stages: z.record(z.string(), z.unknown()) }).parse(contextOf('production'));
    const changed = (stage: string, deployments?: string) =>
      stageSettings({
        stage,
        stages: {
          [stage]: {
            ...z.record(z.string(), z.unknown()).parse(stages[stage]),
            ...(deployments === undefined ? {} : { deployments }),
          },
        },
      }).deployments;
    expect([changed('production'), changed('sandbox')]).toEqual(['canary', 'all-at-once']);
    expect([changed('production', 'all-at-once'), changed('sandbox', 'canary')]).toEqual(['all-at-once', 'canary']);
    expect(() => changed('production', 'sometimes')).toThrow(/deployments/);
  });
});
