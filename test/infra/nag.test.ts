import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, describe, expect, test } from 'vitest';
import type { StageSettings } from '../../infra/settings/stage-config.ts';
import type { BuiltApp } from '../../infra/stacks/build-app.ts';
import { checkWithNag } from '../../infra/stacks/check-with-nag.ts';
import { appOf, settingsOf } from './stage-templates.ts';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

const appFor = (settings: StageSettings): BuiltApp => {
  const built = appOf(settings);
  made.push(built.app.outdir);
  return built;
};

const findings = ({ app }: BuiltApp): string[] => {
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  return violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map((resource) => `${ruleName} ${resource.resourceLogicalId ?? resource.constructPath}`),
  );
};

/** Why a route needs no authorizer: the proof that its callers bring, by the construct's path. */
const reasonFor = (path: string): RegExp => {
  if (path === 'Api/Gradual/Role') return /states of alarms/;
  if (path.startsWith('Desk/')) return /people of dealers prove themselves by a session/;
  if (path === 'Data/Boxes') return /recovery point would keep them/;
  if (/\/Route(?:GET|HEAD|POST)(?:pay|box|result|link)/.test(path)) return /payers have no account/;
  if (path.includes('RoutePOST3d')) return /callback proves itself by its hash/;
  return path.includes('RoutePOST') ? /CheckKey/ : /catch-all/;
};

const ruleFor = (path: string): RegExp => {
  if (path === 'Data/Boxes') return /AwsSolutions-DDB3/;
  return path === 'Api/Gradual/Role' ? /AwsSolutions-IAM5/ : /AwsSolutions-APIG4/;
};

describe('The AwsSolutions rules', () => {
  test('find nothing unacknowledged in a stage with a backup', () => {
    const backup = { keepDays: 35, copyTo: 'arn:aws:backup:eu-west-1:111111111111:backup-vault:payments' };
    expect(findings(appFor({ ...settingsOf('production'), backup }))).toEqual([]);
  });

  test.each(['production', 'sandbox', 'local'])('find nothing unacknowledged in %s', (stage) => {
    expect(findings(appFor({ ...settingsOf(stage), alarmEmail: 'alarms@example.com' }))).toEqual([]);
  });

  test('find nothing unacknowledged where functions are traced', () => {
    expect(findings(appFor({ ...settingsOf('production'), tracing: true }))).toEqual([]);
  });

  test('do look: a topic that takes plain HTTP is found', () => {
    const built = appFor(settingsOf('production'));
    expect(new Topic(built.api, 'Careless')).toBeDefined();
    expect(findings(built)).toEqual([expect.stringMatching(/^AwsSolutions-SNS3 .*Careless/)]);
  });

  test('fail the synthesis when they find something', () => {
    const built = appFor(settingsOf('production'));
    expect(new Topic(built.api, 'Careless')).toBeDefined();
    checkWithNag(built.app);
    expect(() => built.app.synth()).toThrow(/validation/i);
    const report = readFileSync(join(built.app.outdir, 'validation-report.json'), 'utf8');
    expect(report).toContain('AwsSolutions-SNS3');
  });

  test('are acknowledged one route at a time, and for the table of boxes, each with a reason that fits', () => {
    const { app } = appFor({ ...settingsOf('production'), desk: {} });
    const acknowledged = app.node
      .findAll()
      .flatMap((construct) =>
        construct.node.metadata
          .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
          .map(({ data }) => ({ path: construct.node.path, data: JSON.stringify(data) })),
      );
    const routes = app.node.findAll().filter((construct) => construct instanceof CfnRoute);
    // The table of boxes has no recovery on purpose, and CodeDeploy asks for all alarms in one call.
    expect(acknowledged).toHaveLength(routes.length + 2);
    for (const { path, data } of acknowledged) {
      expect(path).toMatch(/^(?:Api|Desk)\/Route|^Data\/Boxes$|^Api\/Gradual\/Role$/);
      const [rule] = [/AwsSolutions-DDB3/, /AwsSolutions-IAM5/, /AwsSolutions-APIG4/].filter((one) => one.test(data));
      expect(rule).toEqual(ruleFor(path));
      expect(data).toMatch(reasonFor(path));
    }
  });
});
