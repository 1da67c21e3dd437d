import { hashPassword, newPassword } from '../accounts/password-hash.ts';
import { dynamoCustomers } from '../dynamodb/customer/customers.ts';
import { dynamoDealerLooks } from '../dynamodb/dealer/dealer-looks.ts';
import { dynamoDealerMessaging } from '../dynamodb/dealer/dealer-messaging.ts';
import { dynamoDealerDirectory } from '../dynamodb/dealer/dealers.ts';
import { dynamoServiceAccounts } from '../dynamodb/dealer/service-accounts.ts';
import { dynamoSubDealers } from '../dynamodb/dealer/sub-dealers.ts';
import { documentClient } from '../dynamodb/engine/client.ts';
import { type Table, table } from '../dynamodb/engine/table.ts';
import { blockIdentifiers } from '../dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../dynamodb/limit/limit-usage.ts';
import { dynamoDefinitions } from '../dynamodb/link/definitions.ts';
import { dynamoOperatorRecords } from '../dynamodb/operator/operator-records.ts';
import { hmacPaymentNames } from '../dynamodb/payment/payment-names.ts';
import { dynamoVirtualPosDirectory } from '../dynamodb/virtual-pos/virtual-pos-directory.ts';
import { dynamoWebhookEndpoints } from '../dynamodb/webhook/webhook-endpoints.ts';
import { kmsClient, kmsSealer } from '../vault/kms-vault.ts';
import { newWebhookSecret } from '../webhook/sign-webhook.ts';
import {
  readBaseUrl,
  readEnvironment,
  readGarantiHosts,
  readGatewayHosts,
  readOutgoingRules,
  readVaultKeyArn,
} from './environment.ts';
import { late } from './late.ts';
import { lateAccountTrial, lateOperatorAdapters } from './operator-late.ts';
import { readStageMessaging } from './stage-messaging.ts';
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
    ...lateOperatorAdapters({ store, events, stage, clock }),
    dealers,
    looks: dynamoDealerLooks(store),
    dealerDirectory: dynamoDealerDirectory(store),
    definitions: dynamoDefinitions(store),
    customers: dynamoCustomers(store),
    linkMaking: { ...linkMakingOf(store), paymentNames, sealer, sandbox },
    records: dynamoOperatorRecords(store),
    serviceAccounts: dynamoServiceAccounts(store),
    stepping: late(async () => {
      const { bankStepsRuntime } = await import('./bank-steps.ts');
      const made = bankStepsRuntime(variables, { store, dealers, events, clock, environment });
      return () => Promise.resolve(made);
    }),
    accountTrial: lateAccountTrial(async () => {
      const { accountTrialRuntime } = await import('./bank.ts');
      return accountTrialRuntime(variables, { clock, sandbox });
    }),
    dealerMessaging: dynamoDealerMessaging(store),
    identifiers: blockIdentifiers(store),
    randomness: systemRandomness,
    passwords,
    webhooks: dynamoWebhookEndpoints(store),
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
