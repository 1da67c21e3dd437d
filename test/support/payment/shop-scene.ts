import { reconcilePayments } from '../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { sweepBoxes } from '../../../functions/payment/reconcile-payments/sweep-boxes.ts';
import { type Complete3DOutcome, complete3D } from '../../../functions/three-d-payment/complete-3d/complete-3d.ts';
import { beginAttempt } from '../../../functions/three-d-payment/open-3d-payment/begin-attempt.ts';
import { beginWithStoredCard } from '../../../functions/three-d-payment/open-stored-card-payment/begin-with-stored-card.ts';
import { contract } from '../../../functions/three-d-payment/start-3d-payment/contract.ts';
import { start3DPayment } from '../../../functions/three-d-payment/start-3d-payment/start-3d-payment.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { type Table, table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoCardDays } from '../../../shared/adapters/dynamodb/limit/card-days.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { dynamoProducts } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { dynamoBoxes } from '../../../shared/adapters/dynamodb/three-d-payment/boxes.ts';
import { dynamoDueBoxes, dynamoShopPayments } from '../../../shared/adapters/dynamodb/three-d-payment/shop-payments.ts';
import {
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { doubleBoxOpener, doubleBoxSealer } from '../../../shared/adapters/vault/box-vault.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import type { PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import type { ShopPayment } from '../../../shared/domain/three-d-payment/shop-payment.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { type BoxCall, type BoxOutcome, openBox } from '../../../shared/payment-flow/open-box.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { BoxOpener } from '../../../shared/ports/boxes.ts';
import type { PayerForm, ThreeDForm } from '../../../shared/ports/three-d-gate.ts';
import { closedBreaker, closedGateBreaker } from '../../fakes/breaker.ts';
import { FakeLog, FakeMetrics } from '../../fakes/log.ts';
import { apiEvent, lambdaContext } from '../app/api-event.ts';
import { handTimer, sandboxPos } from '../bank/bank-calls.ts';
import { type BankDealer, newBankDealer } from '../bank/bank-merchants.ts';
import type { TestBank } from '../bank/bank-server.ts';
import { cardStoringOver, plainHasher } from '../card/card-storing.ts';
import { vaultOf } from '../card/vault.ts';
import { type Answer, authenticationOf } from '../dealer/dealers.ts';
import { memoryTableOfWork } from '../store/memory-engines.ts';
import { engineClient } from '../store/store.ts';
import { dueOfOwn, sweeperStore } from '../store/sweeper-store.ts';
import { callbackOf, type Decision, type PageForm, toCallback } from './payer.ts';
import { leastShop } from './shop-payments.ts';
import { paymentNames, storedAttempts } from './stored-payments.ts';

/** Where a test interferes with one call. */
export interface ShopHooks {
  /** Wraps the store of the call: payments and boxes in one. */
  readonly over?: (store: Table) => Table;
  readonly bank?: (bank: BankGateway) => BankGateway;
  readonly boxOpener?: (opener: BoxOpener) => BoxOpener;
}

export interface ShopScene extends BankDealer {
  readonly now: () => number;
  readonly advance: (ms: number) => void;
  /** The dealer's call, through the whole pipeline. */
  readonly call: (fields?: Record<string, unknown>, hooks?: ShopHooks) => Promise<Answer>;
  /** What a payer does at an address. Rejected where the process dies. */
  readonly visit: (
    url: string,
    does?: BoxCall['does'],
    hooks?: ShopHooks,
  ) => Promise<BoxOutcome<ThreeDForm | PayerForm>>;
  /** The payer at the bank: the form that comes back to the service. */
  readonly throughGate: (form: Pick<ThreeDForm, 'action' | 'fields'>, decision?: Decision) => Promise<PageForm>;
  readonly callback: (form: PageForm, hooks?: ShopHooks) => Promise<Complete3DOutcome>;
  /** One run of the sweeper over this dealer's payments and boxes alone. Answers how many boxes went. */
  readonly sweep: (hooks?: ShopHooks) => Promise<number>;
  readonly paymentOf: (url: string) => Promise<ShopPayment | undefined>;
  readonly attemptsOf: (url: string) => Promise<readonly Attempt[]>;
  /** Whether a box waits for this payment. */
  readonly hasBox: (url: string) => Promise<boolean>;
  readonly log: FakeLog;
}

/** The address of a payment by token ends so, and its own function opens it. */
const STORED_CARD = '/stored-card';

/** The address of a 3D payment as its path carries it. */
const addressIn = (url: string): string => new URL(url).pathname.replace('/box/', '').replace(STORED_CARD, '');
const paymentIn = (url: string): PaymentName => addressIn(url).split('.')[0] ?? '';

/** Both tables in one, so that every call of either counts. */
const bothTables = ({ stack }: BankDealer): Table => {
  const inMemory = memoryTableOfWork(stack.engineEndpoint);
  if (inMemory !== undefined) return inMemory;
  const client = engineClient(stack.engineEndpoint);
  const payments = table(client, stack.tableName, stack.boxesTableName);
  const boxes = table(client, stack.boxesTableName);
  return { ...payments, get: (key) => ('sk' in key ? payments : boxes).get(key) };
};

/**
 * The 3D payment of a dealer's shop as production composes it, over the running app's store and an embedded bank, with a
 * clock that the test moves.
 */
export const shopScene = async ({
  bank: { gateway },
  ...options
}: NonNullable<Parameters<typeof newBankDealer>[0]> & { readonly bank: TestBank }): Promise<ShopScene> => {
  const scene = await newBankDealer({ ...options, pos: { gateway, ...options.pos } });
  const { stack, dealer, account } = scene;
  const both = bothTables(scene);
  const log = new FakeLog();
  let offsetMs = 0;
  const clock = { now: () => Date.now() + offsetMs };
  const vault = vaultOf(stack);
  const pos = sandboxPos({ clock, timer: handTimer() });
  const { baseUrl } = stack;
  const payments = new Set<PaymentName>();

  const over = ({
    over: wrap = (store) => store,
    bank: bankOf = (bank) => bank,
    boxOpener = (opener) => opener,
  }: ShopHooks) => {
    const store = wrap(both);
    return {
      store,
      shopPayments: dynamoShopPayments(store),
      boxes: dynamoBoxes(store),
      boxSealer: doubleBoxSealer(vault),
      boxOpener: boxOpener(doubleBoxOpener(vault)),
      attempts: dynamoAttempts(store),
      links: dynamoLinkClosing(store),
      limitUsage: dynamoLimitUsage(store),
      reusableLinks: dynamoReusableLinkReads(store),
      cardDays: dynamoCardDays(store),
      products: dynamoProducts(store),
      posVersions: dynamoVirtualPosVersions(store, clock),
      cardStoring: cardStoringOver(store, { clock, sealer: vault }),
      cards: plainHasher,
      breaker: closedBreaker,
      gateBreaker: closedGateBreaker,
      brake: { isOn: async () => false },
      dealerOf: async () => dealer,
      bank: bankOf(pos),
      randomness: systemRandomness,
      sealer: vault,
      opener: vault,
      clock,
      baseUrl,
      sandbox: true,
    };
  };

  const call: ShopScene['call'] = async (fields = {}, hooks = {}) => {
    const { store, ...deps } = over(hooks);
    const handler = operationHandler({
      contract,
      useCase: start3DPayment({
        ...deps,
        posDirectory: dynamoVirtualPosDirectory(store),
        idempotencyRecords: dynamoIdempotencyRecords(store, paymentNames),
        paymentNames,
        bins: dynamoBinDirectory(store),
        customers: dynamoCustomers(store),
        subDealers: dynamoSubDealers(store),
        storedCards: dynamoStoredCards(store),
        identifiers: blockIdentifiers(store),
      }),
      edgeSecretHashes: [],
      accounts: { authenticate: async () => dealer },
      clock,
      log,
      metrics: new FakeMetrics(),
    });
    const blocks = {
      PaymentDealerAuthentication: authenticationOf(account),
      PaymentDealerRequest: { ...leastShop, ...fields },
    };
    const routeKey = 'POST /PaymentDealer/DoDirectPaymentThreeD';
    const response = await handler(apiEvent({ routeKey, body: JSON.stringify(blocks) }), lambdaContext);
    const { statusCode: status, headers, body } = response;
    const answer = {
      status,
      headers: new Headers(headers),
      ...(JSON.parse(body) as Omit<Answer, 'status' | 'headers'>),
    };
    const { Url } = (answer.Data ?? {}) as { readonly Url?: string };
    if (Url !== undefined) payments.add(paymentIn(Url));
    return answer;
  };

  const sweep: ShopScene['sweep'] = async (hooks = {}) => {
    const { store, ...deps } = over(hooks);
    const swept = sweeperStore(store);
    const dueBoxes = dynamoDueBoxes(store);
    const due: typeof dueBoxes.due = async (shard, { nowMs }) =>
      (await dueBoxes.due(shard, { nowMs, limit: 10_000 })).filter((payment) => payments.has(payment));
    const queue = { ...swept.queue, due: dueOfOwn(swept.queue, payments) };
    const metrics = { reconciled: () => undefined };
    const settle = reconcilePayments({ ...deps, ...swept, queue, log, metrics });
    const gone = await sweepBoxes({ ...deps, dueBoxes: { ...dueBoxes, due }, log })();
    await settle({ deadlineMs: clock.now() + 55_000 });
    return gone;
  };

  return {
    ...scene,
    now: clock.now,
    advance: (ms) => {
      offsetMs += ms;
    },
    call,
    visit: (url, does = 'open', hooks = {}) => {
      const deps = over(hooks);
      const payer = { payerAddress: '203.0.113.7', language: 'en', browser: {} } as const;
      const visited = { address: addressIn(url), does, ...payer };
      const storedCards = dynamoStoredCards(deps.store);
      return new URL(url).pathname.endsWith(STORED_CARD)
        ? openBox({ ...deps, begin: (opened) => beginWithStoredCard(opened, { ...deps, storedCards }) })(visited)
        : openBox({ ...deps, begin: (opened) => beginAttempt(opened, deps) })(visited);
    },
    throughGate: async ({ action, fields }, decision) => {
      const form = { action, fields, offers: () => [], actions: [] };
      const handOver = { status: 200, address: action, headers: new Headers(), markup: '', text: '', forms: [form] };
      return callbackOf(await toCallback(handOver, decision));
    },
    callback: ({ action, fields }, hooks = {}) =>
      complete3D(over(hooks))({ address: new URL(action).pathname.replace('/3d/', ''), posted: fields }),
    sweep,
    paymentOf: (url) => dynamoShopPayments(both).find(paymentIn(url)),
    attemptsOf: (url) => storedAttempts(both, paymentIn(url)),
    hasBox: async (url) => (await dynamoBoxes(both).find(paymentIn(url))) !== undefined,
    log,
  };
};
