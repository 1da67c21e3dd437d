import type { Context } from 'aws-lambda';
import { dynamoComparisons } from '../../../shared/adapters/dynamodb/comparison/comparisons.ts';
import { dynamoDealerDirectory, dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { documentClient } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoStatementMaking } from '../../../shared/adapters/dynamodb/statement/statement-making.ts';
import { bankRuntime } from '../../../shared/adapters/runtime/bank.ts';
import { readEnvironment, readInquiryRate, readVaultKeys } from '../../../shared/adapters/runtime/environment.ts';
import { systemClock as clock } from '../../../shared/adapters/runtime/system.ts';
import { kmsClient, kmsOpener } from '../../../shared/adapters/vault/kms-vault.ts';
import { powertoolsComparisonMetrics, powertoolsLog } from '../../../shared/observability/powertools.ts';
import { compareWithBank } from './compare-with-bank.ts';

/** The sweeper may ask a gateway at the same time, and needs the answers more. */
const PART_OF_RATE = 5;

const { stage, tableName, sandbox, dealerCacheMs } = readEnvironment(process.env);
const store = table(documentClient(), tableName);
const dealers = dynamoDealers(store);
const { bank, posDirectory, posVersions } = bankRuntime(process.env, {
  store,
  dealers,
  tableName,
  clock,
  sandbox,
  dealerCacheMs,
});

const compare = compareWithBank({
  payments: dynamoPayments(store, hmacPaymentNames(stage)),
  lists: dynamoStatementMaking(store),
  comparisons: dynamoComparisons(store),
  dealers,
  dealerDirectory: dynamoDealerDirectory(store),
  bank,
  posDirectory,
  posVersions,
  opener: kmsOpener({ kms: kmsClient(), ...readVaultKeys(process.env), clock }),
  clock,
  log: powertoolsLog(),
  metrics: powertoolsComparisonMetrics({ stage }),
  inquiriesPerSecond: Math.max(1, Math.floor(readInquiryRate(process.env) / PART_OF_RATE)),
});

export const handler = (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  compare(clock.now() + context.getRemainingTimeInMillis());
