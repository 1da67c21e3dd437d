import { randomBytes, randomUUID } from 'node:crypto';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { OperateAnswer } from '../../../functions/operator/operate/contract.ts';
import { operate } from '../../../functions/operator/operate/operate.ts';
import { hashPassword, newPassword } from '../../../shared/adapters/accounts/password-hash.ts';
import { accountTrial } from '../../../shared/adapters/bank/account-trial.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBreakers } from '../../../shared/adapters/dynamodb/breaker/breakers.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoComparisons } from '../../../shared/adapters/dynamodb/comparison/comparisons.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoDealerLooks } from '../../../shared/adapters/dynamodb/dealer/dealer-looks.ts';
import { dynamoDealerMessaging } from '../../../shared/adapters/dynamodb/dealer/dealer-messaging.ts';
import { dynamoDealerDirectory, dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoServiceAccounts } from '../../../shared/adapters/dynamodb/dealer/service-accounts.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoFunnelCounting, dynamoFunnels } from '../../../shared/adapters/dynamodb/funnel/funnels.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoOperatorLinks } from '../../../shared/adapters/dynamodb/link/operator-links.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../../../shared/adapters/dynamodb/message/opt-outs.ts';
import { dynamoLostOrders } from '../../../shared/adapters/dynamodb/operator/lost-orders.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoOperatorRecords } from '../../../shared/adapters/dynamodb/operator/operator-records.ts';
import { dynamoDeliveryRecords } from '../../../shared/adapters/dynamodb/outbox/delivery-records.ts';
import { dynamoOperatorDeliveries } from '../../../shared/adapters/dynamodb/outbox/operator-deliveries.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { dynamoOperatorPayments } from '../../../shared/adapters/dynamodb/payment/operator-payments.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import { dynamoLinkRequests } from '../../../shared/adapters/dynamodb/reusable-link/link-requests.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { dynamoSaleReferences } from '../../../shared/adapters/dynamodb/sale/sale-references.ts';
import { dynamoSaleBook } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { dynamoBankDays } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { dynamoShopRecords } from '../../../shared/adapters/dynamodb/sandbox/shop-record.ts';
import { dynamoStatements } from '../../../shared/adapters/dynamodb/statement/statements.ts';
import {
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { dynamoWebhookEndpoints } from '../../../shared/adapters/dynamodb/webhook/webhook-endpoints.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { newWebhookSecret } from '../../../shared/adapters/webhook/sign-webhook.ts';
import type { StageMessaging } from '../../../shared/domain/message/messaging-settings.ts';
import type { LogFields } from '../../../shared/observability/log.ts';
import type { Opener } from '../../../shared/ports/vault.ts';
import { PATIENCE_MS } from '../app/patience.ts';
import type { StackAddress } from '../app/stack-address.ts';
import { stackOfTests } from '../app/stack-of-tests.ts';
import { sandboxBank, sandboxGateways } from '../bank/bank-calls.ts';
import { vaultOf, vaultOfFunction } from '../card/vault.ts';
import { numbersFrom } from '../new-numbers.ts';
import { paymentNames } from '../payment/stored-payments.ts';
import { rememberMade } from '../store/made-codes.ts';
import { engineTable, tableOfFunction } from '../store/store.ts';

export type Input = Readonly<Record<string, unknown>>;

export interface OperatorOptions {
  /** Wraps the store, for faults of its calls. */
  readonly through?: (store: Table) => Table;
  readonly sandbox?: boolean;
  /** Address of the embedded bank, where the stage has one. */
  readonly embeddedBank?: string;
  /** Hosts of the stage's gateways (rule 22). */
  readonly allowedHosts?: readonly string[];
  /** Those of them that may have a virtual POS of Garanti's kind; all by default. */
  readonly garantiHosts?: readonly string[];
  readonly nowMs?: number;
  /** Every channel by default. */
  readonly messaging?: StageMessaging;
}

export interface Operator {
  readonly store: Table;
  readonly vault: Opener;
  readonly clock: { nowMs: number };
  readonly lines: { readonly event: string; readonly fields: LogFields }[];
  /** Invokes the use case with an unchanged event. */
  readonly invoke: (event: unknown) => Promise<OperateAnswer>;
  /** The answer of a command, refused or not. */
  readonly run: (command: string, input: Input, commandId?: string) => Promise<OperateAnswer>;
  /** The result of a command that must not be refused. */
  readonly done: (command: string, input: Input) => Promise<Input>;
  /** The error of a command that must be refused. */
  readonly refused: (command: string, input: Input) => Promise<Input>;
  readonly audit: (commandId: string) => Promise<Input | undefined>;
}

/** The address of the stage's pages, as the operator's answers name it. */
export const OPERATED_BASE_URL = 'https://pay.example';
/** The address of its desk. */
export const OPERATED_DESK_URL = 'https://desk.example';

const EVERY_CHANNEL: StageMessaging = {
  sms: { sender: 'ODEME', dealerSenders: ['CICEKCI'], segmentPriceMinor: 3, dailyBudgetMinor: 100_000 },
  email: { from: 'payments@links.example' },
  recipients: 'any recipient',
};

/** The operators' use case over the real store and the real vault, with a clock that the test sets. */
export const newOperator = ({
  through = (store) => store,
  sandbox = true,
  embeddedBank,
  allowedHosts = ['bank.example', 'b.example'],
  garantiHosts = allowedHosts,
  messaging = EVERY_CHANNEL,
  nowMs,
}: OperatorOptions = {}): Operator => {
  const stack = stackOfTests();
  const plain = engineTable(stack);
  // The commands ask store and vault with the role of their function.
  const store = through(tableOfFunction(stack, 'operate'));
  const vault = vaultOfFunction(stack, 'operate');
  const clock = { nowMs: nowMs ?? Date.now() };
  const now = { now: () => clock.nowMs };
  const lines: { event: string; fields: LogFields }[] = [];
  const note = (event: string, fields: LogFields): void => void lines.push({ event, fields });
  const carryOut = operate({
    dealers: dynamoDealers(store),
    looks: dynamoDealerLooks(store),
    dealerDirectory: dynamoDealerDirectory(store),
    definitions: dynamoDefinitions(store),
    customers: dynamoCustomers(store),
    sales: dynamoSaleBook(store),
    references: dynamoSaleReferences(store),
    storedCards: dynamoStoredCards(store),
    paymentRequests: dynamoPaymentRequests(store),
    idempotencyRecords: dynamoIdempotencyRecords(store, paymentNames),
    linkMaking: {
      definitions: dynamoDefinitions(store),
      customers: dynamoCustomers(store),
      identifiers: blockIdentifiers(store),
      sealer: vault,
      paymentNames,
      virtualPosDirectory: dynamoVirtualPosDirectory(store),
      subDealers: dynamoSubDealers(store),
      limitUsage: dynamoLimitUsage(store),
      randomness: systemRandomness,
      clock: now,
      sandbox,
    },
    records: dynamoOperatorRecords(store),
    breakers: dynamoBreakers({ store, clock: now, lifeMs: 0 }),
    links: dynamoOperatorLinks(store),
    reusableLinks: dynamoReusableLinks(store, paymentNames),
    linkRequests: dynamoLinkRequests(store),
    funnels: dynamoFunnels(store),
    funnelCounting: dynamoFunnelCounting(store),
    payments: dynamoOperatorPayments(store),
    wholePayments: dynamoPayments(store, paymentNames),
    statements: dynamoStatements(store),
    comparisons: dynamoComparisons(store),
    serviceAccounts: dynamoServiceAccounts(store),
    stepping: async () => ({
      payments: dynamoPayments(store, paymentNames),
      steps: dynamoSteps(store),
      identifiers: blockIdentifiers(store),
      clock: now,
      limitUsage: dynamoLimitUsage(store),
      posVersions: dynamoVirtualPosVersions(store, now),
      opener: vault,
      bank: sandboxBank(),
    }),
    accountTrial: accountTrial((reportDefect) => sandboxGateways({ allowedHosts, sandbox, reportDefect })),
    shop: dynamoShopRecords(store),
    dealerMessaging: dynamoDealerMessaging(store),
    messages: dynamoMessages(store),
    optOuts: dynamoOptOuts(store),
    attempts: dynamoAttempts(store),
    deliveries: dynamoOperatorDeliveries(store),
    messaging,
    lostOrders: dynamoLostOrders(store),
    changes: dynamoOperatorChanges(store),
    bankDays: dynamoBankDays(store),
    identifiers: blockIdentifiers(store),
    randomness: systemRandomness,
    passwords: {
      issue: () => {
        const password = newPassword();
        return { password, ...hashPassword(password) };
      },
    },
    webhooks: dynamoWebhookEndpoints(store),
    deskUsers: dynamoDeskUsers(store),
    deskUrl: OPERATED_DESK_URL,
    deliveryRecords: dynamoDeliveryRecords(store),
    webhookSecrets: { issue: newWebhookSecret },
    sealer: vault,
    clock: now,
    stage: 'local',
    baseUrl: OPERATED_BASE_URL,
    gateways: { sandbox, allowedHosts },
    garantiHosts,
    embeddedBank,
    outgoing: { ownAddresses: ['https://pay.example'], loopback: sandbox },
    tableName: stack.tableName,
    log: { info: note, warn: note, error: note },
  });
  const invoke = (event: unknown): Promise<OperateAnswer> => carryOut(event, 'correlation');
  const run: Operator['run'] = (command, input, commandId = randomUUID()) =>
    invoke({ command, commandId, stage: 'local', input });
  return {
    store: plain,
    vault: vaultOf(stack),
    clock,
    lines,
    invoke,
    run,
    done: async (command, input) => {
      const answer = await run(command, input);
      if (!answer.ok) throw new Error(`${command}: ${answer.error.message}`);
      return answer.result;
    },
    refused: async (command, input) => {
      const answer = await run(command, input);
      if (answer.ok) throw new Error(`${command} was not refused`);
      return { ...answer.error };
    },
    audit: (commandId) => plain.get(keys.command(commandId)),
  };
};

export const newDealerCode = (): string => {
  const dealerCode = `O${randomBytes(6).toString('hex')}`;
  rememberMade(dealerCode);
  return dealerCode;
};

export const UNLIMITED = { daily: 'unlimited', monthly: 'unlimited' } as const;

/** The smallest input that makes a dealer. */
export const leastDealer = (dealerCode: string): Input => ({
  dealerCode,
  name: 'Operated Store',
  allowedAddresses: 'any address',
  allowedRedirectHosts: 'any host',
  limits: { TL: UNLIMITED },
  cardLimit: { count: 'unlimited', amount: 'unlimited' },
});

/** A new dealer, and an operator whose inputs name it. */
export const operatedDealer = async (options: OperatorOptions = {}) => {
  const operator = newOperator(options);
  const dealerCode = newDealerCode();
  await operator.done('put-dealer', leastDealer(dealerCode));
  return { ...operator, dealerCode };
};

/** Definitions of all dealers share their ids, and generated ones begin at 100,000. */
const newDefinitionId = numbersFrom(40_000, 100_000);

/** Puts a new definition of a dealer, and answers its id. */
export const newDefinition = async (done: Operator['done'], dealerCode: string): Promise<number> => {
  const dealerCustomerTypeId = newDefinitionId();
  await done('put-definition', { dealerCode, dealerCustomerTypeId, displayName: 'Any', deliveryMode: 'any' });
  return dealerCustomerTypeId;
};

/** Invokes the function of a running app, as the operator command does. */
export const viaInvoke = ({ endpoint, operateFunctionName: FunctionName }: StackAddress) => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const requestHandler = {
    connectionTimeout: PATIENCE_MS,
    requestTimeout: PATIENCE_MS,
    throwOnRequestTimeout: true,
  };
  const lambda = new LambdaClient({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1, requestHandler });
  return async (event: unknown): Promise<unknown> => {
    const { Payload } = await lambda.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
    return JSON.parse(Payload?.transformToString() ?? '');
  };
};
