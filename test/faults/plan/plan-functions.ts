import type { ChargePlansReport } from '../../../functions/sale/charge-plans/charge-plans.ts';
import { chargePlans } from '../../../functions/sale/charge-plans/charge-plans.ts';
import { GatewayPlaces } from '../../../functions/sale/charge-plans/gateway-places.ts';
import { Places } from '../../../functions/sale/charge-plans/places.ts';
import { planRequests } from '../../../functions/sale/charge-plans/plan-requests.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoChargingPause } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoPlanCharges } from '../../../shared/adapters/dynamodb/sale/plan-charges.ts';
import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { dynamoPlanNotices } from '../../../shared/adapters/dynamodb/sale/plan-notices.ts';
import { dynamoVirtualPosDirectory } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { ChargeBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import type { DuePlan } from '../../../shared/ports/plan-engine.ts';
import { eventsOf } from '../../support/sale/plan-worker.ts';
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
  /** The dealer whose wishes decide what is told: a record that cannot be found wants what it wanted before. */
  readonly wishes: Dealer;
  readonly bank: (instance: Instance) => Instance['bank'];
}

/** `charge-plans` composed as in its handler, in an instance of its own. */
export const planWorker = (
  world: World,
  instance: Instance,
  { vault: runVault, breaker, dealer, wishes, bank }: PlanWorkerParts,
): ((plans: readonly DuePlan[]) => Promise<ChargePlansReport>) => {
  const { clock, seeded, log } = world;
  const { table, process } = instance;
  const vault = process.using(runVault, VAULT_METHODS);
  const events = eventsOf(() => wishes);
  const parts = {
    plans: dynamoPlanEngine(table, events),
    paymentNames: namesOfCodes,
    identifiers: blockIdentifiers(table),
    customers: dynamoCustomers(table),
    subDealers: dynamoSubDealers(table),
    limitUsage: dynamoLimitUsage(table),
    dealerOf: async () => dealer(),
    brake: dynamoChargingPause({ store: table, tableName: TABLE_NAME, clock, lifeMs: 0 }),
    randomness: seeded,
    clock,
  };
  const posDirectory = dynamoVirtualPosDirectory(table);
  const run = chargePlans({
    ...parts,
    requests: planRequests({
      ...parts,
      definitions: dynamoDefinitions(table),
      virtualPosDirectory: posDirectory,
      paymentRequests: dynamoPaymentRequests(table, events),
      links: dynamoLinkClosing(table, events),
      sealer: vault,
      sandbox: true,
    }),
    notices: dynamoPlanNotices(table, events),
    planCharges: dynamoPlanCharges(table, events),
    bank: bank(instance),
    breaker,
    posDirectory,
    attempts: dynamoAttempts(table, events),
    payments: dynamoPayments(table, namesOfCodes),
    bins: dynamoBinDirectory(table),
    storedCards: dynamoStoredCards(table),
    cardStoring: storingOver(world, { table, vault }),
    takesCard: () => true,
    cards: vault,
    opener: vault,
    desk: new Places(40),
    places: new GatewayPlaces(2),
    log,
  });
  return (plans) => run({ plans }, clock.now() + LIFE_MS);
};
