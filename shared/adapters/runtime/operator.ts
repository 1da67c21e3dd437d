import type { FunnelCounting, Funnels } from '../../ports/funnels.ts';
import { hashPassword, newPassword } from '../accounts/password-hash.ts';
import { dynamoAttempts } from '../dynamodb/attempt/attempts.ts';
import { dynamoBreakers } from '../dynamodb/breaker/breakers.ts';
import { dynamoStoredCards } from '../dynamodb/card/stored-cards.ts';
import { dynamoComparisons } from '../dynamodb/comparison/comparisons.ts';
import { dynamoCustomers } from '../dynamodb/customer/customers.ts';
import { dynamoDealerLooks } from '../dynamodb/dealer/dealer-looks.ts';
import { dynamoDealerMessaging } from '../dynamodb/dealer/dealer-messaging.ts';
import { dynamoDealerDirectory } from '../dynamodb/dealer/dealers.ts';
import { dynamoServiceAccounts } from '../dynamodb/dealer/service-accounts.ts';
import { dynamoSubDealers } from '../dynamodb/dealer/sub-dealers.ts';
import { dynamoDeskUsers } from '../dynamodb/desk/desk-users.ts';
import { documentClient } from '../dynamodb/engine/client.ts';
import { type Table, table } from '../dynamodb/engine/table.ts';
import { blockIdentifiers } from '../dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../dynamodb/limit/limit-usage.ts';
import { dynamoDefinitions } from '../dynamodb/link/definitions.ts';
import { dynamoOperatorLinks } from '../dynamodb/link/operator-links.ts';
import { dynamoPaymentRequests } from '../dynamodb/link/payment-requests.ts';
import { dynamoMessages } from '../dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../dynamodb/message/opt-outs.ts';
import { dynamoLostOrders } from '../dynamodb/operator/lost-orders.ts';
import { dynamoOperatorChanges } from '../dynamodb/operator/operator-changes.ts';
import { dynamoOperatorRecords } from '../dynamodb/operator/operator-records.ts';
import { dynamoDeliveryRecords } from '../dynamodb/outbox/delivery-records.ts';
import { dynamoOperatorDeliveries } from '../dynamodb/outbox/operator-deliveries.ts';
import { dynamoIdempotencyRecords } from '../dynamodb/payment/idempotency-records.ts';
import { dynamoOperatorPayments } from '../dynamodb/payment/operator-payments.ts';
import { hmacPaymentNames } from '../dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../dynamodb/payment/payments.ts';
import { dynamoLinkRequests } from '../dynamodb/reusable-link/link-requests.ts';
import { dynamoReusableLinks } from '../dynamodb/reusable-link/reusable-links.ts';
import { dynamoSaleReferences } from '../dynamodb/sale/sale-references.ts';
import { dynamoSaleBook } from '../dynamodb/sale/sales.ts';
import { dynamoBankDays } from '../dynamodb/sandbox/bank-ledger.ts';
import { dynamoShopRecords } from '../dynamodb/sandbox/shop-record.ts';
import { dynamoStatements } from '../dynamodb/statement/statements.ts';
import { dynamoVirtualPosDirectory } from '../dynamodb/virtual-pos/virtual-pos-directory.ts';
import { dynamoWebhookEndpoints } from '../dynamodb/webhook/webhook-endpoints.ts';
import { kmsClient, kmsSealer } from '../vault/kms-vault.ts';
import { newWebhookSecret } from '../webhook/sign-webhook.ts';
import { accountTrialRuntime } from './bank.ts';
import { bankStepsRuntime } from './bank-steps.ts';
import {
  readBaseUrl,
  readEnvironment,
  readGarantiHosts,
  readGatewayHosts,
  readOutgoingRules,
  readVaultKeyArn,
} from './environment.ts';
import { readStageMessaging } from './messaging.ts';
import { systemClock as clock, systemRandomness } from './system.ts';
import { tellingRuntime } from './telling.ts';

const passwords = {
  issue: () => {
    const password = newPassword();
    return { password, ...hashPassword(password) };
  },
};

/** What a link is decided and drafted with. Nothing is cached: an operator sees a change at once. */
const linkMakingOf = (store: Table) => ({
  definitions: dynamoDefinitions(store),
  customers: dynamoCustomers(store),
  identifiers: blockIdentifiers(store),
  virtualPosDirectory: dynamoVirtualPosDirectory(store),
  subDealers: dynamoSubDealers(store),
  limitUsage: dynamoLimitUsage(store),
  randomness: systemRandomness,
  clock,
});

/** Funnels, which few commands read: no start loads what reads them. */
const lateFunnels = (store: Table): { readonly funnels: Funnels; readonly funnelCounting: FunnelCounting } => {
  const loaded = () => import('../dynamodb/funnel/funnels.ts');
  const funnels = async () => (await loaded()).dynamoFunnels(store);
  const counting = async () => (await loaded()).dynamoFunnelCounting(store);
  return {
    funnels: {
      rows: async (...asked) => (await funnels()).rows(...asked),
      rowsOfLink: async (...asked) => (await funnels()).rowsOfLink(...asked),
      parts: async (...asked) => (await funnels()).parts(...asked),
      progress: async (...asked) => (await funnels()).progress(...asked),
    },
    funnelCounting: {
      parts: async (...asked) => (await counting()).parts(...asked),
      progress: async (...asked) => (await counting()).progress(...asked),
      requests: async (...asked) => (await counting()).requests(...asked),
      writePart: async (...given) => (await counting()).writePart(...given),
      noteBusy: async (...given) => (await counting()).noteBusy(...given),
    },
  };
};

/** What the function of the operators' commands is composed from. */
export const operatorRuntime = (variables: NodeJS.ProcessEnv) => {
  const environment = readEnvironment(variables);
  const { stage, sandbox, tableName, dealerCacheMs } = environment;
  const baseUrl = readBaseUrl(variables);
  const store = table(documentClient(), tableName);
  const paymentNames = hmacPaymentNames(stage);
  const { dealers, events } = tellingRuntime({ store, clock, dealerCacheMs });
  const sealer = kmsSealer({ kms: kmsClient(), keyArn: readVaultKeyArn(variables), clock });
  return {
    dealers,
    looks: dynamoDealerLooks(store),
    dealerDirectory: dynamoDealerDirectory(store),
    definitions: dynamoDefinitions(store),
    customers: dynamoCustomers(store),
    sales: dynamoSaleBook(store),
    references: dynamoSaleReferences(store),
    storedCards: dynamoStoredCards(store),
    paymentRequests: dynamoPaymentRequests(store),
    idempotencyRecords: dynamoIdempotencyRecords(store, paymentNames),
    linkMaking: { ...linkMakingOf(store), paymentNames, sealer, sandbox },
    records: dynamoOperatorRecords(store),
    breakers: dynamoBreakers({ store, clock, lifeMs: 0 }),
    links: dynamoOperatorLinks(store),
    reusableLinks: dynamoReusableLinks(store, paymentNames, events),
    linkRequests: dynamoLinkRequests(store),
    ...lateFunnels(store),
    payments: dynamoOperatorPayments(store),
    wholePayments: dynamoPayments(store, paymentNames),
    statements: dynamoStatements(store),
    comparisons: dynamoComparisons(store),
    serviceAccounts: dynamoServiceAccounts(store),
    stepping: bankStepsRuntime(variables, { store, dealers, events, clock, environment }),
    accountTrial: accountTrialRuntime(variables, { clock, sandbox }),
    dealerMessaging: dynamoDealerMessaging(store),
    messages: dynamoMessages(store),
    optOuts: dynamoOptOuts(store),
    attempts: dynamoAttempts(store, events),
    deliveries: dynamoOperatorDeliveries(store),
    lostOrders: dynamoLostOrders(store, events),
    changes: dynamoOperatorChanges(store, events),
    shop: dynamoShopRecords(store),
    bankDays: dynamoBankDays(store),
    identifiers: blockIdentifiers(store),
    randomness: systemRandomness,
    passwords,
    webhooks: dynamoWebhookEndpoints(store),
    deskUsers: dynamoDeskUsers(store),
    deliveryRecords: dynamoDeliveryRecords(store),
    webhookSecrets: { issue: newWebhookSecret },
    sealer,
    clock,
    stage,
    baseUrl,
    messaging: readStageMessaging(variables),
    gateways: { sandbox, allowedHosts: readGatewayHosts(variables) },
    garantiHosts: readGarantiHosts(variables),
    embeddedBank: sandbox ? baseUrl : undefined,
    outgoing: readOutgoingRules(variables),
    tableName,
  };
};
