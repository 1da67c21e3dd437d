import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import {
  Alias,
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  type Code,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { VaultPurpose } from '../../shared/ports/vault.ts';
import { isLive, LIVE_ALIAS, pascalCase } from '../functions/all-functions.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { emailEventsName } from '../settings/messaging-settings.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import { type CalledFunction, functionArnOf, functionNameOf } from './called-function.ts';
import type { OwnAddress } from './own-address.ts';
import type { TableInUse } from './payments-table.ts';
import { mayBeTraced, trace, traceStatement } from './tracing.ts';
import { underlying } from './underlying.ts';

/** Inputs of every Lambda here. */
export interface OperationFunctionProps {
  readonly definition: FunctionDefinition;
  readonly settings: StageSettings;
  readonly code: Code;
  readonly table: TableInUse;
  readonly boxesTable: TableInUse;
  readonly tableKey: Key;
  readonly vaultKey: Key;
  /** Former keys of the vault that still decrypt, the newest first. */
  readonly previousVaultKeys: readonly Key[];
  readonly cardHashKey: Key;
  /**
   * Addresses of the stage: one for the links and pages that functions write, all for what they may not call. Only functions
   * that are deployed with the API or after it have them.
   */
  readonly address?: OwnAddress;
  /** Environment of this function only. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Functions that it may invoke, as their callers name them. */
  readonly mayInvoke?: readonly IFunction[];
}

/**
 * The metric that counts the failures of all functions of a stage, by their logs. One for each function would be paid for
 * each. Those that are released gradually have one of their own, because it ends their release. Stages of one account share the
 * namespace.
 */
export const failuresMetric = (stage: string, released: 'at once' | 'gradually'): string =>
  released === 'gradually' ? `${stage}-failures-of-released` : `${stage}-failures`;

/**
 * Lines that tell of a failure: an error of our own, which is answered, so that Lambda sees none, or what Lambda itself writes
 * about a call that threw, crashed, or ran out of time or memory.
 */
const FAILURES = FilterPattern.any(
  FilterPattern.stringValue('$.level', '=', 'ERROR'),
  FilterPattern.all(
    FilterPattern.stringValue('$.type', '=', 'platform.report'),
    FilterPattern.stringValue('$.record.status', '!=', 'success'),
  ),
);

const WRITING_ACTIONS = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/**
 * The one definition of "a Lambda here": Node 24 on arm64, a role with only the actions that its definition names, a
 * log group, and the environment that every function has.
 */
export class OperationFunction extends Construct implements CalledFunction {
  readonly definition: FunctionDefinition;
  readonly lambda: LambdaFunction;
  readonly logGroup: LogGroup;
  /** What callers reach of a function that charges or that payers meet. */
  readonly alias: Alias | undefined;

  constructor(scope: Construct, props: OperationFunctionProps) {
    const { definition, settings } = props;
    super(scope, pascalCase(definition.name));
    this.definition = definition;
    const production = settings.kind === 'production';
    const logGroup = new LogGroup(this, 'Logs', {
      retention: settings.logRetentionDays,
      removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.logGroup = logGroup;
    // One filter for both: the API's stack has little room for more resources.
    logGroup.addMetricFilter('Failures', {
      filterPattern: FAILURES,
      metricNamespace: 'PaymentLink',
      metricName: failuresMetric(settings.name, isLive(definition) ? 'gradually' : 'at once'),
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${definition.name} (${settings.name}) may do`,
      inlinePolicies: { access: new PolicyDocument({ statements: accessStatements(this, props, logGroup) }) },
    });
    const reserved = settings.reservedConcurrency[definition.name];
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: functionNameOf(settings.name, definition.name),
      description: `${definition.name} (${settings.name})`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: props.code,
      memorySize: definition.memoryMb,
      timeout: Duration.seconds(definition.timeoutSeconds),
      role,
      logGroup,
      // Lambda's own lines of a call that went well are paid for and tell nothing that its metrics do not. Those of a call
      // that failed, or ran out of time or memory, are warnings and stay.
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      // A metric is a line of level INFO, and counts whatever level of our lines the stage asks for.
      applicationLogLevelV2: settings.logLevel === 'DEBUG' ? ApplicationLogLevel.DEBUG : ApplicationLogLevel.INFO,
      environment: environmentOf(props),
      // Whoever goes back to a former version by hand finds it.
      ...(production ? { currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN } } : {}),
      ...(reserved === undefined ? {} : { reservedConcurrentExecutions: reserved }),
    });
    underlying(this.lambda, CfnFunction).overrideLogicalId(`${pascalCase(definition.name)}Function`);
    if (settings.tracing && mayBeTraced(definition)) trace(this.lambda, role);
    this.alias = isLive(definition) ? this.#live() : undefined;
  }

  get callee(): IFunction {
    return this.alias === undefined ? this.lambda : (this.alias as IFunction);
  }

  #live(): Alias {
    return new Alias(this, 'Live', { aliasName: LIVE_ALIAS, version: this.lambda.currentVersion as IVersion });
  }
}

const environmentOf = (props: OperationFunctionProps): Record<string, string> => {
  const { definition, settings } = props;
  return {
    STAGE: settings.name,
    STAGE_KIND: settings.kind,
    TABLE_NAME: props.table.tableName,
    ...(definition.boxes === undefined ? {} : { BOXES_TABLE_NAME: props.boxesTable.tableName }),
    ...(props.address === undefined ? {} : { BASE_URL: props.address.baseUrl }),
    DEALER_CACHE_MS: String(settings.dealerCacheMs),
    SERVICE_NAME: settings.serviceName,
    POWERTOOLS_SERVICE_NAME: definition.name,
    POWERTOOLS_METRICS_NAMESPACE: 'PaymentLink',
    POWERTOOLS_LOG_LEVEL: settings.logLevel,
    ...(usesVault(definition) ? { VAULT_KEY_ARN: props.vaultKey.keyArn } : {}),
    ...(definition.opens.length > 0 && props.previousVaultKeys.length > 0
      ? { PREVIOUS_VAULT_KEY_ARNS: props.previousVaultKeys.map(({ keyArn }) => keyArn).join(',') }
      : {}),
    ...(definition.hashesCards === true ? { CARD_HASH_KEY_ARN: props.cardHashKey.keyArn } : {}),
    ...(definition.callsBanks === true ? { GATEWAY_HOSTS: gatewayHostsOf(props).join(',') } : {}),
    ...(definition.outgoing === undefined ? {} : outgoingEnvironment(props)),
    ...(definition.messaging === undefined ? {} : { MESSAGING: messagingText(settings) }),
    ...(definition.hasBankDay === true ? { BANK_DAY_END: settings.bankDayEnd } : {}),
    ...(definition.changesShares === true && settings.shareChanges ? { SHARE_CHANGES: 'on' } : {}),
    ...(definition.startsItself === true ? { OWN_FUNCTION: functionNameOf(settings.name, definition.name) } : {}),
    ...edgeEnvironment(props),
    ...props.environment,
  };
};

/** The embedded bank of a sandbox stage stays where its virtual POS say, whatever address the stage has by now. */
const gatewayHostsOf = (props: OperationFunctionProps): readonly string[] => {
  const { kind, gatewayHosts } = props.settings;
  return kind === 'sandbox' ? [...gatewayHosts, ...otherHostsOf(props)] : gatewayHosts;
};

const otherHostsOf = ({ definition, address }: OperationFunctionProps): readonly string[] => {
  if (address === undefined)
    throw new Error(`${definition.name} needs the stage's address: the records stack has none.`);
  return address.otherHosts;
};

/** The secrets of the edge that functions on its way take, each as its SHA-256 (rule 44). */
const edgeEnvironment = ({ definition, settings: { edge } }: OperationFunctionProps): Record<string, string> => {
  const routed = definition.routes.length > 0 || definition.answersUnmatchedPaths === true;
  if (edge === undefined || !routed) return {};
  return { EDGE_SECRET_HASHES: edge.secrets.map(({ sha256 }) => sha256).join(',') };
};

/** What the client of outgoing calls must know of its stage (rule 41). */
const outgoingEnvironment = (props: OperationFunctionProps): Record<string, string> => {
  const { outgoing } = props.settings;
  return {
    OWN_HOSTS: [...outgoing.ownHosts, ...otherHostsOf(props)].join(','),
    ...(outgoing.loopback ? { OUTGOING_LOOPBACK: 'allowed' } : {}),
  };
};

/** The stage's messaging settings as functions read them. */
const messagingText = ({ name, messaging }: StageSettings): string =>
  JSON.stringify({ ...messaging, emailEvents: emailEventsName(name) });

const usesVault = (definition: FunctionDefinition): boolean => definition.seals.length + definition.opens.length > 0;

const accessStatements = (scope: Construct, props: OperationFunctionProps, logGroup: LogGroup): PolicyStatement[] => {
  const { definition, table, settings } = props;
  const statements = [
    allow('WriteOwnLogs', ['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
    ...tableKeyStatements(scope, props),
    ...vaultStatements(props),
    ...(settings.tracing && mayBeTraced(definition) ? [traceStatement()] : []),
    ...(definition.hashesCards === true ? [allow('HashCards', ['kms:GenerateMac'], [props.cardHashKey.keyArn])] : []),
  ];
  if (definition.messaging === 'sends') statements.push(...messageStatements(scope, settings));
  if (definition.table.length > 0) {
    const actions = definition.table.map((action) => `dynamodb:${action}`);
    statements.push(allow('UseTable', actions, [table.tableArn]));
  }
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
