import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTagsOfResourceCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { documentClientOver } from '../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { adoptTable, IDS_SKIPPED, restoredStage } from '../../shared/adapters/dynamodb/operator/adopted-table.ts';
import { isRestored, type StageRecord } from '../../shared/domain/dealer/stage.ts';
import { type Invocation, LOCAL_STAGE, UsageError } from './arguments.ts';

/** What the command did, or would do. */
export interface AdoptOutcome {
  readonly tableName: string;
  /** The two settings that the stage needs now; the stream is absent in a dry run that would switch it on. */
  readonly settings: { readonly tableName: string; readonly tableStreamArn?: string };
  readonly steps: readonly { readonly step: string; readonly outcome: 'done' | 'was so' | 'would be done' }[];
}

const TTL_ATTRIBUTE = 'expiresAt';
const CONNECT_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 5;
/** A table takes one change of its settings at a time, each some seconds. */
const WAIT_ROUNDS = 150;
const WAIT_MS = 2_000;

const KEYS_OF_TABLE = 'pk sk';
const KEYS_OF_INDEXES: Readonly<Record<string, string>> = { listing: 'listPk listSk', due: 'duePk dueSk' };

const keysIn = (schema: TableDescription['KeySchema']): string =>
  (schema ?? []).map(({ AttributeName }) => AttributeName).join(' ');

/** Why the table is not a copy of a stage's table; undefined when it may be one. */
const problemOf = ({
  KeySchema,
  GlobalSecondaryIndexes = [],
  SSEDescription,
}: TableDescription): string | undefined => {
  if (keysIn(KeySchema) !== KEYS_OF_TABLE) return 'has other keys than pk and sk';
  for (const [name, keys] of Object.entries(KEYS_OF_INDEXES)) {
    const index = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name);
    if (index === undefined || keysIn(index.KeySchema) !== keys) {
      return `lacks the index ${name}: restore it again, with all its indexes`;
    }
  }
  // AWS says nothing of the encryption of a table that was restored without a key of the account.
  if (SSEDescription?.SSEType !== 'KMS') {
    return "is not encrypted under the stage's key: restore it again, with that key";
  }
  return undefined;
};

const clientFor = (region: string | undefined): DynamoDBClient =>
  new DynamoDBClient({
    ...(region === undefined ? {} : { region }),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });

const describe = async (client: DynamoDBClient, TableName: string): Promise<TableDescription> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (Table === undefined) throw new UsageError(`There is no table ${TableName}.`);
  return Table;
};

const active = async (client: DynamoDBClient, tableName: string): Promise<TableDescription> => {
  for (let round = 0; round < WAIT_ROUNDS; round += 1) {
    const described = await describe(client, tableName);
    const indexes = described.GlobalSecondaryIndexes ?? [];
    if ([described.TableStatus, ...indexes.map(({ IndexStatus }) => IndexStatus ?? 'ACTIVE')].every(isActive)) {
      return described;
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new UsageError(`The table ${tableName} is not active yet: run the command again when its restore is done.`);
};

const isActive = (status: string | undefined): boolean => status === 'ACTIVE';

interface Step {
  readonly step: string;
  readonly isDone: () => Promise<boolean>;
  readonly carryOut: () => Promise<unknown>;
}

interface Adopted {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  readonly invocation: Pick<Invocation, 'commandId' | 'stage'>;
}

/** Settings of a table that a restore leaves behind. */
const settingSteps = ({ client, tableName: TableName, invocation }: Adopted): readonly Step[] => {
  const tags = { service: 'payment-link', stage: invocation.stage };
  const arn = async () => (await describe(client, TableName)).TableArn;
  return [
    {
      step: 'point-in-time recovery is on',
      isDone: async () => {
        const { ContinuousBackupsDescription: now } = await client.send(
          new DescribeContinuousBackupsCommand({ TableName }),
        );
        return now?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED';
      },
      carryOut: () =>
        client.send(
          new UpdateContinuousBackupsCommand({
            TableName,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          }),
        ),
    },
    {
      step: 'deletion protection is on',
      isDone: async () => (await describe(client, TableName)).DeletionProtectionEnabled === true,
      carryOut: () => client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true })),
    },
    {
      step: `rows expire by ${TTL_ATTRIBUTE}`,
      isDone: async () => {
        const { TimeToLiveDescription: now } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
        return now?.TimeToLiveStatus === 'ENABLED' || now?.TimeToLiveStatus === 'ENABLING';
      },
      carryOut: () =>
        client.send(
          new UpdateTimeToLiveCommand({
            TableName,
            TimeToLiveSpecification: { AttributeName: TTL_ATTRIBUTE, Enabled: true },
          }),
        ),
    },
    {
      step: 'the tags of the stage are set',
      isDone: async () => {
        const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: await arn() }));
        return Object.entries(tags).every(([Key, Value]) => Tags.some((tag) => tag.Key === Key && tag.Value === Value));
      },
      carryOut: async () =>
        client.send(
          new TagResourceCommand({
            ResourceArn: await arn(),
            Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
          }),
        ),
    },
  ];
};

/** The one change of rows. It comes before the stream, so that no consumer hears of it. */
const rowsStep = ({ client, tableName, invocation: { commandId } }: Adopted): Step => {
  const store = table(documentClientOver(client), tableName);
  let stored: StageRecord | undefined;
  return {
    step: `ids go on ${IDS_SKIPPED} further, and the stage is paused`,
    isDone: async () => {
      stored = await restoredStage(store);
      return stored !== undefined && !isRestored(stored, tableName);
    },
    carryOut: async () => {
      const atMs = Date.now();
      const result = { tableName, idsSkipped: IDS_SKIPPED };
      const told = {
        commandId,
        command: 'adopt-table',
        atMs,
        changed: ['tableName'],
        inputFingerprint: tableName,
        result,
      };
      if (!(await adoptTable(store, stored, { tableName, entry: told }))) {
        throw new UsageError('Another run adopts this table: run the command again.');
      }
    },
  };
};

const streamStep = ({ client, tableName: TableName }: Adopted): Step => ({
  step: 'the stream tells keys',
  isDone: async () => {
    const { StreamSpecification: stream } = await describe(client, TableName);
    if (stream?.StreamEnabled !== true) return false;
    if (stream.StreamViewType === 'KEYS_ONLY') return true;
    throw new UsageError(`The stream of ${TableName} tells more than keys: switch it off, and run the command again.`);
  },
  carryOut: () =>
    client.send(
      new UpdateTableCommand({
        TableName,
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      }),
    ),
});

const tableNameIn = ({ tableName, ...others }: Readonly<Record<string, unknown>>): string => {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new UsageError(`${unknown} is not a field of adopt-table.`);
  if (typeof tableName !== 'string')
    throw new UsageError('adopt-table needs tableName: the name of the restored table.');
  return tableName;
};

/**
 * Brings a restored table into a state in which a stage may use it (rule 47). Each step looks first, so it can be run again
 * at any point. It speaks to DynamoDB with the credentials of the engineer who runs it: no function has these rights, and the
 * stage's own functions do not know the table before they are deployed with its name.
 */
export const adopt = async (
  invocation: Pick<Invocation, 'commandId' | 'stage' | 'dryRun' | 'region'>,
  input: Readonly<Record<string, unknown>>,
): Promise<AdoptOutcome> => {
  const tableName = tableNameIn(input);
  if (invocation.stage === LOCAL_STAGE) throw new UsageError('The service on one machine has no restored tables.');
  const client = clientFor(invocation.region);
  try {
    const problem = problemOf(await active(client, tableName));
    if (problem !== undefined) throw new UsageError(`The table ${tableName} ${problem}.`);
    const adopted = { client, tableName, invocation };
    const steps: AdoptOutcome['steps'][number][] = [];
    for (const { step, isDone, carryOut } of [...settingSteps(adopted), rowsStep(adopted), streamStep(adopted)]) {
      const wasSo = await isDone();
      if (!wasSo && !invocation.dryRun) {
        await carryOut();
        await active(client, tableName);
      }
      steps.push({ step, outcome: wasSo ? 'was so' : invocation.dryRun ? 'would be done' : 'done' });
    }
    const { LatestStreamArn } = await describe(client, tableName);
    return {
      tableName,
      settings: { tableName, ...(LatestStreamArn === undefined ? {} : { tableStreamArn: LatestStreamArn }) },
      steps,
    };
  } finally {
    client.destroy();
  }
};
