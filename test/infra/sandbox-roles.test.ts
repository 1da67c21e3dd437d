import { describe, expect, test } from 'vitest';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import { roleSchema } from './role-grants.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

const sandbox = templatesOf(settingsOf('sandbox'));

describe('Each function of a sandbox stage may do exactly what its work needs (rules 22 and 24)', () => {
  test('the embedded bank of a sandbox stage touches the table and no key but the table’s (rule 22)', () => {
    const roles = sandbox.resources('AWS::IAM::Role').filter(({ logicalId }) => logicalId.startsWith('BankSimulator'));
    expect(roles).toHaveLength(1);
    const statements = roleSchema.parse(roles[0]?.properties).Policies[0]?.PolicyDocument.Statement ?? [];
    expect(statements.map(({ Sid }) => Sid)).toEqual(['WriteOwnLogs', 'UseTableKeyThroughDynamoDb', 'UseTable']);
  });

  test('the documents of a sandbox stage touch nothing (rule 49)', () => {
    const roles = sandbox.resources('AWS::IAM::Role').filter(({ logicalId }) => logicalId.startsWith('ShowDocuments'));
    expect(roles).toHaveLength(1);
    const statements = roleSchema.parse(roles[0]?.properties).Policies[0]?.PolicyDocument.Statement ?? [];
    expect(statements.map(({ Sid }) => Sid)).toEqual(['WriteOwnLogs']);
  });

  test('the demo shop of a sandbox stage gets and puts rows, and has no secrets but its own (rules 24 and 49)', () => {
    const [shop] = sandbox.resources('AWS::IAM::Role').filter(({ logicalId }) => logicalId.startsWith('ShowShop'));
    const statements = roleSchema.parse(shop?.properties).Policies[0]?.PolicyDocument.Statement ?? [];
    const shown = statements.map(({ Sid, Action, Condition }) => [Sid, Action, Condition]);
    const own = { StringEquals: { 'kms:EncryptionContext:purpose': 'demo-shop' } };
    expect(shown.filter(([sid]) => sid !== 'WriteOwnLogs' && sid !== 'UseTableKeyThroughDynamoDb')).toEqual([
      ['SealSecrets', 'kms:GenerateDataKey', own],
      ['OpenSecrets', 'kms:Decrypt', own],
      ['UseTable', ['dynamodb:GetItem', 'dynamodb:PutItem'], undefined],
    ]);
    const mayOpen = sandbox
      .resources('AWS::IAM::Role')
      .filter(({ properties }) => JSON.stringify(properties).includes('demo-shop'))
      .map(({ logicalId }) => logicalId.replace(/Role.*$/, ''));
    expect(mayOpen.toSorted()).toEqual(['Operate', 'ShowShop']);
    expect(functionDefinitions.filter(({ opens }) => opens.includes('demo-shop')).map(({ name }) => name)).toEqual([
      'show-shop',
    ]);
  });
});
