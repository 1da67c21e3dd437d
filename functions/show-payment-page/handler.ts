import { dynamoAttempts } from '../../shared/adapters/dynamodb/attempts.ts';
import { dynamoPaymentRequests } from '../../shared/adapters/dynamodb/payment-requests.ts';
import { pageRuntime } from '../../shared/adapters/runtime/page.ts';
import { pageHandler } from '../../shared/http/page-handler.ts';
import { contract } from './contract.ts';
import { showPaymentPage } from './show-payment-page.ts';

const { store, ...runtime } = pageRuntime(process.env);

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: showPaymentPage({
    paymentRequests: dynamoPaymentRequests(store),
    attempts: dynamoAttempts(store),
    clock: runtime.clock,
    baseUrl: runtime.baseUrl,
  }),
});
