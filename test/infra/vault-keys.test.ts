import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { readCdkJson, stageSettings } from '../../infra/settings/stage-config.ts';
import { type StageTemplates, settingsOf, templatesOf } from './stage-templates.ts';

const rotated = templatesOf({ ...settingsOf('production'), vaultKeys: { current: 3, oldest: 2 } });

const opening = [
  'add-card',
  'capture-payment',
  'charge-plans',
  'compare-with-bank',
  'complete-3d',
  'create-payment-request',
  'deliver',
  'get-card',
  'get-customer',
  'list-cards',
  'make-direct-payment',
  'open-3d-payment',
  'open-stored-card-payment',
  'operate',
  'pay-with-stored-card',
  'reconcile-payments',
  'reencrypt-cards',
  'run-canary',
  'start-3d-payment',
  'start-mobile-3d',
  'start-payment',
  'update-card',
  'void-payment',
];

const variablesOf = (templates: StageTemplates) =>
  templates.resources('AWS::Lambda::Function').map(({ properties }) => {
    const { FunctionName, Environment } = z
      .object({ FunctionName: z.string(), Environment: z.object({ Variables: z.record(z.string(), z.string()) }) })
      .parse(properties);
    return { name: FunctionName.replace('payment-link-production-', ''), variables: Environment.Variables };
  });

const vaultStatements = (templates: StageTemplates, sid: string) =>
  templates.resources('AWS::IAM::Role').flatMap(({ properties }) => {
    const statement = z.object({ Sid: z.string(), Action: z.unknown(), Resource: z.unknown(), Condition: z.unknown() });
    const policies = z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statement.partial()) }) }));
    return policies
      .parse(properties.Policies)
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Sid }) => Sid === sid);
  });

const vaultKeyIds = (templates: StageTemplates) =>
  templates
    .resources('AWS::KMS::Key')
    .map(({ logicalId }) => logicalId)
    .filter((id) => id.startsWith('VaultKey'))
    .toSorted();

describe('The setting vaultKeys of a stage', () => {
  test('is one key where nothing is said, and no function is told of another', () => {
    expect(settingsOf('production').vaultKeys).toEqual({ current: 1, oldest: 1 });
    const templates = templatesOf(settingsOf('production'));
    expect(vaultKeyIds(templates)).toEqual(['VaultKey']);
    for (const { variables } of variablesOf(templates)) expect(variables.PREVIOUS_VAULT_KEY_ARNS).toBeUndefined();
  });

  test.each([
    { current: 1, oldest: 2 },
    { current: 0, oldest: 0 },
    { current: 2 },
    { current: 1.5, oldest: 1 },
    { current: 2, oldest: 1, more: 1 },
  ])('refuses %j', (vaultKeys) => {
    const stages = z.record(z.string(), z.record(z.string(), z.unknown())).parse(readCdkJson().stages);
    const changed = { ...stages, production: { ...stages.production, vaultKeys } };
    expect(() => stageSettings({ stage: 'production', stages: changed })).toThrow('vaultKeys');
  });
});

describe('A stage whose vault has its third key, and still opens under the second', () => {
  test('keeps every key with its logical id, retained, those that open nothing any more included (rule 39)', () => {
    expect(vaultKeyIds(rotated)).toEqual(['VaultKey', 'VaultKey2', 'VaultKey3']);
    rotated.data.allResources('AWS::KMS::Key', {
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
    rotated.data.allResourcesProperties('AWS::KMS::Key', { PendingWindowInDays: 30 });
  });

  test('goes on exporting the first key, so that this stack can be deployed before those that imported it', () => {
    const exported = Object.values(rotated.data.findOutputs('*')).map(({ Value }) => JSON.stringify(Value));
    expect(exported).toContain(JSON.stringify({ 'Fn::GetAtt': ['VaultKey', 'Arn'] }));
  });

  test('tells the second key to the functions that open, and to no other', () => {
    const told = variablesOf(rotated).filter(({ variables }) => variables.PREVIOUS_VAULT_KEY_ARNS !== undefined);
    expect(told.map(({ name }) => name).toSorted()).toEqual(opening);
    for (const { variables } of told) {
      expect(variables.PREVIOUS_VAULT_KEY_ARNS).toMatch(/^arn:aws:kms:[^,]+$/);
      expect(variables.PREVIOUS_VAULT_KEY_ARNS).not.toBe(variables.VAULT_KEY_ARN);
    }
  });

  test('seals under the third key alone, and opens under both on the same condition of purpose (rule 24)', () => {
    const [first] = variablesOf(rotated).filter(({ name }) => name === 'start-payment');
    const { VAULT_KEY_ARN: third, PREVIOUS_VAULT_KEY_ARNS: second } = first?.variables ?? {};
    const sealing = vaultStatements(rotated, 'SealSecrets');
    for (const { Resource } of sealing) expect(Resource).toBe(third);
    const statements = vaultStatements(rotated, 'OpenSecrets');
    expect(statements).toHaveLength(opening.length);
    for (const { Action, Resource, Condition } of statements) {
      expect(Action).toBe('kms:Decrypt');
      expect(Resource).toEqual([third, second]);
      expect(Condition).toEqual({ StringEquals: { 'kms:EncryptionContext:purpose': expect.anything() } });
    }
  });
});
