import { deskRuntime } from '../../../shared/adapters/runtime/desk.ts';
import { late } from '../../../shared/adapters/runtime/late.ts';
import { systemRandomness as randomness } from '../../../shared/adapters/runtime/system.ts';
import { deskHandler } from '../../../shared/desk/call/desk-call.ts';
import { contract } from './contract.ts';
import { showDesk } from './show-desk.ts';

const runtime = deskRuntime(process.env);
const { store } = runtime;

const ofLinks = async () => {
  const { deskLinksRuntime } = await import('../../../shared/adapters/runtime/desk-links.ts');
  return deskLinksRuntime(process.env, runtime);
};

// Each page is a part of the bundle, with what it reads the table by: a call reads the one that it shows.
export const handler = deskHandler(
  { ...runtime, name: contract.name },
  showDesk({
    today: late(async () => {
      const [{ showToday }, { deskTodayRuntime }] = await Promise.all([
        import('./today.ts'),
        import('../../../shared/adapters/runtime/desk-today.ts'),
      ]);
      return showToday(deskTodayRuntime(runtime));
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
      const [{ showStatements }, { deskStatementsRuntime }, { dynamoOperatorRecords }] = await Promise.all([
        import('./statements.ts'),
        import('../../../shared/adapters/runtime/desk-statements.ts'),
        import('../../../shared/adapters/dynamodb/operator/operator-records.ts'),
      ]);
      return showStatements({ ...deskStatementsRuntime(runtime), subDealers: dynamoOperatorRecords(store) });
    }),
    customers: late(async () => (await import('./customers.ts')).showCustomers(await ofLinks())),
    sales: late(async () => (await import('./sales.ts')).showSales(await ofLinks())),
    settings: late(async () => (await import('./settings.ts')).showSettings({ randomness })),
    users: late(async () => {
      const [{ showUsers }, { dynamoDeskUsers }] = await Promise.all([
        import('./users.ts'),
        import('../../../shared/adapters/dynamodb/desk/desk-users.ts'),
      ]);
      return showUsers({ users: dynamoDeskUsers(store), randomness });
    }),
    looks: late(async () => {
      const [{ showLooks }, { dynamoDealerLooks }] = await Promise.all([
        import('./looks.ts'),
        import('../../../shared/adapters/dynamodb/dealer/dealer-looks.ts'),
      ]);
      return showLooks({ storedLooks: dynamoDealerLooks(store), randomness });
    }),
    activity: late(async () => {
      const [{ showActivity }, { dynamoDealerAudit }] = await Promise.all([
        import('./activity.ts'),
        import('../../../shared/adapters/dynamodb/operator/dealer-audit.ts'),
      ]);
      return showActivity({ audit: dynamoDealerAudit(store) });
    }),
  }),
);
