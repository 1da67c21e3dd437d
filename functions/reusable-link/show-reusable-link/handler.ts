import { cachedDealerOf } from '../../../shared/adapters/dynamodb/dealer/cached-dealers.ts';
import { dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoChargingPause } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { contract } from './contract.ts';
import { showReusableLink } from './show-reusable-link.ts';

const { store, looks, ...runtime } = pageRuntime(process.env);
const { clock, tableName, dealerCacheMs: lifeMs } = runtime;

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: showReusableLink({
    reusableLinks: dynamoReusableLinkReads(store),
    paymentRequests: dynamoPaymentRequests(store),
    looks,
    dealerOf: cachedDealerOf(dynamoDealers(store), { clock, lifeMs }),
    brake: dynamoChargingPause({ store, tableName, clock, lifeMs, signs: false }),
    clock,
    baseUrl: runtime.baseUrl,
  }),
});
