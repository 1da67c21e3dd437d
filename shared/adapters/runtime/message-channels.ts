import { dynamoCustomers } from '../dynamodb/customer/customers.ts';
import { dynamoDealerMessaging } from '../dynamodb/dealer/dealer-messaging.ts';
import type { Table } from '../dynamodb/engine/table.ts';
import { dynamoDefinitions } from '../dynamodb/link/definitions.ts';
import { dynamoPaymentRequests } from '../dynamodb/link/payment-requests.ts';
import { readStageMessaging } from './stage-messaging.ts';

/** What decides which channels a link is sent on, and who gets receipts. */
export const messageChannelsRuntime = (variables: NodeJS.ProcessEnv, store: Table) => ({
  dealerMessaging: dynamoDealerMessaging(store),
  links: dynamoPaymentRequests(store),
  definitions: dynamoDefinitions(store),
  customers: dynamoCustomers(store),
  stage: readStageMessaging(variables),
});
