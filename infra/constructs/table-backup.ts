import { Annotations, Aws, Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { AccountPrincipal, ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { StageSettings } from '../settings/stage-config.ts';
import type { TableInUse } from './payments-table.ts';
import { retainedKey } from './retained-key.ts';

/** Half past midnight in Istanbul, when few pay. */
const EVERY_NIGHT = Schedule.cron({ hour: '21', minute: '30' });

const BACKUP_POLICY = 'service-role/AWSBackupServiceRolePolicyForBackup';

const NO_BACKUP =
  'This production stage has no setting "backup": point-in-time recovery alone keeps 35 days, in the same account and region.';
const NO_COPY =
  'The setting "backup" of this production stage names no "copyTo": whoever may delete the table may delete its backups.';

/** The account of a vault's ARN. */
const accountOf = (vaultArn: string): string => vaultArn.split(':')[4] ?? '';

/**
 * Lets AWS Backup in the account of the copy use the key of the stage's vault, in both directions of a copy, and nobody else there.
 * The table's own key is not shared: with the advanced features a backup is encrypted under its vault's key alone.
 */
const shareWithBackupOf = (account: string, key: Key): void => {
  const role = `arn:${Aws.PARTITION}:iam::${account}:role/aws-service-role/backup.amazonaws.com/AWSServiceRoleForBackup`;
  const itsBackup = { ArnEquals: { 'aws:PrincipalArn': role } };
  const principals = [new AccountPrincipal(account)];
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'LetBackupOfTheCopyUseThisKey',
      principals,
      actions: ['kms:DescribeKey', 'kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*'],
      resources: ['*'],
      conditions: itsBackup,
    }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'LetBackupOfTheCopyHandItToServices',
      principals,
      actions: ['kms:CreateGrant', 'kms:ListGrants', 'kms:RevokeGrant'],
      resources: ['*'],
      conditions: { ...itsBackup, Bool: { 'kms:GrantIsForAWSResource': true } },
    }),
  );
};

/** Stages of one account have a vault each: the name that the construct would make is the same for all. */
export const backupVaultName = (stage: string): string => `payment-link-${stage}`;

/**
 * A daily backup of the table that the stage uses, into a vault of its own, and from there into a vault of another account
 * or region. The table of boxes is never part of it (rules 24 and 25).
 */
export const tableBackup = (
  stack: Stack,
  table: TableInUse,
  { name, kind, backup, keys }: Pick<StageSettings, 'name' | 'kind' | 'backup' | 'keys'>,
): void => {
  if (kind === 'production' && backup?.copyTo === undefined) {
    const warning = backup === undefined ? NO_BACKUP : NO_COPY;
    Annotations.of(stack).addWarningV2('payment-link:backup', warning);
  }
  if (backup === undefined) return;
  const ownName = backupVaultName(name);
  const key = retainedKey(stack, 'BackupKey', { description: 'Encrypts backups of the payments table', ...keys });
  const vault = new BackupVault(stack, 'BackupVault', {
    backupVaultName: ownName,
    encryptionKey: key,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  const { keepDays, copyTo } = backup;
  if (copyTo !== undefined) shareWithBackupOf(accountOf(copyTo), key);
  const deleteAfter = Duration.days(keepDays);
  const target = copyTo === undefined ? undefined : BackupVault.fromBackupVaultArn(stack, 'CopyVault', copyTo);
  const plan = new BackupPlan(stack, 'BackupPlan', { backupPlanName: ownName, backupVault: vault });
  plan.addRule(
    new BackupPlanRule({
      ruleName: 'EveryNight',
      scheduleExpression: EVERY_NIGHT,
      deleteAfter,
      ...(target === undefined ? {} : { copyActions: [{ destinationBackupVault: target, deleteAfter }] }),
    }),
  );
  const role = new Role(stack, 'BackupRole', {
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    description: 'What AWS Backup may do with the payments table',
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(BACKUP_POLICY)],
  });
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${BACKUP_POLICY}]`,
    reason: 'AWS keeps this policy in step with what its backup service does; the selection names one table alone.',
  });
  plan.addSelection('Table', {
    resources: [BackupResource.fromArn(table.tableArn)],
    role,
    disableDefaultBackupPolicy: true,
  });
};
