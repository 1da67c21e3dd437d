import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoQuoteCounters } from '../../../shared/adapters/dynamodb/limit/quote-counters.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { cardTakingRuntime } from '../../../shared/adapters/runtime/charging.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { offeredCards } from '../../../shared/payment-flow/offered-cards.ts';
import { answerPayer } from './answer-payer.ts';
import { contract } from './contract.ts';
import { withQuoteLimits } from './limit-quotes.ts';
import { startPayment } from './start-payment.ts';

const runtime = pageRuntime(process.env);
const { store, events, looks, clock, baseUrl } = runtime;

const charging = cardTakingRuntime(process.env, runtime);
const offering = {
  storedCards: dynamoStoredCards(store),
  customers: dynamoCustomers(store),
  posDirectory: charging.posDirectory,
  bins: charging.bins,
};

const payment = startPayment({
  ...charging,
  paymentRequests: dynamoPaymentRequests(store),
  links: dynamoLinkClosing(store, events),
  baseUrl,
});
const start = withQuoteLimits(payment, { quotes: dynamoQuoteCounters(store), clock });

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: answerPayer({
    start,
    offered: async (link) => offeredCards(link, await charging.dealerOf(link.dealerCode), offering),
    looks,
    clock,
    baseUrl,
  }),
});
