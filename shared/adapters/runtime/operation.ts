import type { AnswerMetrics, Log } from '../../observability/log.ts';
import { powertoolsLog, powertoolsMetrics } from '../../observability/powertools.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import { cachedAccounts } from '../accounts/cached-accounts.ts';
import { dynamoDealers } from '../dynamodb/dealer/dealers.ts';
import { documentClient } from '../dynamodb/engine/client.ts';
import { type Table, table } from '../dynamodb/engine/table.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { systemClock } from './system.ts';

/** The parts that the handler of every dealer operation is built from. */
export interface OperationRuntime {
  readonly environment: Environment;
  readonly store: Table;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: AnswerMetrics;
}

/** Builds the runtime of a dealer operation, once for the life of its instance. */
export const operationRuntime = (variables: NodeJS.ProcessEnv): OperationRuntime => {
  const environment = readEnvironment(variables);
  const store = table(documentClient(), environment.tableName, environment.boxesTableName);
  const accounts = cachedAccounts({
    dealers: dynamoDealers(store),
    clock: systemClock,
    lifeMs: environment.dealerCacheMs,
  });
  const metrics = powertoolsMetrics(environment);
  return { environment, store, accounts, clock: systemClock, log: powertoolsLog(), metrics };
};
