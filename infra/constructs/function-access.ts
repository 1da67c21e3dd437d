import { Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { VaultPurpose } from '../../shared/ports/vault.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { emailEventsName } from '../settings/messaging-settings.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import { functionArnOf } from './called-function.ts';
import type { OperationFunctionProps } from './function-props.ts';
import type { TableInUse } from './payments-table.ts';
import { mayBeTraced, traceStatement } from './tracing.ts';

const WRITING_ACTIONS = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/** What the role of a Lambda may do: exactly what its definition names. */
export const accessStatements = (
  scope: Construct,
  props: OperationFunctionProps,
  logGroup: LogGroup,
): PolicyStatement[] => {
  const { definition, table, settings } = props;
  const statements = [
    allow('WriteOwnLogs', ['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
    ...tableKeyStatements(scope, props),
    ...vaultStatements(props),
    ...(settings.tracing && mayBeTraced(definition) ? [traceStatement()] : []),
    ...(definition.hashesCards === true ? [allow('HashCards', ['kms:GenerateMac'], [props.cardHashKey.keyArn])] : []),
  ];
  if (definition.messaging === 'sends') statements.push(...messageStatements(scope, settings));
  statements.push(...tableStatements(definition, table));
  if (definition.indexes.length > 0) {
    const indexArns = definition.indexes.map((index) => `${table.tableArn}/index/${index}`);
    statements.push(allow('QueryIndexes', ['dynamodb:Query'], indexArns));
  }
  if (definition.consumesEvents === true || definition.consumesPayments === true)
    statements.push(streamStatement(table));
  if (definition.boxes !== undefined) statements.push(boxesStatement(definition.boxes, props.boxesTable));
  if (props.mayInvoke !== undefined && props.mayInvoke.length > 0) {
    const arns = props.mayInvoke.map((target) => target.functionArn);
    statements.push(allow('InvokeOperations', ['lambda:InvokeFunction'], arns));
  }
  if (definition.startsItself === true) {
    // By name: the function itself needs the role first.
    const itself = functionArnOf(scope, settings.name, definition.name);
    statements.push(allow('InvokeItself', ['lambda:InvokeFunction'], [itself]));
  }
  return statements;
};

/**
 * Where the definition names partitions, writes reach those alone. `ForAllValues` also holds of a request that names no
 * partition, so that there must be one. Reads, and the checks of a transaction, reach the whole table but for
 * partitions that are closed to it.
 */
const tableStatements = (
  { table: actions, writes, closedPartitions = [], unwrittenPartitions = [] }: FunctionDefinition,
  { tableArn }: TableInUse,
): PolicyStatement[] => {
  if (actions.length === 0) return [];
  const named = (chosen: typeof actions): string[] => chosen.map((action) => `dynamodb:${action}`);
  const writing = named(actions.filter((action) => WRITING_ACTIONS.has(action)));
  const allowed =
    writes === undefined
      ? [allow('UseTable', named(actions), [tableArn])]
      : [
          allow('ReadTable', named(actions.filter((action) => !WRITING_ACTIONS.has(action))), [tableArn]),
          allow('WriteOwnPartitions', writing, [tableArn], {
            'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': writes },
            Null: { 'dynamodb:LeadingKeys': 'false' },
          }),
        ];
  const denied = (sid: string, denies: string[], partitions: readonly string[]): PolicyStatement[] =>
    partitions.length === 0
      ? []
      : [
          new PolicyStatement({
            sid,
            effect: Effect.DENY,
            actions: denies,
            resources: [tableArn],
            conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': partitions } },
          }),
        ];
  return [
    ...allowed,
    ...denied('TouchNoClosedPartition', named(actions), closedPartitions),
    ...denied('WriteNoOtherPartition', writing, unwrittenPartitions),
  ];
};

/** Lambda reads the stream in the name of the function. Its records hold keys alone. */
const streamStatement = ({ tableStreamArn }: TableInUse): PolicyStatement => {
  if (tableStreamArn === undefined) throw new Error('the table has no stream');
  const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((one) => `dynamodb:${one}`);
  return allow('ReadStream', actions, [tableStreamArn]);
};

/** A sender as End User Messaging names it: a pool, a number, or a sender id of Turkey. */
const senderResource = (sender: string): string => {
  if (sender.startsWith('pool-')) return `pool/${sender}`;
  return sender.startsWith('phone-') ? `phone-number/${sender}` : `sender-id/${sender}/TR`;
};

/** SMS from registered senders, and e-mails from the stage's own address with its configuration set. */
const messageStatements = (scope: Construct, { name, messaging: { sms, email } }: StageSettings): PolicyStatement[] => {
  const { partition, region, account } = Stack.of(scope);
  const at = (service: string, resource: string): string =>
    `arn:${partition}:${service}:${region}:${account}:${resource}`;
  const senders = sms === undefined ? [] : [sms.sender, ...sms.dealerSenders].map(senderResource);
  const domain = email?.from.slice(email.from.indexOf('@') + 1);
  const identities = [`identity/${email?.from}`, `identity/${domain}`, `configuration-set/${emailEventsName(name)}`];
  return [
    ...(sms === undefined
      ? []
      : [
          allow(
            'SendSms',
            ['sms-voice:SendTextMessage'],
            senders.map((sender) => at('sms-voice', sender)),
          ),
        ]),
    ...(email === undefined
      ? []
      : [
          allow(
            'SendEmails',
            ['ses:SendEmail'],
            identities.map((identity) => at('ses', identity)),
          ),
        ]),
  ];
};

/** Who may not read boxes may not have one returned by a write either. */
const boxesStatement = (boxes: NonNullable<FunctionDefinition['boxes']>, { tableArn }: TableInUse): PolicyStatement => {
  const returnsNothing = { StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } };
  const actions = boxes.map((action) => `dynamodb:${action}`);
  return allow('UseBoxes', actions, [tableArn], boxes.includes('GetItem') ? undefined : returnsNothing);
};

/**
 * DynamoDB uses the table's key in the name of the caller. So the caller may use that key too, but only through
 * DynamoDB.
 */
const tableKeyStatements = (scope: Construct, { definition, tableKey }: OperationFunctionProps): PolicyStatement[] => {
  if (definition.table.length + definition.indexes.length === 0) return [];
  const writes = definition.table.some((action) => WRITING_ACTIONS.has(action));
  const actions = ['kms:Decrypt', 'kms:DescribeKey', ...(writes ? ['kms:Encrypt', 'kms:GenerateDataKey'] : [])];
  const viaDynamoDb = { StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(scope).region}.amazonaws.com` } };
  return [allow('UseTableKeyThroughDynamoDb', actions, [tableKey.keyArn], viaDynamoDb)];
};

/**
 * The current key may encrypt and decrypt, former keys may only decrypt, under the same condition on the purpose (rule
 * 24).
 */
const vaultStatements = (props: OperationFunctionProps): PolicyStatement[] => {
  const { definition, settings, vaultKey, previousVaultKeys } = props;
  const { opens, sealsInSandbox = [] } = definition;
  const seals = settings.kind === 'sandbox' ? [...definition.seals, ...sealsInSandbox] : definition.seals;
  const statement = (
    sid: string,
    action: string,
    { keys, purposes }: { keys: Key[]; purposes: readonly VaultPurpose[] },
  ) =>
    allow(
      sid,
      [action],
      keys.map(({ keyArn }) => keyArn),
      { StringEquals: { 'kms:EncryptionContext:purpose': purposes.length === 1 ? purposes[0] : purposes } },
    );
  const openable = [vaultKey, ...previousVaultKeys];
  return [
    ...(seals.length > 0
      ? [statement('SealSecrets', 'kms:GenerateDataKey', { keys: [vaultKey], purposes: seals })]
      : []),
    ...(opens.length > 0 ? [statement('OpenSecrets', 'kms:Decrypt', { keys: openable, purposes: opens })] : []),
  ];
};

const allow = (
  sid: string,
  actions: string[],
  resources: string[],
  conditions?: Record<string, Record<string, unknown>>,
): PolicyStatement =>
  new PolicyStatement({
    sid,
    effect: Effect.ALLOW,
    actions,
    resources,
    ...(conditions === undefined ? {} : { conditions }),
  });
