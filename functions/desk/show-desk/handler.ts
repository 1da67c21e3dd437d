import { dynamoFunnelCounting, dynamoFunnels } from '../../../shared/adapters/dynamodb/funnel/funnels.ts';
import { dynamoDeskLinks } from '../../../shared/adapters/dynamodb/link/desk-links.ts';
import { dynamoDeskDeliveries } from '../../../shared/adapters/dynamodb/outbox/desk-deliveries.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoPaymentLists } from '../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import { dynamoStatementMaking } from '../../../shared/adapters/dynamodb/statement/statement-making.ts';
import { dynamoStatementMarks } from '../../../shared/adapters/dynamodb/statement/statement-mark.ts';
import { dynamoStatements } from '../../../shared/adapters/dynamodb/statement/statements.ts';
import { dynamoWebhookEndpoints } from '../../../shared/adapters/dynamodb/webhook/webhook-endpoints.ts';
import { deskRuntime } from '../../../shared/adapters/runtime/desk.ts';
import { deskLinksRuntime } from '../../../shared/adapters/runtime/desk-links.ts';
import { deskHandler } from '../../../shared/desk/desk-call.ts';
import { contract } from './contract.ts';
import { showCustomers } from './customers.ts';
import { showLinks } from './links.ts';
import { showReusableLinks } from './reusable-links.ts';
import { showSales } from './sales.ts';
import { showDesk } from './show-desk.ts';
import { showToday } from './today.ts';

const runtime = deskRuntime(process.env);
const { store, clock, stage } = runtime;
const names = hmacPaymentNames(stage);

const today = showToday({
  statements: dynamoStatements(store),
  marks: dynamoStatementMarks(store),
  lists: dynamoStatementMaking(store),
  payments: dynamoPayments(store, names),
  links: dynamoDeskLinks(store),
  paymentLists: dynamoPaymentLists(store),
  deliveries: dynamoDeskDeliveries(store),
  endpoints: dynamoWebhookEndpoints(store),
  funnels: dynamoFunnels(store),
  counting: dynamoFunnelCounting(store),
  clock,
});

const linked = deskLinksRuntime(process.env, runtime);

export const handler = deskHandler(
  { ...runtime, name: contract.name },
  showDesk({
    today,
    links: showLinks(linked),
    'reusable-links': showReusableLinks(linked),
    customers: showCustomers(linked),
    sales: showSales(linked),
  }),
);
