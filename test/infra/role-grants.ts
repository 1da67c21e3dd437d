import { expect } from 'vitest';
import * as z from 'zod';
import { settingsOf, templatesOf } from './stage-templates.ts';

export const templates = templatesOf(settingsOf('production'));

const statementSchema = z.object({
  Sid: z.string(),
  Effect: z.string(),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.union([z.string(), z.array(z.string())]),
  Condition: z.unknown().optional(),
});

export const roleSchema = z.object({
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statementSchema) }) })),
});

export const listOf = (value: string | string[]): string[] => (Array.isArray(value) ? value : [value]);

const inAccount = (service: string, rest: string) => `arn:aws:${service}:eu-central-1:000000000000:${rest}`;

export const table = inAccount('dynamodb', 'table/payment-link-production-data-Table');

export const boxes = inAccount('dynamodb', 'table/payment-link-production-data-Boxes');

/** A write does not return the box that it replaces either. */
export const returnsNothing = '{"StringEqualsIfExists":{"dynamodb:ReturnValues":"NONE"}}';

export const lambda = (name: string) => inAccount('lambda', `function:payment-link-production-${name}`);

/** The statements of each role as one line each: actions, resources, condition. The log statement is left out. */
export const grantsOf = (role: string): string[] => {
  const found = templates.resources('AWS::IAM::Role').filter(({ logicalId }) => logicalId.startsWith(`${role}Role`));
  expect(found).toHaveLength(1);
  const { Policies } = roleSchema.parse(found[0]?.properties);
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Sid }) => Sid !== 'WriteOwnLogs')
    .map(({ Effect, Action, Resource, Condition }) => {
      const condition = Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`;
      return `${Effect} ${listOf(Action).toSorted().join(' ')} on ${listOf(Resource).map(keyName).join(' ')}${condition}`;
    });
};

// The ARN of a key holds its id. The key's logical id makes roles easier to read.
export const keyNames = new Map<string, string>();

for (const { properties } of templates.resources('AWS::DynamoDB::Table')) {
  const { KMSMasterKeyId } = z.object({ KMSMasterKeyId: z.string() }).parse(properties.SSESpecification);
  keyNames.set(KMSMasterKeyId, 'TableKey');
}

for (const { properties } of templates.resources('AWS::Lambda::Function')) {
  const keyArn = z.string().optional();
  const environment = z.object({ Variables: z.object({ VAULT_KEY_ARN: keyArn, CARD_HASH_KEY_ARN: keyArn }) });
  const { VAULT_KEY_ARN, CARD_HASH_KEY_ARN } = environment.parse(properties.Environment).Variables;
  if (VAULT_KEY_ARN !== undefined) keyNames.set(VAULT_KEY_ARN, 'VaultKey');
  if (CARD_HASH_KEY_ARN !== undefined) keyNames.set(CARD_HASH_KEY_ARN, 'CardHashKey');
}

const keyName = (arn: string) => keyNames.get(arn) ?? arn;

const viaDynamoDb = '{"StringEquals":{"kms:ViaService":"dynamodb.eu-central-1.amazonaws.com"}}';

export const readsTableKey = `Allow kms:Decrypt kms:DescribeKey on TableKey if ${viaDynamoDb}`;

export const writesTableKey = `Allow kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey on TableKey if ${viaDynamoDb}`;

export const purpose = (value: string | string[]) =>
  JSON.stringify({ StringEquals: { 'kms:EncryptionContext:purpose': value } });
