import * as z from 'zod/mini';
import type { DirectPaymentData } from '../../../functions/direct-payment/make-direct-payment/answer.ts';
import { contract } from '../../../functions/direct-payment/make-direct-payment/contract.ts';
import { makeDirectPayment } from '../../../functions/direct-payment/make-direct-payment/make-direct-payment.ts';
import type { PayerCall, PayerPostOutcome } from '../../../functions/payer/start-payment/payer-call.ts';
import { startPayment } from '../../../functions/payer/start-payment/start-payment.ts';
import { complete3D } from '../../../functions/three-d-payment/complete-3d/complete-3d.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBreakers } from '../../../shared/adapters/dynamodb/breaker/breakers.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { readBody } from '../../../shared/http/body.ts';
import { type ChargeBreakerDependencies, InstanceBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import { closedBreaker } from '../../fakes/breaker.ts';
import { cardStoringOver } from '../../support/card/card-storing.ts';
import type { SimulatedTime } from '../../support/simulated-time.ts';

const BASE_URL = 'https://pay.example';
export const paymentNames = hmacPaymentNames('outage');

/** A dealer with its one virtual POS. */
export interface Shop {
  readonly dealer: Dealer;
  readonly pos: VirtualPos;
}

export interface InstanceOptions extends Pick<ChargeBreakerDependencies, 'log' | 'metrics'> {
  readonly table: Table;
  readonly time: SimulatedTime;
  readonly bank: BankGateway;
  readonly shopOf: (dealerCode: string) => Shop;
  /** Life of the cached breakers; undefined without breakers. */
  readonly breakerLifeMs: number | undefined;
}

/** An instance of the functions that charge, composed as in their handlers. */
export interface ChargingInstance {
  readonly payDirectly: (shop: Shop, code: string, block: object) => Promise<DirectPaymentData>;
  readonly start: (call: PayerCall) => Promise<PayerPostOutcome>;
  readonly complete: ReturnType<typeof complete3D>;
}

const breakerOf = ({ table, time: clock, log, metrics, breakerLifeMs: lifeMs }: InstanceOptions) =>
  lifeMs === undefined
    ? closedBreaker
    : new InstanceBreaker({ breakers: dynamoBreakers({ store: table, clock, lifeMs }), clock, log, metrics });

const partsOf = (options: InstanceOptions) => {
  const { table, time: clock, bank, shopOf } = options;
  return {
    bank,
    breaker: breakerOf(options),
    brake: { isOn: async () => false },
    attempts: dynamoAttempts(table),
    limitUsage: dynamoLimitUsage(table),
    reusableLinks: dynamoReusableLinkReads(table),
    dealerOf: async (dealerCode: string) => shopOf(dealerCode).dealer,
    posDirectory: { ofDealer: async (dealerCode: string) => [shopOf(dealerCode).pos] },
    posVersions: { find: async (dealerCode: string) => shopOf(dealerCode).pos },
    opener: { open: async () => 'key' },
    bins: { find: async () => undefined },
    // Each payer has a card of its own: test cards are few, and a card is counted (rule 33).
    cards: { hash: async () => systemRandomness.token() },
    cardStoring: cardStoringOver(table, { clock }),
    identifiers: blockIdentifiers(table),
    randomness: systemRandomness,
    clock,
    baseUrl: BASE_URL,
    sandbox: true,
  };
};

export const chargingInstance = (options: InstanceOptions): ChargingInstance => {
  const { table, time } = options;
  const parts = partsOf(options);
  const direct = makeDirectPayment({
    ...parts,
    directPayments: dynamoDirectPayments(table),
    idempotencyRecords: dynamoIdempotencyRecords(table, paymentNames),
    paymentNames,
    customers: dynamoCustomers(table),
    subDealers: dynamoSubDealers(table),
    storedCards: dynamoStoredCards(table),
    pause: time.pause,
  });
  return {
    payDirectly: async ({ dealer }, code, block) => {
      const value = z.parse(contract.request, readBody({ body: JSON.stringify(block) }));
      const { data } = await direct({
        dealer,
        operation: 'DoDirectPayment',
        sourceAddress: '203.0.113.7',
        read: { ok: true, value },
        otherTrxCode: code,
      });
      return data as DirectPaymentData;
    },
    start: startPayment({ ...parts, paymentRequests: dynamoPaymentRequests(table), links: dynamoLinkClosing(table) }),
    complete: complete3D(parts),
  };
};
