import * as z from 'zod/mini';
import type { DirectPaymentData } from '../../../functions/direct-payment/make-direct-payment/answer.ts';
import { contract } from '../../../functions/direct-payment/make-direct-payment/contract.ts';
import { makeDirectPayment } from '../../../functions/direct-payment/make-direct-payment/make-direct-payment.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoChargingPause } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { itemOfKey } from '../../../shared/adapters/dynamodb/index-keys.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import {
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readBody } from '../../../shared/http/body.ts';
import type { UseCase } from '../../../shared/http/operation-handler.ts';
import type { CardStoring } from '../../../shared/payment-flow/store-card.ts';
import type { PaymentNames } from '../../../shared/ports/identifiers.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';
import { closedBreaker } from '../../fakes/breaker.ts';
import { type RunVault, VAULT_METHODS } from '../faulty-vault.ts';
import type { Host } from '../host.ts';
import { rememberedNames } from '../remembered-names.ts';
import type { Seeded } from '../seeded.ts';
import { seededCardTokens } from '../seeded-card-tokens.ts';
import { BANK_METHODS, TABLE_METHODS, type World } from '../world.ts';
import { TABLE_NAME } from './direct-scene.ts';

type Request = z.output<typeof contract.request>;

/** The answer that a caller gets. */
export type Heard =
  | { readonly kind: 'paid'; readonly orderId: string; readonly replayed: boolean }
  | { readonly kind: 'failed'; readonly code: string; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly reason: string }
  /** `EX`, because the store or the vault failed. */
  | { readonly kind: 'unexpected' };

/** One call of a dealer. */
export interface DirectCall {
  readonly dealer: Dealer;
  readonly block: Readonly<Record<string, unknown>>;
  readonly code: string | undefined;
}

/** Names of codes, which are the same in every run. */
export const namesOfCodes = rememberedNames(hmacPaymentNames('faults'));

/** The same with names of blank codes that the seed chooses. */
const seededNames = (seeded: Seeded): PaymentNames => ({
  ...namesOfCodes,
  nameOf: (dealerCode, otherTrxCode) => namesOfCodes.nameOf(dealerCode, otherTrxCode ?? seeded.guid()),
});

/** Dependencies for storing a card in a run, with a log of its own: some cards are rightly not stored. */
export const storingOver = (
  { seeded, clock, circumstances }: World,
  { table, vault }: { table: Parameters<typeof dynamoStoredCards>[0]; vault: RunVault },
): CardStoring => ({
  storedCards: dynamoStoredCards(table),
  hasher: vault,
  sealer: vault,
  cardTokens: seededCardTokens(seeded),
  clock,
  log: {
    info: () => undefined,
    warn: () => undefined,
    error: (event, { errorName }) => circumstances.met.add(`${event}: ${errorName}`),
  },
  metrics: { cardNotStored: () => undefined },
});

const heardOf = (data: DirectPaymentData, replayed: boolean): Heard =>
  data.IsSuccessful
    ? { kind: 'paid', orderId: data.VirtualPosOrderId, replayed }
    : { kind: 'failed', code: data.ResultCode, replayed };

/**
 * Errors that the pipeline answers with a code, or with `EX` after a failure of store or vault. Every other error is a
 * defect.
 */
const heardOfError = (error: unknown): Heard => {
  if (error instanceof Refusal && Object.hasOwn(contract.codes, error.reason)) {
    return { kind: 'refused', reason: error.reason };
  }
  if (error instanceof StoreUnavailable || error instanceof VaultUnavailable) return { kind: 'unexpected' };
  throw error;
};

/** The request block as the pipeline reads it. */
const readOf = (block: DirectCall['block']): Parameters<UseCase<Request>>[0]['read'] => {
  const read = z.safeParse(contract.request, readBody({ body: JSON.stringify(block) }));
  if (read.success) return { ok: true, value: read.data };
  return { ok: false, refusal: new Refusal('InvalidRequest', 'The block cannot be read.') };
};

/** `make-direct-payment` composed as in its handler, with an instance's view of store, vault and bank. */
export const directFunction = (
  world: World,
  host: Host,
  { vault: runVault, approving }: { readonly vault: RunVault; readonly approving: (reference: string) => void },
): ((call: DirectCall) => Promise<Heard>) => {
  const { clock, seeded } = world;
  const hosted = host.using(world.store.table, TABLE_METHODS);
  const table: Table = {
    get: (key) => hosted.get(key),
    getMany: (all) => hosted.getMany(all),
    query: (options) => hosted.query(options),
    list: (query) => hosted.list(query),
    due: (query) => hosted.due(query),
    increment: (key, attribute, by) => hosted.increment(key, attribute, by),
    transact: (writes) => {
      for (const write of writes) {
        if ('put' in write && write.put.entity === 'attempt' && write.put.state === 'approved') {
          approving(referenceOf(itemOfKey(write.put)));
        }
      }
      return hosted.transact(writes);
    },
  };
  const vault = host.using(runVault, VAULT_METHODS);
  const paymentNames = seededNames(seeded);
  const useCase = makeDirectPayment({
    bank: host.using(world.bank.port, BANK_METHODS),
    posDirectory: dynamoVirtualPosDirectory(table),
    breaker: closedBreaker,
    brake: dynamoChargingPause({ store: table, tableName: TABLE_NAME, clock, lifeMs: 0 }),
    attempts: dynamoAttempts(table),
    directPayments: dynamoDirectPayments(table),
    idempotencyRecords: dynamoIdempotencyRecords(table, paymentNames),
    paymentNames,
    bins: dynamoBinDirectory(table),
    customers: dynamoCustomers(table),
    subDealers: dynamoSubDealers(table),
    limitUsage: dynamoLimitUsage(table),
    identifiers: blockIdentifiers(table),
    storedCards: dynamoStoredCards(table),
    cardStoring: storingOver(world, { table, vault }),
    randomness: seeded,
    cards: vault,
    posVersions: dynamoVirtualPosVersions(table, clock),
    opener: vault,
    pause: host.pause,
    clock,
    sandbox: true,
  });
  return async ({ dealer, block, code }) => {
    try {
      const { data, replayed = false } = await useCase({
        dealer,
        operation: 'SubDealer' in block ? 'DoDirectPaymentMarketPlace' : 'DoDirectPayment',
        sourceAddress: '203.0.113.7',
        read: readOf(block),
        ...(code === undefined ? {} : { otherTrxCode: code }),
      });
      return heardOf(data as DirectPaymentData, replayed);
    } catch (error) {
      return heardOfError(error);
    }
  };
};
