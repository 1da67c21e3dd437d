import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { contract } from '../../../functions/direct-payment/make-direct-payment/contract.ts';
import { makeDirectPayment } from '../../../functions/direct-payment/make-direct-payment/make-direct-payment.ts';
import { reconcilePayments } from '../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import {
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { CardHasher } from '../../../shared/ports/card-hasher.ts';
import { closedBreaker } from '../../fakes/breaker.ts';
import { FakeLog, FakeMetrics } from '../../fakes/log.ts';
import { apiEvent, lambdaContext } from '../app/api-event.ts';
import { handTimer, sandboxPos } from '../bank/bank-calls.ts';
import { newBankDealer } from '../bank/bank-merchants.ts';
import type { TestBank } from '../bank/bank-server.ts';
import { type MemoryBank, newMemoryDealer, type PayingDealer } from '../bank/memory-bank.ts';
import { cardStoringOver } from '../card/card-storing.ts';
import { vaultOfFunction } from '../card/vault.ts';
import { type Answer, authenticationOf, type DirectPath, leastDirect } from '../dealer/dealers.ts';
import { dueOfOwn, sweeperStore } from '../store/sweeper-store.ts';
import { paymentNames } from './stored-payments.ts';

type Charge = BankGateway['charge'];
type Inquire = BankGateway['inquire'];

/** Points at which a test interferes with a running payment. */
export interface DirectHooks {
  /** Runs when the bank has answered a charge, before the payment hears the answer. */
  readonly afterCharge?: (answer: Awaited<ReturnType<Charge>>) => Promise<Awaited<ReturnType<Charge>>>;
  readonly afterInquiry?: (answer: Awaited<ReturnType<Inquire>>) => Promise<Awaited<ReturnType<Inquire>>>;
  /** Wraps the store of the payment. */
  readonly over?: (store: Table) => Table;
  /** Remaining time of the invocation at its start; by default all of it. */
  readonly remainingMs?: number;
}

export interface DirectScene extends PayingDealer {
  readonly now: () => number;
  readonly advance: (ms: number) => void;
  /** A request through the whole pipeline, with the store, bank and clock of this scene. */
  readonly pay: (fields?: Record<string, unknown>, hooks?: DirectHooks) => Promise<Answer>;
  /** One run of the sweeper, which sees only this dealer's payments. */
  readonly sweep: () => Promise<unknown>;
  readonly latest: () => Promise<DirectAttempt>;
  /** Changes settings of the dealer from the next request on. */
  readonly changeDealer: (changes: Partial<Dealer>) => void;
  /** Ends the running call to the bank, as its time-out does. */
  readonly timeOut: () => void;
  readonly metrics: FakeMetrics;
}

interface SceneTimes {
  readonly startAtMs?: number;
  /** The clock stands still until the test or a waiting call moves it, however slow the machine is. */
  readonly standing?: true;
  readonly path?: DirectPath;
}

export type DirectSceneOptions = Parameters<typeof newMemoryDealer>[1] & SceneTimes & { readonly bank: MemoryBank };

export type EngineSceneOptions = Parameters<typeof newBankDealer>[0] & SceneTimes & { readonly bank: TestBank };

const hasher: CardHasher = {
  hash: async (card) => createHmac('sha256', 'a key of the test').update(JSON.stringify(card)).digest('base64url'),
};

const throughHooks = (bank: BankGateway, { afterCharge, afterInquiry }: DirectHooks): BankGateway => ({
  ...bank,
  charge: async (...call) => {
    const answer = await bank.charge(...call);
    return afterCharge === undefined ? answer : afterCharge(answer);
  },
  inquire: async (...call) => {
    const answer = await bank.inquire(...call);
    return afterInquiry === undefined ? answer : afterInquiry(answer);
  },
});

/**
 * The direct payment of production over a dealer's store and an embedded bank, with a clock that the test moves. Waiting
 * also moves it, so nothing sleeps.
 */
const sceneOf = <Payer extends PayingDealer>(
  scene: Payer,
  { startAtMs, standing, path }: SceneTimes,
): Payer & DirectScene => {
  const { store, vault: opener, account } = scene;
  let offsetMs = startAtMs === undefined ? 0 : startAtMs - Date.now();
  let { dealer } = scene;
  const begunAtMs = Date.now();
  const clock = { now: () => (standing === true ? begunAtMs : Date.now()) + offsetMs };
  const timer = handTimer();
  const pos = sandboxPos({ clock, timer });
  const log = new FakeLog();
  const advance = (ms: number): void => {
    offsetMs += ms;
  };
  const pause = async (ms: number): Promise<void> => {
    advance(ms);
    await setImmediate();
  };

  const useCaseOver = (hooks: DirectHooks) => {
    const table = hooks.over?.(store) ?? store;
    return makeDirectPayment({
      posDirectory: dynamoVirtualPosDirectory(table),
      attempts: dynamoAttempts(table),
      directPayments: dynamoDirectPayments(table),
      idempotencyRecords: dynamoIdempotencyRecords(table, paymentNames),
      paymentNames,
      bins: dynamoBinDirectory(table),
      customers: dynamoCustomers(table),
      subDealers: dynamoSubDealers(table),
      limitUsage: dynamoLimitUsage(table),
      storedCards: dynamoStoredCards(table),
      cardStoring: cardStoringOver(table, { clock, sealer: opener }),
      breaker: closedBreaker,
      brake: { isOn: async () => false },
      identifiers: blockIdentifiers(table),
      randomness: systemRandomness,
      bank: throughHooks(pos, hooks),
      cards: hasher,
      posVersions: dynamoVirtualPosVersions(table, clock),
      opener,
      pause,
      clock,
      sandbox: true,
    });
  };

  const metrics = new FakeMetrics();
  const pay: DirectScene['pay'] = async (fields = {}, hooks = {}) => {
    const handler = operationHandler({
      contract,
      useCase: useCaseOver(hooks),
      edgeSecretHashes: [],
      accounts: { authenticate: async () => dealer },
      clock,
      log,
      metrics,
    });
    const routeKey = `POST ${path ?? '/PaymentDealer/DoDirectPayment'}`;
    const blocks = {
      PaymentDealerAuthentication: authenticationOf(account),
      PaymentDealerRequest: { ...leastDirect, ...fields },
    };
    const { remainingMs = lambdaContext.getRemainingTimeInMillis() } = hooks;
    const context = { ...lambdaContext, getRemainingTimeInMillis: () => remainingMs };
    const response = await handler(apiEvent({ routeKey, body: JSON.stringify(blocks) }), context);
    const { statusCode: status, headers, body } = response;
    return { status, headers: new Headers(headers), ...(JSON.parse(body) as Omit<Answer, 'status' | 'headers'>) };
  };

  const latest = async (): Promise<DirectAttempt> => {
    const attempt = (await scene.directAttempts()).toSorted((one, other) => one.number - other.number).at(-1);
    if (attempt === undefined) throw new Error('no attempt');
    return attempt;
  };

  const sweep = async () => {
    const own = new Set((await scene.directAttempts()).map(({ payment }) => payment));
    const swept = sweeperStore(store);
    const settle = reconcilePayments({
      ...swept,
      queue: { ...swept.queue, due: dueOfOwn(swept.queue, own) },
      bank: pos,
      posVersions: dynamoVirtualPosVersions(store, clock),
      opener,
      cardStoring: cardStoringOver(store, { clock, sealer: opener }),
      randomness: systemRandomness,
      clock,
      log,
      metrics: { reconciled: () => undefined },
    });
    return settle({ deadlineMs: clock.now() + 55_000 });
  };

  return {
    ...scene,
    now: clock.now,
    advance,
    pay,
    sweep,
    latest,
    changeDealer: (changes) => {
      dealer = { ...dealer, ...changes };
    },
    timeOut: timer.fire,
    metrics,
  };
};

/** Over a table in memory. */
export const directScene = async ({ bank, ...options }: DirectSceneOptions): Promise<DirectScene> =>
  sceneOf(await newMemoryDealer(bank, options), options);

/** Over the running app's store, whose rows a test can read beside it. */
export const engineDirectScene = async ({ bank, ...options }: EngineSceneOptions) => {
  const dealer = await newBankDealer({ ...options, pos: { gateway: bank.gateway, ...options.pos } });
  return sceneOf({ ...dealer, vault: vaultOfFunction(dealer.stack, 'make-direct-payment') }, options);
};

export type EngineDirectScene = Awaited<ReturnType<typeof engineDirectScene>>;
