import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { backupVaultName } from '../constructs/table-backup.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import type { AlarmSpec } from './alarm-specs.ts';

/** AWS Backup writes its metrics every five minutes. */
const FAILURE_PERIOD = Duration.hours(1);
/** A night's backup may begin eight hours late, and five of these are longer than a day and that. */
const SILENCE_PERIOD = Duration.hours(7);
const SILENT_PERIODS = 5;

/** Ends of a job that leave no backup. */
const FAILED_JOBS = ['NumberOfBackupJobsFailed', 'NumberOfBackupJobsAborted', 'NumberOfBackupJobsExpired'];
const FAILED_COPIES = 'NumberOfCopyJobsFailed';

/** Alarms on the nightly backup of the table and its copy, where the stage has the setting `backup`. */
export const backupAlarms = ({ name, backup }: Pick<StageSettings, 'name' | 'backup'>): AlarmSpec[] => {
  if (backup === undefined) return [];
  const metric = (metricName: string, period: Duration, vault = backupVaultName(name)): IMetric =>
    new Metric({
      namespace: 'AWS/Backup',
      metricName,
      dimensionsMap: { BackupVaultName: vault },
      statistic: 'Sum',
      period,
    });
  // AWS does not say which of the two vaults a failed copy is counted at.
  const copyVault = backup.copyTo?.split(':').at(-1);
  const failed = [
    ...FAILED_JOBS.map((metricName) => metric(metricName, FAILURE_PERIOD)),
    metric(FAILED_COPIES, FAILURE_PERIOD),
    ...(copyVault === undefined ? [] : [metric(FAILED_COPIES, FAILURE_PERIOD, copyVault)]),
  ];
  const counted = failed.map((one, index): [string, IMetric] => [`failed${index}`, one]);
  return [
    {
      id: 'BackupFailed',
      description: 'A backup of the payments table, or its copy, failed: nothing newer can be restored from it',
      metric: new MathExpression({
        expression: counted.map(([id]) => `FILL(${id}, 0)`).join(' + '),
        usingMetrics: Object.fromEntries(counted),
        period: FAILURE_PERIOD,
      }),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'BackupMissing',
      description: 'No backup of the payments table was completed for a day and a half',
      metric: metric('NumberOfBackupJobsCompleted', SILENCE_PERIOD),
      threshold: 1,
      periods: SILENT_PERIODS,
      heartbeat: true,
    },
  ];
};
