import { listedTestCards } from '../../nestpay/listed-test-cards.ts';
import { powertoolsLog, powertoolsMetrics } from '../../observability/powertools.ts';
import { cachedDealerLooks } from '../dynamodb/dealer/dealer-looks.ts';
import { documentClient } from '../dynamodb/engine/client.ts';
import { table } from '../dynamodb/engine/table.ts';
import { readBaseUrl, readEnvironment } from './environment.ts';
import { systemClock } from './system.ts';
import { tellingRuntime } from './telling.ts';

/** The parts that the handler of every payer's page is built from. */
export const pageRuntime = (variables: NodeJS.ProcessEnv) => {
  const environment = readEnvironment(variables);
  const { stage, tableName, boxesTableName, serviceName, sandbox, dealerCacheMs } = environment;
  const store = table(documentClient(), tableName, boxesTableName);
  return {
    stage,
    store,
    ...tellingRuntime({ store, clock: systemClock, dealerCacheMs }),
    looks: cachedDealerLooks({ store, clock: systemClock, lifeMs: dealerCacheMs }),
    tableName,
    boxesTableName,
    serviceName,
    sandbox,
    testCards: sandbox ? listedTestCards : undefined,
    baseUrl: readBaseUrl(variables),
    dealerCacheMs,
    edgeSecretHashes: environment.edgeSecretHashes,
    clock: systemClock,
    log: powertoolsLog(),
    metrics: powertoolsMetrics({ stage }),
  };
};
