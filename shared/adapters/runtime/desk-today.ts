import { dynamoFunnelCounting, dynamoFunnels } from '../dynamodb/funnel/funnels.ts';
import { dynamoDeskLinks } from '../dynamodb/link/desk-links.ts';
import { dynamoDeskDeliveries } from '../dynamodb/outbox/desk-deliveries.ts';
import { hmacPaymentNames } from '../dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../dynamodb/payment/payments.ts';
import { dynamoPaymentLists } from '../dynamodb/payment-list/payment-lists.ts';
import { dynamoStatementMaking } from '../dynamodb/statement/statement-making.ts';
import { dynamoWebhookEndpoints } from '../dynamodb/webhook/webhook-endpoints.ts';
import type { deskRuntime } from './desk.ts';
import { deskStatementsRuntime } from './desk-statements.ts';

/** What the first page of the desk reads. */
export const deskTodayRuntime = (runtime: ReturnType<typeof deskRuntime>) => {
  const { store, stage } = runtime;
  return {
    ...deskStatementsRuntime(runtime),
    lists: dynamoStatementMaking(store),
    payments: dynamoPayments(store, hmacPaymentNames(stage)),
    links: dynamoDeskLinks(store),
    paymentLists: dynamoPaymentLists(store),
    deliveries: dynamoDeskDeliveries(store),
    endpoints: dynamoWebhookEndpoints(store),
    funnels: dynamoFunnels(store),
    counting: dynamoFunnelCounting(store),
  };
};
