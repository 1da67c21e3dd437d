import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, CfnTable, StreamViewType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { underlying } from './underlying.ts';

/**
 * The one table. Deletion protection, point-in-time recovery, RETAIN and the fixed logical id all say the same: no
 * deployment may lose it or replace it by an empty one.
 */
export const paymentsTable = (scope: Construct, encryptionKey: Key): Table => {
  const table = new Table(scope, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.CUSTOMER_MANAGED,
    encryptionKey,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
    timeToLiveAttribute: 'expiresAt',
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
  });
  table.addGlobalSecondaryIndex({
    indexName: 'byDealerDay',
    partitionKey: { name: 'listPk', type: AttributeType.STRING },
    sortKey: { name: 'listSk', type: AttributeType.STRING },
  });
  // Sparse: only rows that still await something carry duePk.
  table.addGlobalSecondaryIndex({
    indexName: 'due',
    partitionKey: { name: 'duePk', type: AttributeType.STRING },
    sortKey: { name: 'dueSk', type: AttributeType.STRING },
  });
  underlying(table, CfnTable).overrideLogicalId('Table');
  return table;
};
