import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, CfnTable, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { underlying } from './underlying.ts';

/**
 * The table of boxes: cards that wait for their payer to open a dealer's 3D payment (rules 24 and 25). No copy of it may
 * exist, so it has no recovery, no stream and no index, and it goes with its stack. TTL is a second net: the sweeper
 * deletes a box that nobody opens. Its values are sealed twice before they come here, so the key of the payments table
 * is enough at rest.
 */
export const boxesTable = (scope: Construct, encryptionKey: Key): Table => {
  const table = new Table(scope, 'Boxes', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.CUSTOMER_MANAGED,
    encryptionKey,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: false },
    removalPolicy: RemovalPolicy.DESTROY,
    timeToLiveAttribute: 'expiresAt',
  });
  underlying(table, CfnTable).overrideLogicalId('Boxes');
  Validations.of(table).acknowledge({
    id: 'AwsSolutions-DDB3',
    reason: 'Boxes hold security numbers of cards for at most 15 minutes: a recovery point would keep them for weeks.',
  });
  return table;
};
