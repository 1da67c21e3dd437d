import { dynamoLinkClosing } from '../../shared/adapters/dynamodb/payment/link-closing.ts';
import { dynamoPaymentRequests } from '../../shared/adapters/dynamodb/payment/payment-requests.ts';
import { dynamoQuoteCounters } from '../../shared/adapters/dynamodb/quote-counters.ts';
import { cardTakingRuntime } from '../../shared/adapters/runtime/charging.ts';
import { pageRuntime } from '../../shared/adapters/runtime/page.ts';
import { pageHandler } from '../../shared/http/page-handler.ts';
import { answerPayer } from './answer-payer.ts';
import { contract } from './contract.ts';
import { withQuoteLimits } from './limit-quotes.ts';
import { startPayment } from './start-payment.ts';

const runtime = pageRuntime(process.env);
const { store, looks, clock, baseUrl } = runtime;

const payment = startPayment({
  ...cardTakingRuntime(process.env, runtime),
  paymentRequests: dynamoPaymentRequests(store),
  links: dynamoLinkClosing(store),
  baseUrl,
});
const start = withQuoteLimits(payment, { quotes: dynamoQuoteCounters(store), clock });

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: answerPayer({ start, looks, clock, baseUrl }),
});
