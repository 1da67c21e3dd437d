import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { stageSettings } from '../../infra/settings/stage-config.ts';
import { appOf, contextOf, settingsOf, templatesOf } from './stage-templates.ts';

const COPY_TO = 'arn:aws:backup:eu-west-1:111111111111:backup-vault:payments';
const production = settingsOf('production');
const backedUp = { ...production, backup: { keepDays: 90, copyTo: COPY_TO } };

const warningsOf = (settings: typeof production) =>
  Annotations.fromStack(appOf(settings).data)
    .findWarning('*', Match.anyValue())
    .flatMap(({ entry }) => (typeof entry.data === 'string' ? [entry.data] : []));

describe('The setting backup of a stage', () => {
  test('is absent by default, and production alone is warned of that', () => {
    expect(templatesOf(production).resources('AWS::Backup::BackupPlan')).toEqual([]);
    expect(warningsOf(production)).toEqual([expect.stringContaining('no setting "backup"')]);
    expect(warningsOf({ ...production, backup: { keepDays: 90 } })).toEqual([expect.stringContaining('"copyTo"')]);
    expect(warningsOf(backedUp)).toEqual([]);
    expect(warningsOf(settingsOf('sandbox'))).toEqual([]);
  });

  test('backs the payments table up every night, and copies each backup to the vault that it names', () => {
    const { data } = templatesOf(backedUp);
    const kept = { DeleteAfterDays: 90 };
    data.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanRule: [
          Match.objectLike({
            ScheduleExpression: 'cron(30 21 * * ? *)',
            Lifecycle: kept,
            CopyActions: [{ DestinationBackupVaultArn: COPY_TO, Lifecycle: kept }],
          }),
        ],
      },
    });
    data.hasResource('AWS::Backup::BackupVault', { DeletionPolicy: 'Retain' });
  });

  test('has a vault and a plan of its own in an account with other stages', () => {
    for (const settings of [production, settingsOf('sandbox')]) {
      const { data } = templatesOf({ ...settings, backup: backedUp.backup });
      const ownName = `payment-link-${settings.name}`;
      data.hasResourceProperties('AWS::Backup::BackupVault', { BackupVaultName: ownName });
      data.hasResourceProperties('AWS::Backup::BackupPlan', { BackupPlan: { BackupPlanName: ownName } });
    }
  });

  test('lets AWS Backup of the copy’s account use the key of the vault, and nobody else of that account', () => {
    const statementsOf = (settings: typeof production, id: string) =>
      templatesOf(settings)
        .resources('AWS::KMS::Key')
        .filter(({ logicalId }) => logicalId === id)
        .flatMap(({ properties }) => (properties.KeyPolicy as { readonly Statement: readonly object[] }).Statement);
    const [, ...shared] = statementsOf(backedUp, 'BackupKey');
    expect(shared).toHaveLength(2);
    for (const statement of shared) {
      expect(statement).toMatchObject({
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::111111111111:root' },
        Condition: {
          ArnEquals: {
            'aws:PrincipalArn':
              'arn:aws:iam::111111111111:role/aws-service-role/backup.amazonaws.com/AWSServiceRoleForBackup',
          },
        },
      });
    }
    expect(shared[1]).toMatchObject({
      Action: ['kms:CreateGrant', 'kms:ListGrants', 'kms:RevokeGrant'],
      Condition: { Bool: { 'kms:GrantIsForAWSResource': true } },
    });
    // The root statement of its own account alone.
    expect(statementsOf({ ...production, backup: { keepDays: 90 } }, 'BackupKey')).toHaveLength(1);
    expect(statementsOf(backedUp, 'TableKey')).toHaveLength(1);
  });

  test('names that table alone: boxes are never backed up (rules 24 and 25)', () => {
    const selected = (settings: typeof production) =>
      Object.values(templatesOf(settings).data.findResources('AWS::Backup::BackupSelection')).map(
        ({ Properties }) => Properties.BackupSelection.Resources,
      );
    expect(selected(backedUp)).toEqual([[{ 'Fn::GetAtt': ['Table', 'Arn'] }]]);
    const tableStreamArn = 'arn:aws:dynamodb:eu-central-1:000000000000:table/restored/stream/2026-11-23T04:00:00.000';
    const [resources] = selected({ ...backedUp, tableName: 'restored', tableStreamArn });
    expect(resources).toEqual([{ 'Fn::Join': ['', expect.arrayContaining([':table/restored'])] }]);
  });
});

describe('The alarms on backups', () => {
  const alarmsOf = (settings: typeof production) =>
    templatesOf(settings)
      .resources('AWS::CloudWatch::Alarm')
      .filter(({ logicalId }) => logicalId.startsWith('Backup'));

  test('are there where the stage has backups, and nowhere else', () => {
    expect(alarmsOf(production)).toEqual([]);
    expect(alarmsOf({ ...production, backup: { keepDays: 90 } })).toHaveLength(2);
  });

  test('ring for every job of the stage’s vault that leaves no backup, and for its copies', () => {
    const failed = JSON.stringify(alarmsOf(backedUp).find(({ logicalId }) => logicalId.startsWith('BackupFailed')));
    for (const [name, vault] of [
      ['NumberOfBackupJobsFailed', 'payment-link-production'],
      ['NumberOfBackupJobsAborted', 'payment-link-production'],
      ['NumberOfBackupJobsExpired', 'payment-link-production'],
      ['NumberOfCopyJobsFailed', 'payment-link-production'],
      ['NumberOfCopyJobsFailed', 'payments'],
    ]) {
      const dimensions = `"Dimensions":[{"Name":"BackupVaultName","Value":"${vault}"}]`;
      expect(failed).toContain(`{${dimensions},"MetricName":"${name}","Namespace":"AWS/Backup"}`);
    }
  });

  test('ring where a night and half a day pass without a completed backup', () => {
    const missing = alarmsOf(backedUp).find(({ logicalId }) => logicalId.startsWith('BackupMissing'));
    expect(missing?.properties).toMatchObject({
      MetricName: 'NumberOfBackupJobsCompleted',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      TreatMissingData: 'breaching',
    });
    const { Period = 0, EvaluationPeriods = 0 } = missing?.properties ?? {};
    expect((Number(Period) * Number(EvaluationPeriods)) / 3600).toBe(35);
  });
});

describe('The setting keys.multiRegion of a stage', () => {
  const withKeys = (multiRegion: boolean | undefined, deployed: Record<string, { multiRegionKeys: boolean }>) => {
    const { stages } = contextOf('production') as { stages: Record<string, object> };
    const keys = multiRegion === undefined ? {} : { keys: { multiRegion } };
    return stageSettings({ stage: 'production', stages: { production: { ...stages.production, ...keys } } }, deployed);
  };

  test('makes every key one of several regions, and is off by default', () => {
    const keysOf = (settings: typeof production) =>
      templatesOf(settings)
        .resources('AWS::KMS::Key')
        .map(({ properties }) => properties.MultiRegion);
    expect(keysOf(production)).toEqual([undefined, undefined, undefined]);
    expect(keysOf({ ...production, keys: { multiRegion: true } })).toEqual([true, true, true]);
  });

  test('cannot be changed once the record says that the stage is deployed', () => {
    expect(withKeys(true, {}).keys).toEqual({ multiRegion: true });
    expect(withKeys(undefined, { production: { multiRegionKeys: false } }).keys).toEqual({ multiRegion: false });
    expect(() => withKeys(true, { production: { multiRegionKeys: false } })).toThrow(/without multi-region keys/);
    expect(() => withKeys(undefined, { production: { multiRegionKeys: true } })).toThrow(/with multi-region keys/);
  });
});
