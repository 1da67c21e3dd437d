import { actAtDesk } from '../../../functions/desk/act-at-desk/act-at-desk.ts';
import { contract as actContract } from '../../../functions/desk/act-at-desk/contract.ts';
import { actOnLinks } from '../../../functions/desk/act-at-desk/links.ts';
import { actOnPayments } from '../../../functions/desk/act-at-desk/payments.ts';
import { actOnReusableLinks } from '../../../functions/desk/act-at-desk/reusable-links.ts';
import { actOnSales } from '../../../functions/desk/act-at-desk/sales.ts';
import { changeDeskAccount } from '../../../functions/desk/change-desk-account/change-desk-account.ts';
import { contract as accountContract } from '../../../functions/desk/change-desk-account/contract.ts';
import { looksFileForm } from '../../../functions/desk/change-desk-account/looks-file-form.ts';
import { showActivity } from '../../../functions/desk/show-desk/activity.ts';
import { contract as showContract } from '../../../functions/desk/show-desk/contract.ts';
import { showCustomers } from '../../../functions/desk/show-desk/customers.ts';
import { showLinks } from '../../../functions/desk/show-desk/links.ts';
import { showLooks } from '../../../functions/desk/show-desk/looks.ts';
import { paymentActViews } from '../../../functions/desk/show-desk/payment-acts.ts';
import { showPayments } from '../../../functions/desk/show-desk/payments.ts';
import { showReusableLinks } from '../../../functions/desk/show-desk/reusable-links.ts';
import { showSales } from '../../../functions/desk/show-desk/sales.ts';
import { showSettings } from '../../../functions/desk/show-desk/settings.ts';
import { showDesk } from '../../../functions/desk/show-desk/show-desk.ts';
import { showStatements } from '../../../functions/desk/show-desk/statements.ts';
import { showToday } from '../../../functions/desk/show-desk/today.ts';
import { showUsers } from '../../../functions/desk/show-desk/users.ts';
import { contract as signInContract } from '../../../functions/desk/sign-in-at-desk/contract.ts';
import { signInAtDesk } from '../../../functions/desk/sign-in-at-desk/sign-in-at-desk.ts';
import { totpCodes } from '../../../shared/adapters/desk/totp-codes.ts';
import { dynamoDealerLooks } from '../../../shared/adapters/dynamodb/dealer/dealer-looks.ts';
import { dynamoDeskSessions, dynamoPendingSignIns } from '../../../shared/adapters/dynamodb/desk/desk-sessions.ts';
import { dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { dynamoSignInCounters } from '../../../shared/adapters/dynamodb/desk/sign-in-counters.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoDeskLinks } from '../../../shared/adapters/dynamodb/link/desk-links.ts';
import { dynamoOperatorLinks } from '../../../shared/adapters/dynamodb/link/operator-links.ts';
import { dynamoDealerAudit } from '../../../shared/adapters/dynamodb/operator/dealer-audit.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoOperatorRecords } from '../../../shared/adapters/dynamodb/operator/operator-records.ts';
import { dynamoDeskDeliveries } from '../../../shared/adapters/dynamodb/outbox/desk-deliveries.ts';
import { dynamoDeskSales } from '../../../shared/adapters/dynamodb/sale/desk-sales.ts';
import { dynamoEndedDays } from '../../../shared/adapters/dynamodb/sandbox/ended-days.ts';
import { dynamoStatementMaking } from '../../../shared/adapters/dynamodb/statement/statement-making.ts';
import { dynamoWebhookEndpoints } from '../../../shared/adapters/dynamodb/webhook/webhook-endpoints.ts';
import { tellingRuntime } from '../../../shared/adapters/runtime/telling.ts';
import { deskHandler, deskVisitHandler } from '../../../shared/desk/call/desk-call.ts';
import type { HttpContract } from '../../../shared/http/contract.ts';
import { FakeMetrics } from '../../fakes/log.ts';
import { quickPasswords } from '../desk/quick-passwords.ts';
import { framingOf } from './page-operations.ts';
import type { PortsInMemory } from './ports-in-memory.ts';
import type { ServedOperation } from './served-operation.ts';

/** What the desk's functions take beside the ports of operations; what has another meaning here stands in its place. */
const deskPorts = (ports: PortsInMemory, table: Table) => {
  const { clock, posVersions, baseUrl } = ports;
  const { host: ownHost } = new URL(baseUrl);
  const { events } = tellingRuntime({ store: table, clock, dealerCacheMs: 0 });
  return {
    ...ports,
    links: dynamoOperatorLinks(table),
    deskLinks: dynamoDeskLinks(table),
    deskSales: dynamoDeskSales(table),
    customers: ports.customerBook,
    cards: ports.cardKeeping,
    sales: ports.saleBook,
    records: dynamoOperatorRecords(table),
    changes: dynamoOperatorChanges(table, events),
    endedDays: dynamoEndedDays(table, { posVersions, ownHost }),
    users: dynamoDeskUsers(table),
    pendingSignIns: dynamoPendingSignIns(table),
    counters: dynamoSignInCounters(table),
    passwords: quickPasswords,
    codes: totpCodes(),
    storedLooks: dynamoDealerLooks(table),
  };
};

type DeskPorts = ReturnType<typeof deskPorts>;

/** The pages of the desk, each over what its part of the function reads. */
const shownAtDesk = (ports: DeskPorts, table: Table) =>
  showDesk({
    today: showToday({
      ...ports,
      lists: dynamoStatementMaking(table),
      links: ports.deskLinks,
      paymentLists: ports.lists,
      deliveries: dynamoDeskDeliveries(table),
      endpoints: dynamoWebhookEndpoints(table),
    }),
    payments: showPayments(ports, paymentActViews(ports)),
    links: showLinks(ports),
    'reusable-links': showReusableLinks(ports),
    statements: showStatements({ ...ports, subDealers: ports.records }),
    customers: showCustomers(ports),
    sales: showSales(ports),
    settings: showSettings(ports),
    users: showUsers(ports),
    looks: showLooks(ports),
    activity: showActivity({ audit: dynamoDealerAudit(table) }),
  });

/** What is done at the desk. A link takes the customers that operations find. */
const doneAtDesk = (ports: DeskPorts, { customers }: PortsInMemory) =>
  actAtDesk({
    payments: actOnPayments({ ...ports, messages: ports.joiningMessages }),
    links: actOnLinks({ ...ports, customers }),
    'reusable-links': actOnReusableLinks(ports),
    sales: actOnSales(ports),
  });

/** The desk's functions, composed as in their handlers, over ports in memory. */
export const deskOperations = (composed: PortsInMemory, table: Table): readonly ServedOperation[] => {
  const ports = deskPorts(composed, table);
  const place = { deskUrl: composed.baseUrl, allowedNetworks: 'any address' } as const;
  const framing = framingOf(composed);
  const account = { ...ports, serviceName: framing.serviceName };
  const optionsOf = ({ name }: HttpContract) => ({ ...framing, ...place, name, metrics: new FakeMetrics() });
  const sessions = dynamoDeskSessions(table, ports.dealers);
  const functions = [
    [signInContract, deskVisitHandler(optionsOf(signInContract), signInAtDesk({ ...account, sessions }))],
    [showContract, deskHandler({ ...optionsOf(showContract), sessions }, shownAtDesk(ports, table))],
    [actContract, deskHandler({ ...optionsOf(actContract), sessions }, doneAtDesk(ports, composed))],
    [
      accountContract,
      deskHandler({ ...optionsOf(accountContract), sessions, fileForm: looksFileForm }, changeDeskAccount(account)),
    ],
  ] as const;
  return functions.map(([{ name, routes }, handle]) => ({
    name,
    routeKeys: routes.map(({ method, path }) => `${method} ${path}`),
    handle,
  }));
};
