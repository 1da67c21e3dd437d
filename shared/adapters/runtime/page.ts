import { powertoolsLog, powertoolsMetrics } from '../../observability/powertools.ts';
import { documentClient } from '../dynamodb/engine/client.ts';
import { table } from '../dynamodb/engine/table.ts';
import { readEnvironment } from './environment.ts';
import { systemClock } from './system.ts';

/** What the handler of every payer's page is composed from. */
export const pageRuntime = (variables: NodeJS.ProcessEnv) => {
  const { stage, tableName, serviceName, sandbox, baseUrl, dealerCacheMs } = readEnvironment(variables);
  return {
    stage,
    store: table(documentClient(), tableName),
    tableName,
    serviceName,
    sandbox,
    baseUrl,
    dealerCacheMs,
    clock: systemClock,
    log: powertoolsLog(),
    metrics: powertoolsMetrics({ stage }),
  };
};
