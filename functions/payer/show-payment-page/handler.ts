import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { cachedDealerOf } from '../../../shared/adapters/dynamodb/dealer/cached-dealers.ts';
import { dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoChargingPause } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import {
  cachedVirtualPosDirectory,
  dynamoVirtualPosDirectory,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { readStageMessaging } from '../../../shared/adapters/runtime/stage-messaging.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { contract } from './contract.ts';
import { showPaymentPage } from './show-payment-page.ts';

const { store, looks, ...runtime } = pageRuntime(process.env);
const { clock, tableName, dealerCacheMs: lifeMs } = runtime;

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: showPaymentPage({
    paymentRequests: dynamoPaymentRequests(store),
    reusableLinks: dynamoReusableLinkReads(store),
    looks,
    dealerOf: cachedDealerOf(dynamoDealers(store), { clock, lifeMs }),
    brake: dynamoChargingPause({ store, tableName, clock, lifeMs, signs: false }),
    limitUsage: dynamoLimitUsage(store),
    storedCards: dynamoStoredCards(store),
    customers: dynamoCustomers(store),
    posDirectory: cachedVirtualPosDirectory({ directory: dynamoVirtualPosDirectory(store), clock, lifeMs }),
    bins: dynamoBinDirectory(store),
    clock,
    baseUrl: runtime.baseUrl,
    sendsReceipts: readStageMessaging(process.env).email !== undefined,
  }),
});
