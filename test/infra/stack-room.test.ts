import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import type { StageSettings } from '../../infra/settings/stage-config.ts';
import { operationNames } from '../../shared/domain/dealer/dealer.ts';
import { settingsOf, synthesize } from './stage-templates.ts';

const certificateIn = (region: string) => `arn:aws:acm:${region}:111122223333:certificate/0a1b2c3d`;
const nameOf = (name: string) => ({
  name,
  certificateArn: certificateIn('eu-central-1'),
  hostedZoneId: 'Z0123456789ABCDEFGHIJ',
});

/** A stage with every optional setting on that makes resources, and the longest name that a stage may have. */
const everythingOn = (stage: 'production' | 'sandbox'): StageSettings => ({
  ...settingsOf(stage),
  name: 'a-stage-16-chars',
  deployments: 'canary',
  tracing: true,
  alarmEmail: 'pager@example.com',
  accountConcurrency: 1_000,
  gatewayHosts: ['pos.bank.example', 'pos.other.example', 'pos.third.example', 'pos.fourth.example'],
  domain: nameOf('pay.example.com'),
  formerDomains: [nameOf('old.example.com'), nameOf('older.example.com')],
  edge: {
    origin: nameOf('origin.example.com'),
    certificateArn: certificateIn('us-east-1'),
    secrets: ['2', '1'].map((number) => ({ name: `payment-link/edge-${number}`, sha256: number.repeat(64) })),
  },
  desk: {
    domain: nameOf('desk.example.com'),
    allowedNetworks: Array.from({ length: 40 }, (_, index) => `2001:db8:ffff:ffff:ffff:ffff:ffff:${1000 + index}`),
    edge: { origin: nameOf('desk-origin.example.com'), certificateArn: certificateIn('us-east-1') },
  },
  vaultKeys: { current: 3, oldest: 1 },
  backup: { keepDays: 35, copyTo: 'arn:aws:backup:eu-west-1:111111111111:backup-vault:payments' },
});

const functionSchema = z.object({
  FunctionName: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});

/**
 * Most resources of a stack: CloudFormation takes 500. The routes of all functions stand in the API's, and their functions where
 * they need the stage's address. A sandbox has the embedded bank, the documents and the shop beside.
 */
const MOST_RESOURCES = { production: 425, sandbox: 460 } as const;

describe.each(['production', 'sandbox'] as const)('A %s stage with everything on', (stage) => {
  const templates = synthesize(everythingOn(stage));

  test('has no stack of more resources than leave room for more: CloudFormation takes 500', () => {
    const counts = templates.stacks.map(
      ({ name, template }) => [name, Object.keys(template.Resources).length] as const,
    );
    expect(counts.map(([name]) => name.split('-').at(-1))).toEqual([
      'data',
      'records',
      'api',
      'desk',
      'events',
      'observability',
    ]);
    for (const [name, count] of counts) {
      expect(count, name).toBeGreaterThan(4);
      expect(count, name).toBeLessThanOrEqual(MOST_RESOURCES[stage]);
    }
  });

  test('has a route to each operation, and makes its stage after all routes', () => {
    const routes = templates.api.findResources('AWS::ApiGatewayV2::Route');
    const routed = Object.values(routes).map(({ Properties }) => String(Properties.RouteKey).split('/').at(-1));
    expect(routed).toEqual(expect.arrayContaining([...operationNames]));
    const made = templates.api.findResources('AWS::ApiGatewayV2::Stage').DefaultStage;
    expect(new Set(made?.DependsOn)).toEqual(new Set(Object.keys(routes)));
  });

  test('has functions with room for their variables: AWS takes 4 kB of them', () => {
    for (const { properties } of templates.resources('AWS::Lambda::Function')) {
      const { FunctionName, Environment } = functionSchema.parse(properties);
      expect(Buffer.byteLength(Object.entries(Environment.Variables).flat().join('')), FunctionName).toBeLessThan(4096);
    }
  });

  test('has roles with room for their rights: IAM takes 10,240 characters of them', () => {
    for (const { logicalId, properties } of templates.resources('AWS::IAM::Role')) {
      expect(JSON.stringify(properties.Policies ?? []).length, logicalId).toBeLessThan(10_240);
    }
  });
});

describe('The records stack', () => {
  const moved = (name: string) =>
    functionDefinitions.map((one) => (one.name === name ? { ...one, stack: 'records' as const } : one));

  test.each(['make-direct-payment', 'show-payment-page', 'start-3d-payment'])(
    'refuses %s: what charges or meets payers is released gradually, beside its alarms',
    (name) => {
      expect(() => synthesize(settingsOf('production'), moved(name))).toThrow(
        `${name} charges or meets payers: it must stand in the api stack.`,
      );
    },
  );

  test('refuses a function that must know the addresses of the stage', () => {
    expect(() => synthesize(settingsOf('production'), moved('operate'))).toThrow(
      "operate needs the stage's address: the records stack has none.",
    );
  });
});
