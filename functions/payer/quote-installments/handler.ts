import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { cachedDealerOf } from '../../../shared/adapters/dynamodb/dealer/cached-dealers.ts';
import { dynamoQuoteCounters } from '../../../shared/adapters/dynamodb/limit/quote-counters.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import {
  cachedVirtualPosDirectory,
  dynamoVirtualPosDirectory,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { contract } from './contract.ts';
import { quoteInstallments } from './quote-installments.ts';

const runtime = pageRuntime(process.env);
const { store, clock, dealers, dealerCacheMs } = runtime;

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: quoteInstallments({
    paymentRequests: dynamoPaymentRequests(store),
    bins: dynamoBinDirectory(store),
    posDirectory: cachedVirtualPosDirectory({
      directory: dynamoVirtualPosDirectory(store),
      clock,
      lifeMs: dealerCacheMs,
    }),
    dealerOf: cachedDealerOf(dealers, { clock, lifeMs: dealerCacheMs }),
    quotes: dynamoQuoteCounters(store),
    clock,
  }),
});
