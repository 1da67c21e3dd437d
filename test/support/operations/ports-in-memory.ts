import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoCardKeeping } from '../../../shared/adapters/dynamodb/card/card-keeping.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomerBook } from '../../../shared/adapters/dynamodb/customer/customer-book.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoDealerMessaging } from '../../../shared/adapters/dynamodb/dealer/dealer-messaging.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoFunnelCounting, dynamoFunnels } from '../../../shared/adapters/dynamodb/funnel/funnels.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoCardDays } from '../../../shared/adapters/dynamodb/limit/card-days.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { dynamoPaymentTexts } from '../../../shared/adapters/dynamodb/payment/payment-texts.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import { dynamoPaymentLists } from '../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import { dynamoLinkRequests } from '../../../shared/adapters/dynamodb/reusable-link/link-requests.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { dynamoPlanKeeping } from '../../../shared/adapters/dynamodb/sale/plan-keeping.ts';
import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { dynamoPlanTries } from '../../../shared/adapters/dynamodb/sale/plan-tries.ts';
import { dynamoProducts } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { dynamoSaleReferences } from '../../../shared/adapters/dynamodb/sale/sale-references.ts';
import { dynamoSaleSchedules } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { dynamoSaleBook, dynamoSales } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { dynamoStatementMarks } from '../../../shared/adapters/dynamodb/statement/statement-mark.ts';
import { dynamoStatements } from '../../../shared/adapters/dynamodb/statement/statements.ts';
import { dynamoMobileCalls } from '../../../shared/adapters/dynamodb/three-d-payment/mobile-calls.ts';
import { dynamoShopPayments } from '../../../shared/adapters/dynamodb/three-d-payment/shop-payments.ts';
import {
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { cardTokens } from '../../../shared/adapters/runtime/card-tokens.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { tellingRuntime } from '../../../shared/adapters/runtime/telling.ts';
import { doubleBoxSealer } from '../../../shared/adapters/vault/box-vault.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import { closedBreaker } from '../../fakes/breaker.ts';
import { FakeLog } from '../../fakes/log.ts';
import { cardStoringOver, openVault, plainHasher } from '../card/card-storing.ts';
import { paymentNames } from '../payment/stored-payments.ts';

const BASE_URL = 'https://pay.example';

interface MemoryParts {
  readonly table: Table;
  readonly clock: Clock;
  readonly bank: BankGateway;
  /** Resolves after so many milliseconds. */
  readonly pause: (ms: number) => Promise<unknown>;
  readonly baseUrl?: string;
  /** Whether tokens of new cards name their customers, as the setting of a stage says; they do not where it is absent. */
  readonly nameCustomers?: boolean;
}

const recordPorts = ({ table }: MemoryParts, events: ReturnType<typeof tellingRuntime>['events']) => ({
  attempts: dynamoAttempts(table, events),
  bins: dynamoBinDirectory(table),
  cardDays: dynamoCardDays(table),
  counting: dynamoFunnelCounting(table),
  dealerMessaging: dynamoDealerMessaging(table),
  definitions: dynamoDefinitions(table),
  directPayments: dynamoDirectPayments(table, events),
  funnels: dynamoFunnels(table),
  idempotencyRecords: dynamoIdempotencyRecords(table, paymentNames),
  identifiers: blockIdentifiers(table),
  limitUsage: dynamoLimitUsage(table),
  linkRequests: dynamoLinkRequests(table),
  links: dynamoLinkClosing(table, events),
  lists: dynamoPaymentLists(table),
  marks: dynamoStatementMarks(table),
  messages: dynamoMessages(table),
  /** Of the functions that write a lone delivery into its event's row where the stage says so, as the local one does. */
  joiningMessages: dynamoMessages(table, { joins: true }),
  mobileCalls: dynamoMobileCalls(table, events),
  outbox: dynamoOutbox(table),
  paymentRequests: dynamoPaymentRequests(table, events),
  payments: dynamoPayments(table, paymentNames),
  plans: { ...dynamoPlanReading(table), ...dynamoPlanKeeping(table, events) },
  products: dynamoProducts(table),
  references: dynamoSaleReferences(table),
  reusableLinks: dynamoReusableLinks(table, paymentNames, events),
  schedules: dynamoSaleSchedules(table),
  shopPayments: dynamoShopPayments(table, events),
  statements: dynamoStatements(table),
  steps: dynamoSteps(table, events),
  storedCards: dynamoStoredCards(table),
  subDealers: dynamoSubDealers(table),
  texts: dynamoPaymentTexts(table),
  tries: dynamoPlanTries(table),
});

/**
 * The ports of a dealer's operations over a table in memory, as the handlers compose them. Where two of them have the
 * same name in different operations, both stand here: customers and their book, sales and theirs.
 */
export const portsInMemory = (parts: MemoryParts) => {
  const { table, clock, bank } = parts;
  const { dealers, events } = tellingRuntime({ store: table, clock, dealerCacheMs: 0 });
  const [vault, posDirectory] = [openVault(), dynamoVirtualPosDirectory(table)];
  const tokens = cardTokens({ randomness: systemRandomness, nameCustomers: parts.nameCustomers ?? false });
  return {
    ...recordPorts(parts, events),
    dealers,
    customers: dynamoCustomers(table),
    customerBook: dynamoCustomerBook(table, events),
    cardKeeping: dynamoCardKeeping(table, events),
    sales: dynamoSales(table),
    saleBook: dynamoSaleBook(table, events),
    posDirectory,
    virtualPosDirectory: posDirectory,
    posVersions: dynamoVirtualPosVersions(table, clock),
    paymentNames,
    bank,
    breaker: closedBreaker,
    brake: { isOn: async () => false },
    dealerOf: async (dealerCode: string) => (await dealers.load(dealerCode))?.dealer,
    cards: plainHasher,
    hasher: plainHasher,
    cardTokens: tokens,
    cardStoring: cardStoringOver(table, { clock, sealer: vault, cardTokens: tokens }),
    sealer: vault,
    opener: vault,
    boxSealer: doubleBoxSealer(vault),
    randomness: systemRandomness,
    pause: async (ms: number): Promise<void> => {
      await parts.pause(ms);
    },
    clock,
    log: new FakeLog(),
    baseUrl: parts.baseUrl ?? BASE_URL,
    sandbox: true,
    messaging: {
      sms: { sender: 'SHOP', dealerSenders: [], segmentPriceMinor: 10, dailyBudgetMinor: 100_000 },
      email: { from: 'pay@pay.example' },
      recipients: 'any recipient',
    } as const,
  };
};

export type PortsInMemory = ReturnType<typeof portsInMemory>;
