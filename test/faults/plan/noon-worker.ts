import { type ChargeBatchDependencies, chargeBatch } from '../../../functions/sale/charge-plans/charge-batch.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBreakers } from '../../../shared/adapters/dynamodb/breaker/breakers.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoPlanCharges } from '../../../shared/adapters/dynamodb/sale/plan-charges.ts';
import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { Log } from '../../../shared/observability/log.ts';
import type { PlanMetrics } from '../../../shared/observability/plan-metrics.ts';
import { InstanceBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { cardStoringOver, openVault } from '../../support/card/card-storing.ts';
import type { NoonScene } from './noon-scene.ts';

const BREAKER_LIFE_MS = 1_000;
const paymentNames = hmacPaymentNames('noon');

export interface NoonWorkerOptions {
  readonly table: Table;
  readonly scene: NoonScene;
  readonly clock: Clock;
  readonly bank: BankGateway;
  readonly metrics: PlanMetrics;
  readonly log?: Log;
}

/** An opener of stored cards and merchant keys, where the latter are not sealed. */
const opener: ChargeBatchDependencies['opener'] = {
  open: async (sealed, context) => (context.purpose === 'card' ? openVault().open(sealed, context) : 'key'),
};

/** An instance of `charge-plans`, composed as in its handler. */
export const noonWorker = (options: NoonWorkerOptions): ReturnType<typeof chargeBatch> => {
  const { table, scene, clock, bank, metrics, log = new FakeLog() } = options;
  const breakers = dynamoBreakers({ store: table, clock, lifeMs: BREAKER_LIFE_MS });
  const dealers = new Map(scene.dealers.map((dealer) => [dealer.dealerCode, dealer]));
  const quiet = { opened: () => undefined, refused: () => undefined };
  return chargeBatch({
    plans: dynamoPlanEngine(table),
    planCharges: dynamoPlanCharges(table),
    bank,
    breaker: new InstanceBreaker({ breakers, clock, log, metrics: quiet }),
    posDirectory: { ofDealer: async (dealerCode) => [scene.posOf(dealerCode)] },
    brake: { isOn: async () => false },
    attempts: dynamoAttempts(table),
    paymentNames,
    payments: dynamoPayments(table, paymentNames),
    bins: { find: async () => undefined },
    customers: dynamoCustomers(table),
    subDealers: dynamoSubDealers(table),
    limitUsage: dynamoLimitUsage(table),
    identifiers: blockIdentifiers(table),
    storedCards: dynamoStoredCards(table),
    cardStoring: cardStoringOver(table, { clock }),
    takesCard: () => true,
    randomness: systemRandomness,
    // Each sale has a card of its own: a card is tried 15 times in a month.
    cards: { hash: async () => systemRandomness.token() },
    opener,
    dealerOf: async (dealerCode) => dealers.get(dealerCode),
    clock,
    log,
    metrics,
  });
};
