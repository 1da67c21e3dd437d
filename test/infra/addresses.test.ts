import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { stageSettings } from '../../infra/settings/stage-config.ts';
import { DataStack } from '../../infra/stacks/data-stack.ts';
import { folderOfRun } from '../support/app/run-folder.ts';
import { appOf, contextOf, type StageTemplates, settingsOf, templatesOf } from './stage-templates.ts';

const certificateArn = 'arn:aws:acm:eu-central-1:111122223333:certificate/0a1b2c3d-0000-4000-8000-000000000001';
const domain = { name: 'pay.example.com', certificateArn, hostedZoneId: 'Z0PAY' };
const former = { name: 'old.example.com', certificateArn };
const API_HOST = 'api.example';

const variablesSchema = z.object({
  FunctionName: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});

const variables = (templates: StageTemplates, variable: string): ReadonlyMap<string, string> =>
  new Map(
    templates.resources('AWS::Lambda::Function').flatMap(({ properties }) => {
      const { FunctionName, Environment } = variablesSchema.parse(properties);
      const value = Environment.Variables[variable];
      return value === undefined ? [] : [[FunctionName, value]];
    }),
  );

const settingsWith = (change: Record<string, unknown>, stage = 'production') => {
  const context = contextOf(stage);
  const stages = z.record(z.string(), z.record(z.string(), z.unknown())).parse(context.stages);
  return stageSettings({ stage, stages: { ...stages, [stage]: { ...stages[stage], ...change } } });
};

/** Logical ids of the names, each with its name. */
const domainsOf = ({ api }: StageTemplates) =>
  Object.fromEntries(
    Object.entries(api.findResources('AWS::ApiGatewayV2::DomainName')).map(([id, { Properties }]) => [
      id,
      Properties.DomainName,
    ]),
  );

describe('A stage with a domain', () => {
  const templates = templatesOf({ ...settingsOf('production'), domain });

  test('maps the whole API to it, without a base path, over TLS 1.2', () => {
    templates.api.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainName: 'pay.example.com',
      DomainNameConfigurations: [
        { CertificateArn: certificateArn, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
      ],
    });
    const mappings = Object.values(templates.api.findResources('AWS::ApiGatewayV2::ApiMapping'));
    expect(mappings.map(({ Properties }) => Properties)).toEqual([
      { ApiId: { Ref: 'HttpApi' }, DomainName: { Ref: 'DomainPayExampleCom' }, Stage: '$default' },
    ]);
  });

  test('writes it into links, callbacks and pages of every function that makes any', () => {
    const addresses = variables(templates, 'BASE_URL');
    // Those of the records stack write none.
    const functions = templates.resources('AWS::Lambda::Function').length;
    expect(addresses.size).toBe(
      functions - Object.keys(templates.records.findResources('AWS::Lambda::Function')).length,
    );
    expect(new Set(addresses.values())).toEqual(new Set(['https://pay.example.com']));
    expect(templates.api.findOutputs('BaseUrl').BaseUrl?.Value).toBe('https://pay.example.com');
  });

  test('never calls its own two addresses (rule 41)', () => {
    const hosts = variables(templates, 'OWN_HOSTS');
    // Its domain is the base address itself, which is never called either.
    expect([...hosts.values()]).toEqual([API_HOST, API_HOST]);
  });

  test('has its DNS records where the settings name a zone, and tells the target in any case', () => {
    const found = Object.values(templates.api.findResources('AWS::Route53::RecordSet'));
    const records = found.map(({ Properties }) => Properties);
    expect(records.map(({ Type, Name, HostedZoneId }) => [Type, Name, HostedZoneId])).toEqual([
      ['A', 'pay.example.com.', 'Z0PAY'],
      ['AAAA', 'pay.example.com.', 'Z0PAY'],
    ]);
    const { hostedZoneId: _zone, ...elsewhere } = domain;
    const without = templatesOf({ ...settingsOf('production'), domain: elsewhere });
    without.api.resourceCountIs('AWS::Route53::RecordSet', 0);
    expect(Object.keys(without.api.findOutputs('*'))).toContain('TargetPayExampleCom');
  });

  test('keeps answering at API Gateway’s own address until its settings close that', () => {
    const { HttpApi } = templates.api.findResources('AWS::ApiGatewayV2::Api');
    expect(HttpApi?.Properties).not.toHaveProperty('DisableExecuteApiEndpoint');
    const closed = templatesOf({ ...settingsOf('production'), domain, apiAddress: 'closed' });
    closed.api.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true });
  });
});

describe('A stage that changes its domain (rule 45)', () => {
  const before = templatesOf({ ...settingsOf('production'), domain: former });
  const after = templatesOf({ ...settingsOf('production'), domain, formerDomains: [former] });

  test('keeps the former one mapped, as the same resource', () => {
    expect(domainsOf(before)).toEqual({ DomainOldExampleCom: 'old.example.com' });
    expect(domainsOf(after)).toEqual({
      DomainOldExampleCom: 'old.example.com',
      DomainPayExampleCom: 'pay.example.com',
    });
    after.api.resourceCountIs('AWS::ApiGatewayV2::ApiMapping', 2);
    expect(after.api.findResources('AWS::ApiGatewayV2::DomainName').DomainOldExampleCom).toEqual(
      before.api.findResources('AWS::ApiGatewayV2::DomainName').DomainOldExampleCom,
    );
  });

  test('makes new links under the new one, and calls none of the three', () => {
    expect(new Set(variables(after, 'BASE_URL').values())).toEqual(new Set(['https://pay.example.com']));
    expect(variables(after, 'OWN_HOSTS').get('payment-link-production-deliver')).toBe(`old.example.com,${API_HOST}`);
  });

  test('lets a sandbox’s virtual POS reach the embedded bank where they always did, and production’s nothing more', () => {
    const sandbox = templatesOf({ ...settingsOf('sandbox'), domain, formerDomains: [former] });
    const hostsOf = (templates: StageTemplates, name: string) => variables(templates, 'GATEWAY_HOSTS').get(name);
    expect(hostsOf(sandbox, 'payment-link-sandbox-complete-3d')).toBe(`old.example.com,${API_HOST}`);
    expect(hostsOf(after, 'payment-link-production-complete-3d')).toBe('');
  });
});

describe('Settings of addresses', () => {
  test('are refused where nobody could reach the stage, or a name stands twice', () => {
    expect(() => settingsWith({ apiAddress: 'closed' })).toThrow(/production.*nobody could reach the stage/);
    expect(() => settingsWith({ domain, formerDomains: [{ ...former, name: domain.name }] })).toThrow(
      /"pay\.example\.com" twice/,
    );
    expect(settingsWith({ domain, apiAddress: 'closed' }).apiAddress).toBe('closed');
  });

  test.each([
    ['an address instead of a name', { ...domain, name: 'https://pay.example.com' }],
    ['a base path', { ...domain, name: 'pay.example.com/links' }],
    ['no certificate', { name: 'pay.example.com' }],
    ['a certificate of IAM', { ...domain, certificateArn: 'arn:aws:iam::111122223333:server-certificate/pay' }],
    ['a zone by its name', { ...domain, hostedZoneId: 'example.com' }],
  ])('refuse %s', (_what, given) => {
    expect(() => settingsWith({ domain: given })).toThrow(/Stage "production" is not valid: domain/);
  });
});

describe('The address of a stage', () => {
  test('outlives its stack: the API is retained, and the stack of a production stage cannot be deleted', () => {
    for (const stage of ['production', 'sandbox']) {
      const { api } = templatesOf(settingsOf(stage));
      expect(api.findResources('AWS::ApiGatewayV2::Api').HttpApi).toMatchObject({ DeletionPolicy: 'Retain' });
      expect(appOf(settingsOf(stage)).api.terminationProtection).toBe(stage === 'production');
    }
  });
});

describe('What one stack imports from another', () => {
  const exportsOf = (template: Template): string[] =>
    Object.values(template.findOutputs('*')).flatMap(({ Export }) => (Export === undefined ? [] : [Export.Name]));
  const importsOf = (template: Template): string[] =>
    [...JSON.stringify(template.toJSON()).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name);
  const templates = templatesOf(settingsOf('production'));

  test('is never of a function: a function that is removed or renamed holds no other stack back', () => {
    expect(exportsOf(templates.api)).toEqual([
      'payment-link-production-api:ExportsOutputFnGetAttHttpApiApiEndpoint551C71B8',
    ]);
    expect(exportsOf(templates.records)).toEqual([]);
    expect(exportsOf(templates.events)).toEqual([]);
    expect(exportsOf(templates.observability)).toEqual([]);
    const imported = [templates.records, templates.api, templates.events, templates.observability].flatMap(importsOf);
    expect(imported.filter((name) => name.includes('Function'))).toEqual([]);
  });

  test('is exported by the data stack whether or not a function imports it: it is deployed before they go', () => {
    const alone = new DataStack(new App({ analyticsReporting: false, outdir: folderOfRun() }), 'Data', {
      stackName: 'payment-link-production-data',
      settings: settingsOf('production'),
    });
    expect(exportsOf(Template.fromStack(alone)).toSorted()).toEqual(exportsOf(templates.data).toSorted());
    expect(exportsOf(templates.data).length).toBeGreaterThan(5);
  });

  test('does not change with the stage’s address: the API is deployed before the functions that import it', () => {
    const moved = templatesOf({ ...settingsOf('production'), domain });
    expect(exportsOf(moved.api)).toEqual(exportsOf(templates.api));
  });
});
