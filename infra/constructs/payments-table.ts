import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  CfnTable,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
  type WarmThroughput,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { warmThroughputFor } from '../capacity/promised-rate.ts';
import { underlying } from './underlying.ts';

/** The stack's own table, or a restored one that is imported by its name. */
export type TableInUse = Table | ITable;

const warmed = (warmThroughput: WarmThroughput | undefined): { readonly warmThroughput?: WarmThroughput } =>
  warmThroughput === undefined ? {} : { warmThroughput };

/**
 * The one table. Deletion protection, point-in-time recovery, RETAIN and the fixed logical id have one aim: no
 * deployment may lose it or replace it by an empty one (rule 39). It and its indexes begin warm enough for so many payments a
 * second: a new table on demand would throttle the first minutes of a busy stage.
 */
export const paymentsTable = (scope: Construct, encryptionKey: Key, paymentsPerSecond: number): Table => {
  const warm = warmThroughputFor(paymentsPerSecond);
  const table = new Table(scope, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.CUSTOMER_MANAGED,
    encryptionKey,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    timeToLiveAttribute: 'expiresAt',
    stream: StreamViewType.KEYS_ONLY,
    ...warmed(warm.table),
  });
  // Both indexes and the stream hold keys alone: a move that changes no key of an index costs no write there.
  // Sparse: only what is listed carries listPk.
  table.addGlobalSecondaryIndex({
    indexName: 'listing',
    partitionKey: { name: 'listPk', type: AttributeType.STRING },
    sortKey: { name: 'listSk', type: AttributeType.STRING },
    projectionType: ProjectionType.KEYS_ONLY,
    ...warmed(warm.listing),
  });
  // Sparse: only rows that still wait for something have duePk.
  table.addGlobalSecondaryIndex({
    indexName: 'due',
    partitionKey: { name: 'duePk', type: AttributeType.STRING },
    sortKey: { name: 'dueSk', type: AttributeType.STRING },
    projectionType: ProjectionType.KEYS_ONLY,
    ...warmed(warm.due),
  });
  underlying(table, CfnTable).overrideLogicalId('Table');
  return table;
};
