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
import { systemRandomness as randomness } from '../../../shared/adapters/runtime/system.ts';
import { deskHandler } from '../../../shared/desk/call/desk-call.ts';
import { late } from '../../../shared/desk/call/late.ts';
import { contract } from './contract.ts';
import { showDesk } from './show-desk.ts';

const runtime = deskRuntime(process.env);
const { store, clock, stage } = runtime;

const ofStatements = { statements: dynamoStatements(store), marks: dynamoStatementMarks(store), clock };
const ofLinks = async () => {
  const { deskLinksRuntime } = await import('../../../shared/adapters/runtime/desk-links.ts');
  return deskLinksRuntime(process.env, runtime);
};

// Each page is a part of the bundle: a call reads the one that it shows.
export const handler = deskHandler(
  { ...runtime, name: contract.name },
  showDesk({
    today: late(async () => {
      const { showToday } = await import('./today.ts');
      return showToday({
        ...ofStatements,
        lists: dynamoStatementMaking(store),
        payments: dynamoPayments(store, hmacPaymentNames(stage)),
        links: dynamoDeskLinks(store),
        paymentLists: dynamoPaymentLists(store),
        deliveries: dynamoDeskDeliveries(store),
        endpoints: dynamoWebhookEndpoints(store),
        funnels: dynamoFunnels(store),
        counting: dynamoFunnelCounting(store),
      });
    }),
    payments: late(async () => {
      const [{ showPayments }, { paymentActViews }, { deskPaymentsRuntime }] = await Promise.all([
        import('./payments.ts'),
        import('./payment-acts.ts'),
        import('../../../shared/adapters/runtime/desk-payments.ts'),
      ]);
      const ofPayments = deskPaymentsRuntime(process.env, runtime);
      return showPayments(ofPayments, paymentActViews(ofPayments));
    }),
    links: late(async () => (await import('./links.ts')).showLinks(await ofLinks())),
    'reusable-links': late(async () => (await import('./reusable-links.ts')).showReusableLinks(await ofLinks())),
    statements: late(async () => {
      const { showStatements } = await import('./statements.ts');
      return showStatements({ ...ofStatements, subDealers: dynamoOperatorRecords(store) });
    }),
    customers: late(async () => (await import('./customers.ts')).showCustomers(await ofLinks())),
    sales: late(async () => (await import('./sales.ts')).showSales(await ofLinks())),
    settings: late(async () => (await import('./settings.ts')).showSettings({ randomness })),
    users: late(async () => (await import('./users.ts')).showUsers({ users: dynamoDeskUsers(store), randomness })),
    looks: late(async () =>
      (await import('./looks.ts')).showLooks({ storedLooks: dynamoDealerLooks(store), randomness }),
    ),
    activity: late(async () => (await import('./activity.ts')).showActivity({ audit: dynamoDealerAudit(store) })),
  }),
);
