import { showPaymentPage } from '../../../functions/payer/show-payment-page/show-payment-page.ts';
import { answerPayer } from '../../../functions/payer/start-payment/answer-payer.ts';
import { startPayment } from '../../../functions/payer/start-payment/start-payment.ts';
import { answerPayer as answerCallback } from '../../../functions/three-d-payment/complete-3d/answer-payer.ts';
import { complete3D } from '../../../functions/three-d-payment/complete-3d/complete-3d.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoChargingPause } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { dynamoVirtualPosVersions } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { HttpResponse } from '../../../shared/http/envelope.ts';
import { type PageHandlerOptions, pageHandler } from '../../../shared/http/page-handler.ts';
import { closedBreaker } from '../../fakes/breaker.ts';
import { apiEvent, lambdaContext } from '../../support/app/api-event.ts';
import { openerOf, storingOf } from '../sweeper.ts';
import type { Instance, World } from '../world.ts';

const BASE_URL = 'https://pay.example';
/** In a run only the seed ends an invocation: its deadline is in real time, and a crowded run takes minutes of that. */
const context = { ...lambdaContext, getRemainingTimeInMillis: () => 24 * 3_600_000 };

/** A request of a payer's browser to the functions of the payment page. */
export interface PayersCall {
  readonly of: 'start-payment' | 'show-payment-page' | 'complete-3d';
  readonly parameters: Readonly<Record<string, string>>;
  readonly form: readonly FormField[];
}

/** Whose link it is, and the virtual POS that charges it. */
export interface LinkOfRun {
  readonly dealer: Dealer;
  readonly pos: VirtualPos;
  /** Who the attempts of a card are counted by; one card for all by default. */
  readonly cardHash?: () => string;
}

/** The functions of the payment page composed as in their handlers, with an instance's view of store and bank. */
export const linkFunctions = (
  world: World,
  instance: Instance,
  { dealer, pos, cardHash = () => 'card' }: LinkOfRun,
): ((call: PayersCall) => Promise<HttpResponse>) => {
  const { table, bank } = instance;
  const shared = {
    attempts: dynamoAttempts(table),
    paymentRequests: dynamoPaymentRequests(table),
    limitUsage: dynamoLimitUsage(table),
    reusableLinks: dynamoReusableLinkReads(table),
    breaker: closedBreaker,
    brake: dynamoChargingPause({ store: table, tableName: 'faults', clock: world.clock, lifeMs: 0 }),
    dealerOf: async () => dealer,
    looks: { of: async () => undefined },
    storedCards: { ofCustomer: async () => [] },
    customers: { find: async () => ({}) },
    posDirectory: { ofDealer: async () => [pos] },
    bins: { find: async () => undefined },
    offered: async () => [],
    posVersions: dynamoVirtualPosVersions(table, world.clock),
    opener: openerOf(world),
    cardStoring: storingOf(world, instance),
    randomness: world.seeded,
    clock: world.clock,
    baseUrl: BASE_URL,
  };
  const start = startPayment({
    ...shared,
    bank,
    links: dynamoLinkClosing(table),
    cards: { hash: async () => cardHash() },
    identifiers: blockIdentifiers(table),
    sandbox: true,
  });
  const shows: Readonly<Record<PayersCall['of'], PageHandlerOptions['show']>> = {
    'start-payment': answerPayer({ ...shared, start }),
    'show-payment-page': showPaymentPage({ ...shared, sendsReceipts: false }),
    'complete-3d': answerCallback(complete3D({ ...shared, bank })),
  };
  const metrics = { answered: () => undefined };
  const options = {
    serviceName: 'Test',
    sandbox: true,
    edgeSecretHashes: [],
    clock: world.clock,
    log: world.log,
    metrics,
  };
  return ({ of: name, parameters, form }) => {
    const body = new URLSearchParams(form.map(([field, value]): [string, string] => [field, value])).toString();
    const handler = pageHandler({ ...options, name, show: shows[name] });
    const headers = { 'accept-language': 'en', 'content-type': 'application/x-www-form-urlencoded' };
    return handler(apiEvent({ pathParameters: parameters, body, headers }), context);
  };
};
