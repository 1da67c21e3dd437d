import type { Context } from 'aws-lambda';
import { dynamoAttempts } from '../../shared/adapters/dynamodb/attempts.ts';
import { documentClient } from '../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { bankRuntime } from '../../shared/adapters/runtime/bank.ts';
import { cardStoringRuntime } from '../../shared/adapters/runtime/card-storing.ts';
import { readEnvironment, readInquiryRate, readVaultKeys } from '../../shared/adapters/runtime/environment.ts';
import { systemClock as clock, systemRandomness } from '../../shared/adapters/runtime/system.ts';
import { kmsClient, kmsOpener } from '../../shared/adapters/vault/kms-vault.ts';
import { powertoolsLog, powertoolsReconcileMetrics } from '../../shared/observability/powertools.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const { stage, tableName, sandbox, dealerCacheMs } = readEnvironment(process.env);
const store = table(documentClient(), tableName);
const log = powertoolsLog();

const { bank, posVersions } = bankRuntime(process.env, { store, tableName, clock, sandbox, dealerCacheMs });

const reconcile = reconcilePayments({
  attempts: dynamoAttempts(store),
  bank,
  posVersions,
  opener: kmsOpener({ kms: kmsClient(), ...readVaultKeys(process.env), clock }),
  cardStoring: cardStoringRuntime(process.env, { store, clock, log, stage }),
  randomness: systemRandomness,
  clock,
  log,
  metrics: powertoolsReconcileMetrics({ stage }),
  inquiriesPerSecond: readInquiryRate(process.env),
});

export const handler = (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  reconcile({ deadlineMs: clock.now() + context.getRemainingTimeInMillis() });
