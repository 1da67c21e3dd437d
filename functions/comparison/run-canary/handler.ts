import type { Context } from 'aws-lambda';
import { dynamoServiceAccounts } from '../../../shared/adapters/dynamodb/dealer/service-accounts.ts';
import { documentClient } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { fetchedSite } from '../../../shared/adapters/public-site/fetched-site.ts';
import { readBaseUrl, readEnvironment, readVaultKeys } from '../../../shared/adapters/runtime/environment.ts';
import { systemClock as clock, systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { kmsClient, kmsOpener } from '../../../shared/adapters/vault/kms-vault.ts';
import { powertoolsCanaryMetrics, powertoolsLog } from '../../../shared/observability/powertools.ts';
import { runCanary } from './run-canary.ts';

const { stage, tableName, sandbox } = readEnvironment(process.env);
const baseUrl = readBaseUrl(process.env);

const run = runCanary({
  accounts: dynamoServiceAccounts(table(documentClient(), tableName)),
  opener: kmsOpener({ kms: kmsClient(), ...readVaultKeys(process.env), clock }),
  site: fetchedSite({ baseUrl }),
  clock,
  randomness: systemRandomness,
  baseUrl,
  sandbox,
  log: powertoolsLog(),
  metrics: powertoolsCanaryMetrics({ stage }),
});

export const handler = (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  run(clock.now() + context.getRemainingTimeInMillis());
