import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { contract } from './contract.ts';
import { showLinkQr } from './show-link-qr.ts';

const { store, looks, ...runtime } = pageRuntime(process.env);

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: showLinkQr({
    paymentRequests: dynamoPaymentRequests(store),
    reusableLinks: dynamoReusableLinkReads(store),
    looks,
    clock: runtime.clock,
    baseUrl: runtime.baseUrl,
  }),
});
