import type { ChargePlansReport } from '../../../functions/charge-plans/charge-plans.ts';
import { chargePlans } from '../../../functions/charge-plans/charge-plans.ts';
import { GatewayPlaces } from '../../../functions/charge-plans/gateway-places.ts';
import { Places } from '../../../functions/charge-plans/places.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoChargingPause } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/payment/attempts.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoPlanCharges } from '../../../shared/adapters/dynamodb/sale/plan-charges.ts';
import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { dynamoVirtualPosDirectory } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { ChargeBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import type { DuePlan } from '../../../shared/ports/plan-engine.ts';
import { namesOfCodes, storingOver } from '../direct/direct-functions.ts';
import { TABLE_NAME } from '../direct/direct-scene.ts';
import { type RunVault, VAULT_METHODS } from '../faulty-vault.ts';
import type { FunctionKind } from '../processes.ts';
import type { Instance, World } from '../world.ts';

const LIFE_MS = 120_000;
/** A few plans, with about ten calls each. */
export const PLAN_WORKER: FunctionKind = { lifeMs: LIFE_MS, calls: 40 };

/** What is the same for every run of the worker. */
export interface PlanWorkerParts {
  readonly vault: RunVault;
  readonly breaker: ChargeBreaker;
  readonly dealer: () => Dealer | undefined;
  readonly bank: (instance: Instance) => Instance['bank'];
}

/** `charge-plans` composed as in its handler, in an instance of its own. */
export const planWorker = (
  world: World,
  instance: Instance,
  { vault: runVault, breaker, dealer, bank }: PlanWorkerParts,
): ((plans: readonly DuePlan[]) => Promise<ChargePlansReport>) => {
  const { clock, seeded, log } = world;
  const { table, process } = instance;
  const vault = process.using(runVault, VAULT_METHODS);
  const run = chargePlans({
    plans: dynamoPlanEngine(table),
    planCharges: dynamoPlanCharges(table),
    bank: bank(instance),
    breaker,
    posDirectory: dynamoVirtualPosDirectory(table),
    brake: dynamoChargingPause({ store: table, tableName: TABLE_NAME, clock, lifeMs: 0 }),
    attempts: dynamoAttempts(table),
    paymentNames: namesOfCodes,
    payments: dynamoPayments(table, namesOfCodes),
    bins: dynamoBinDirectory(table),
    customers: dynamoCustomers(table),
    subDealers: dynamoSubDealers(table),
    limitUsage: dynamoLimitUsage(table),
    identifiers: blockIdentifiers(table),
    storedCards: dynamoStoredCards(table),
    cardStoring: storingOver(world, { table, vault }),
    takesCard: () => true,
    randomness: seeded,
    cards: vault,
    opener: vault,
    dealerOf: async () => dealer(),
    desk: new Places(40),
    places: new GatewayPlaces(2),
    clock,
    log,
  });
  return (plans) => run({ plans }, clock.now() + LIFE_MS);
};
