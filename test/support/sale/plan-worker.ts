import { expect } from 'vitest';
import { chargePlan, type PlanLook } from '../../../functions/sale/charge-plans/charge-plan.ts';
import { GatewayPlaces } from '../../../functions/sale/charge-plans/gateway-places.ts';
import { planRequests } from '../../../functions/sale/charge-plans/plan-requests.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { type EventWriter, eventWriter } from '../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { planItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoPlanCharges } from '../../../shared/adapters/dynamodb/sale/plan-charges.ts';
import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { dynamoPlanNotices } from '../../../shared/adapters/dynamodb/sale/plan-notices.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { BankAnswer, BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { PaymentNames } from '../../../shared/ports/identifiers.ts';
import { closedBreaker } from '../../fakes/breaker.ts';
import { FakeLog } from '../../fakes/log.ts';
import { cardStoringOver, openVault, plainHasher } from '../card/card-storing.ts';
import { posWith } from '../dealer/virtual-pos.ts';

interface PlanWorkerOptions {
  readonly store: Table;
  readonly clock: Clock;
  readonly dealer: () => Dealer;
  readonly paymentNames: PaymentNames;
  readonly stagePaused?: () => boolean;
  /** What the bank answers to each charge. */
  readonly answer?: () => BankAnswer;
}

/** The events that a dealer wants, by its record as it is now. */
export const eventsOf = (dealer: () => Dealer): EventWriter =>
  eventWriter({ wantedBy: async () => dealer().wantedEvents });

/** A look of `charge-plans` at one plan, composed as in its handler, with a clock and a bank of the test's own. */
export const planWorkerOver = ({
  store,
  clock,
  dealer,
  paymentNames,
  stagePaused = () => false,
  answer,
}: PlanWorkerOptions): ((plan: PaymentPlan) => Promise<PlanLook>) => {
  const events = eventsOf(dealer);
  const never = (): never => expect.unreachable('nobody asks that');
  const bank: BankGateway = {
    charge: async () => answer?.() ?? never(),
    inquire: never,
    provision: never,
    start3D: never,
    startOnServer: never,
    verifyCallback: never,
    inquireHistory: never,
    followUp: never,
  };
  const vault = openVault();
  const parts = {
    plans: dynamoPlanEngine(store, events),
    paymentNames,
    identifiers: blockIdentifiers(store),
    customers: dynamoCustomers(store),
    subDealers: dynamoSubDealers(store),
    limitUsage: dynamoLimitUsage(store),
    dealerOf: async () => dealer(),
    brake: { isOn: async () => stagePaused() },
    randomness: systemRandomness,
    clock,
  };
  const posDirectory = { ofDealer: async () => [posWith()] };
  const look = chargePlan({
    ...parts,
    requests: planRequests({
      ...parts,
      definitions: dynamoDefinitions(store),
      virtualPosDirectory: posDirectory,
      paymentRequests: dynamoPaymentRequests(store, events),
      links: dynamoLinkClosing(store, events),
      sealer: vault,
      sandbox: true,
    }),
    notices: dynamoPlanNotices(store, events),
    planCharges: dynamoPlanCharges(store, events),
    payments: dynamoPayments(store, paymentNames),
    bank,
    breaker: closedBreaker,
    posDirectory,
    attempts: dynamoAttempts(store, events),
    bins: dynamoBinDirectory(store),
    storedCards: dynamoStoredCards(store),
    cardStoring: cardStoringOver(store),
    takesCard: () => true,
    cards: plainHasher,
    opener: {
      open: async (sealed, context) => (context.purpose === 'merchant-key' ? 'key' : vault.open(sealed, context)),
    },
    places: new GatewayPlaces(1),
    log: new FakeLog(),
  });
  return (plan) => {
    const { dealerCode, dealerSaleId, dealerPaymentPlanId } = plan;
    const due = { shard: 0, position: planItem(plan).dueSk ?? '', dealerCode, dealerSaleId, dealerPaymentPlanId };
    return look(due, clock.now() + 120_000);
  };
};
