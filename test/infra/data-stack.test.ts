import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { settingsOf, templatesOf } from './stage-templates.ts';

const index = (name: string, hash: string, range: string) => ({
  IndexName: name,
  KeySchema: [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'KEYS_ONLY' },
});

describe.each(['production', 'sandbox', 'local'])('What must survive in %s (rule 39)', (stage) => {
  const { data } = templatesOf(settingsOf(stage));

  test('the tables and the three keys keep their logical ids', () => {
    expect(Object.keys(data.findResources('AWS::DynamoDB::Table')).toSorted()).toEqual(['Boxes', 'Table']);
    expect(Object.keys(data.findResources('AWS::KMS::Key')).toSorted()).toEqual([
      'CardHashKey',
      'TableKey',
      'VaultKey',
    ]);
  });

  test('the table and the keys are retained when the stack, or the resource in it, goes', () => {
    // Only a creation that failed takes along what it made: nothing was stored there yet.
    const retained = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' };
    expect(data.findResources('AWS::DynamoDB::Table').Table).toMatchObject(retained);
    data.allResources('AWS::KMS::Key', retained);
  });

  test('keys that encrypt rotate, and the deletion of each key takes 30 days', () => {
    data.allResourcesProperties('AWS::KMS::Key', { PendingWindowInDays: 30 });
    for (const logicalId of ['TableKey', 'VaultKey']) {
      expect(data.findResources('AWS::KMS::Key')[logicalId]?.Properties).toMatchObject({ EnableKeyRotation: true });
    }
  });

  test('the key of card hashes makes keyed hashes only, and is never replaced by rotation (rule 26)', () => {
    const { Properties } = data.findResources('AWS::KMS::Key').CardHashKey ?? {};
    expect(Properties).toMatchObject({ KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' });
    expect(Properties).not.toHaveProperty('EnableKeyRotation');
  });

  test('the table is protected from deletion and recoverable to a point in time', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });

  test('the table is encrypted under its customer-managed key', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: { 'Fn::GetAtt': ['TableKey', 'Arn'] } },
    });
  });

  test('the table is on demand, with string keys, TTL on expiresAt and a stream of keys alone', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
    });
  });

  test('the indexes are listing and due, with keys alone', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      GlobalSecondaryIndexes: [index('listing', 'listPk', 'listSk'), index('due', 'duePk', 'dueSk')],
      AttributeDefinitions: Match.arrayWith(
        ['pk', 'sk', 'listPk', 'listSk', 'duePk', 'dueSk'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
      ),
    });
  });

  test('the physical names are left to CloudFormation, so that a restore can stand beside the original', () => {
    data.allResourcesProperties('AWS::DynamoDB::Table', { TableName: Match.absent() });
  });
});

describe.each(['production', 'sandbox', 'local'])('The table of boxes in %s (rules 24 and 25)', (stage) => {
  const templates = templatesOf(settingsOf(stage));
  const { data } = templates;
  const boxes = data.findResources('AWS::DynamoDB::Table').Boxes;

  test('has no copy: no recovery, no stream, no index, and no backup plan in any stack', () => {
    expect(boxes?.Properties).toMatchObject({
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
    });
    expect(Object.keys(boxes?.Properties ?? {}).toSorted()).toEqual([
      'AttributeDefinitions',
      'BillingMode',
      'KeySchema',
      'PointInTimeRecoverySpecification',
      'SSESpecification',
      'Tags',
      'TimeToLiveSpecification',
    ]);
    expect(templates.resources('AWS::Backup::BackupPlan')).toEqual([]);
  });

  test('goes with its stack, so that no card outlives the stage', () => {
    expect(boxes).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' });
  });

  test('has one box under a payment’s name, encrypted at rest, and TTL as a second net', () => {
    expect(boxes?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: { 'Fn::GetAtt': ['TableKey', 'Arn'] } },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
  });
});
