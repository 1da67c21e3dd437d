import type { Context } from 'aws-lambda';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoStageRecovery, heldInRecovery } from '../../../shared/adapters/dynamodb/dealer/stage-recovery.ts';
import { documentClient } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoDueQueue } from '../../../shared/adapters/dynamodb/payment/due-queue.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import { dynamoDueBoxes } from '../../../shared/adapters/dynamodb/three-d-payment/shop-payments.ts';
import { dynamoVirtualPosVersions } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { asynchronousInvoker } from '../../../shared/adapters/lambda/asynchronous-invoker.ts';
import { cardStoringRuntime } from '../../../shared/adapters/runtime/card-storing.ts';
import { endedDaysRuntime } from '../../../shared/adapters/runtime/ended-days.ts';
import {
  readEnvironment,
  readInquiryRate,
  readOwnFunction,
  readVaultKeys,
} from '../../../shared/adapters/runtime/environment.ts';
import { lateBank } from '../../../shared/adapters/runtime/late-bank.ts';
import { systemClock as clock, systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { tellingRuntime } from '../../../shared/adapters/runtime/telling.ts';
import { kmsClient, kmsOpener } from '../../../shared/adapters/vault/kms-vault.ts';
import { errorNameOf } from '../../../shared/observability/log.ts';
import { powertoolsLog, powertoolsReconcileMetrics } from '../../../shared/observability/powertools.ts';
import { turnOf } from './read-turn.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { sweepBoxes } from './sweep-boxes.ts';

const { stage, tableName, boxesTableName, sandbox, dealerCacheMs } = readEnvironment(process.env);
const store = table(documentClient(), tableName, boxesTableName);
const log = powertoolsLog();

const { dealers, events } = tellingRuntime({ store, clock, dealerCacheMs });
const posVersions = dynamoVirtualPosVersions(store, clock);
// Most runs find nothing that is due, and ask no bank.
const bank = lateBank(async () => {
  const { bankRuntime } = await import('../../../shared/adapters/runtime/bank.ts');
  return bankRuntime(process.env, { store, dealers, tableName, clock, sandbox, dealerCacheMs }).bank;
});

const startFunction = asynchronousInvoker(readOwnFunction(process.env));

const reconcile = reconcilePayments({
  payments: dynamoPayments(store, hmacPaymentNames(stage), { cards: true }),
  attempts: dynamoAttempts(store, events),
  steps: dynamoSteps(store, events),
  queue: heldInRecovery(dynamoDueQueue(store), dynamoStageRecovery({ store, tableName, clock })),
  identifiers: blockIdentifiers(store),
  bank,
  posVersions,
  ...endedDaysRuntime(process.env, { store, posVersions }),
  opener: kmsOpener({ kms: kmsClient(), ...readVaultKeys(process.env), clock }),
  cardStoring: cardStoringRuntime(process.env, { store, clock, log, stage }),
  randomness: systemRandomness,
  clock,
  log,
  metrics: powertoolsReconcileMetrics({ stage }),
  // A second start does no harm: each row is leased by a condition.
  runs: { start: (turn) => startFunction({ turn }) },
  inquiriesPerSecond: readInquiryRate(process.env),
});

const sweep = sweepBoxes({ dueBoxes: dynamoDueBoxes(store, events), randomness: systemRandomness, clock, log });

export const handler = async (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) => {
  const deadlineMs = clock.now() + context.getRemainingTimeInMillis();
  const turn = turnOf(event, clock.now());
  if (turn.handOns > 0) return reconcile({ deadlineMs, turn });
  // Charges do not wait for boxes: a failure here is logged, and the next run sweeps again.
  const swept = sweep().catch((error: unknown) => log.error('boxes not swept', { errorName: errorNameOf(error) }));
  const [report] = await Promise.all([reconcile({ deadlineMs, turn }), swept]);
  return report;
};
