import { dynamoDealerLooks } from '../../../shared/adapters/dynamodb/dealer/dealer-looks.ts';
import { dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { dynamoFunnelCounting, dynamoFunnels } from '../../../shared/adapters/dynamodb/funnel/funnels.ts';
import { dynamoDeskLinks } from '../../../shared/adapters/dynamodb/link/desk-links.ts';
import { dynamoDealerAudit } from '../../../shared/adapters/dynamodb/operator/dealer-audit.ts';
import { dynamoOperatorRecords } from '../../../shared/adapters/dynamodb/operator/operator-records.ts';
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
import { deskPaymentsRuntime } from '../../../shared/adapters/runtime/desk-payments.ts';
import { systemRandomness as randomness } from '../../../shared/adapters/runtime/system.ts';
import { deskHandler } from '../../../shared/desk/call/desk-call.ts';
import { showActivity } from './activity.ts';
import { contract } from './contract.ts';
import { showCustomers } from './customers.ts';
import { showLinks } from './links.ts';
import { showLooks } from './looks.ts';
import { paymentActViews } from './payment-acts.ts';
import { showPayments } from './payments.ts';
import { showReusableLinks } from './reusable-links.ts';
import { showSales } from './sales.ts';
import { showSettings } from './settings.ts';
import { showDesk } from './show-desk.ts';
import { showStatements } from './statements.ts';
import { showToday } from './today.ts';
import { showUsers } from './users.ts';

const runtime = deskRuntime(process.env);
const { store, clock, stage } = runtime;
const names = hmacPaymentNames(stage);

const ofStatements = { statements: dynamoStatements(store), marks: dynamoStatementMarks(store), clock };

const today = showToday({
  ...ofStatements,
  lists: dynamoStatementMaking(store),
  payments: dynamoPayments(store, names),
  links: dynamoDeskLinks(store),
  paymentLists: dynamoPaymentLists(store),
  deliveries: dynamoDeskDeliveries(store),
  endpoints: dynamoWebhookEndpoints(store),
  funnels: dynamoFunnels(store),
  counting: dynamoFunnelCounting(store),
});

const account = {
  settings: showSettings({ randomness }),
  users: showUsers({ users: dynamoDeskUsers(store), randomness }),
  looks: showLooks({ storedLooks: dynamoDealerLooks(store), randomness }),
  activity: showActivity({ audit: dynamoDealerAudit(store) }),
};

const statements = showStatements({ ...ofStatements, subDealers: dynamoOperatorRecords(store) });
const ofPayments = deskPaymentsRuntime(process.env, runtime);
const payments = showPayments(ofPayments, paymentActViews(ofPayments));

const linked = deskLinksRuntime(process.env, runtime);

export const handler = deskHandler(
  { ...runtime, name: contract.name },
  showDesk({
    today,
    payments,
    links: showLinks(linked),
    'reusable-links': showReusableLinks(linked),
    statements,
    customers: showCustomers(linked),
    sales: showSales(linked),
    ...account,
  }),
);
