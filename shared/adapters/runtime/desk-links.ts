import { dynamoCardKeeping } from '../dynamodb/card/card-keeping.ts';
import { dynamoCustomerBook } from '../dynamodb/customer/customer-book.ts';
import { dynamoDealerMessaging } from '../dynamodb/dealer/dealer-messaging.ts';
import { dynamoFunnels } from '../dynamodb/funnel/funnels.ts';
import { dynamoDefinitions } from '../dynamodb/link/definitions.ts';
import { dynamoDeskLinks } from '../dynamodb/link/desk-links.ts';
import { dynamoOperatorLinks } from '../dynamodb/link/operator-links.ts';
import { dynamoMessages } from '../dynamodb/message/messages.ts';
import { dynamoOperatorRecords } from '../dynamodb/operator/operator-records.ts';
import { hmacPaymentNames } from '../dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../dynamodb/payment/payments.ts';
import { dynamoLinkRequests } from '../dynamodb/reusable-link/link-requests.ts';
import { dynamoReusableLinks } from '../dynamodb/reusable-link/reusable-links.ts';
import { dynamoDeskSales } from '../dynamodb/sale/desk-sales.ts';
import { dynamoSaleBook } from '../dynamodb/sale/sales.ts';
import type { deskRuntime } from './desk.ts';
import { readStageMessaging } from './stage-messaging.ts';
import { systemRandomness } from './system.ts';

type DeskRuntime = ReturnType<typeof deskRuntime>;

/** What the desk's pages of links, customers and sales are read from. Definitions are not cached: a change is seen at once. */
export const deskLinksRuntime = (
  variables: NodeJS.ProcessEnv,
  { store, events, stage, baseUrl, clock }: DeskRuntime,
) => {
  const paymentNames = hmacPaymentNames(stage);
  return {
    records: dynamoOperatorRecords(store),
    definitions: dynamoDefinitions(store),
    dealerMessaging: dynamoDealerMessaging(store),
    messaging: readStageMessaging(variables),
    deskLinks: dynamoDeskLinks(store),
    links: dynamoOperatorLinks(store),
    payments: dynamoPayments(store, paymentNames),
    messages: dynamoMessages(store),
    reusableLinks: dynamoReusableLinks(store, paymentNames, events),
    linkRequests: dynamoLinkRequests(store),
    funnels: dynamoFunnels(store),
    customers: dynamoCustomerBook(store, events),
    cards: dynamoCardKeeping(store, events),
    sales: dynamoSaleBook(store, events),
    deskSales: dynamoDeskSales(store),
    randomness: systemRandomness,
    clock,
    baseUrl,
  };
};
