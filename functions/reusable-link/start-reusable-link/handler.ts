import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { cachedDealerOf } from '../../../shared/adapters/dynamodb/dealer/cached-dealers.ts';
import { dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoChargingPause } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { dynamoLinkRequestCounters } from '../../../shared/adapters/dynamodb/limit/link-request-counters.ts';
import { cachedDefinitions, dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { readLinkRequestsPerMinute } from '../../../shared/adapters/runtime/environment.ts';
import { linkMakingRuntime } from '../../../shared/adapters/runtime/link-making.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { powertoolsLinkLoadMetrics } from '../../../shared/observability/powertools.ts';
import { contract } from './contract.ts';
import { startReusableLink } from './start-reusable-link.ts';

const runtime = pageRuntime(process.env);
const { store, stage, looks, clock, tableName, dealerCacheMs: lifeMs, log } = runtime;
const SHARD_NUMBERS = 1_000_000;

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: startReusableLink({
    ...linkMakingRuntime(process.env, { ...runtime, environment: runtime }),
    definitions: cachedDefinitions({ definitions: dynamoDefinitions(store), clock, lifeMs }),
    customers: dynamoCustomers(store),
    subDealers: dynamoSubDealers(store),
    reusableLinks: dynamoReusableLinkReads(store),
    counters: dynamoLinkRequestCounters(store, {
      requestsPerMinute: readLinkRequestsPerMinute(process.env),
      pick: () => Math.floor(Math.random() * SHARD_NUMBERS),
    }),
    dealerOf: cachedDealerOf(dynamoDealers(store), { clock, lifeMs }),
    brake: dynamoChargingPause({ store, tableName, clock, lifeMs, signs: false }),
    looks,
    log,
    load: powertoolsLinkLoadMetrics({ stage }),
  }),
});
