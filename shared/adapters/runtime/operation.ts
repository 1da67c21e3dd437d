import type { AnswerMetrics, Log } from '../../observability/log.ts';
import { powertoolsLog, powertoolsMetrics } from '../../observability/powertools.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Dealers } from '../../ports/dealers.ts';
import { cachedAccounts } from '../accounts/cached-accounts.ts';
import { documentClient } from '../dynamodb/engine/client.ts';
import { type Table, table } from '../dynamodb/engine/table.ts';
import type { EventWriter } from '../dynamodb/outbox/event-writer.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { systemClock } from './system.ts';
import { tellingRuntime } from './telling.ts';

/** The parts that the handler of every dealer operation is built from. */
export interface OperationRuntime {
  readonly environment: Environment;
  readonly store: Table;
  readonly dealers: Dealers;
  readonly events: EventWriter;
  readonly accounts: Accounts;
  readonly edgeSecretHashes: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: AnswerMetrics;
}

/** Builds the runtime of a dealer operation, once for the life of its instance. */
export const operationRuntime = (variables: NodeJS.ProcessEnv): OperationRuntime => {
  const environment = readEnvironment(variables);
  const store = table(documentClient(), environment.tableName, environment.boxesTableName);
  const { dealerCacheMs: lifeMs, edgeSecretHashes } = environment;
  const { dealers, events } = tellingRuntime({ store, clock: systemClock, dealerCacheMs: lifeMs });
  const accounts = cachedAccounts({ dealers, clock: systemClock, lifeMs });
  const metrics = powertoolsMetrics(environment);
  const parts = { environment, store, dealers, events, accounts, edgeSecretHashes };
  return { ...parts, clock: systemClock, log: powertoolsLog(), metrics };
};
