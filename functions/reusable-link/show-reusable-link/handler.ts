import { dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoChargingPause } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { boundedCache } from '../../../shared/adapters/dynamodb/engine/bounded-cache.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { contract } from './contract.ts';
import { showReusableLink } from './show-reusable-link.ts';

const { store, looks, ...runtime } = pageRuntime(process.env);
const { clock, tableName, dealerCacheMs: lifeMs } = runtime;
const dealers = dynamoDealers(store);

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: showReusableLink({
    reusableLinks: dynamoReusableLinkReads(store),
    paymentRequests: dynamoPaymentRequests(store),
    looks,
    dealerOf: boundedCache({
      read: async (dealerCode: string) => (await dealers.load(dealerCode))?.dealer,
      keeps: (dealer) => dealer !== undefined,
      clock,
      lifeMs,
    }),
    brake: dynamoChargingPause({ store, tableName, clock, lifeMs, signs: false }),
    clock,
    baseUrl: runtime.baseUrl,
  }),
});
