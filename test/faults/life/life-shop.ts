import { sweepBoxes } from '../../../functions/payment/reconcile-payments/sweep-boxes.ts';
import { beginAttempt } from '../../../functions/three-d-payment/open-3d-payment/begin-attempt.ts';
import { beginWithStoredCard } from '../../../functions/three-d-payment/open-stored-card-payment/begin-with-stored-card.ts';
import { contract } from '../../../functions/three-d-payment/start-3d-payment/contract.ts';
import { start3DPayment } from '../../../functions/three-d-payment/start-3d-payment/start-3d-payment.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoChargingPause } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoCardDays } from '../../../shared/adapters/dynamodb/limit/card-days.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { dynamoProducts } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { dynamoBoxes } from '../../../shared/adapters/dynamodb/three-d-payment/boxes.ts';
import { dynamoDueBoxes, dynamoShopPayments } from '../../../shared/adapters/dynamodb/three-d-payment/shop-payments.ts';
import {
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { doubleBoxOpener, doubleBoxSealer } from '../../../shared/adapters/vault/box-vault.ts';
import { type BoxCall, type BoxOutcome, openBox } from '../../../shared/payment-flow/open-box.ts';
import type { PayerForm, ThreeDForm } from '../../../shared/ports/bank-gateway.ts';
import { closedBreaker, closedGateBreaker } from '../../fakes/breaker.ts';
import { namesOfCodes, storingOver } from '../direct/direct-functions.ts';
import { TABLE_NAME } from '../direct/direct-scene.ts';
import { type RunVault, VAULT_METHODS } from '../faulty-vault.ts';
import type { Instance, World } from '../world.ts';
import { calling } from './life-calls.ts';
import type { LifeScene } from './life-scene.ts';

const BASE_URL = 'https://pay.example';

/** What the functions of a shop's 3D payment share in one instance. */
const shared = (world: World, { table, process }: Instance, runVault: RunVault) => {
  const { clock, seeded } = world;
  const vault = process.using(runVault, VAULT_METHODS);
  return {
    vault,
    parts: {
      shopPayments: dynamoShopPayments(table),
      breaker: closedBreaker,
      brake: dynamoChargingPause({ store: table, tableName: TABLE_NAME, clock, lifeMs: 0 }),
      bins: dynamoBinDirectory(table),
      cards: vault,
      opener: vault,
      limitUsage: dynamoLimitUsage(table),
      identifiers: blockIdentifiers(table),
      randomness: seeded,
      clock,
      baseUrl: BASE_URL,
    },
  };
};

/** `start-3d-payment` composed as in its handler, with an instance's view of store and vault. */
export const shopStart = (world: World, instance: Instance, { dealer }: LifeScene, runVault: RunVault) => {
  const { table } = instance;
  const { vault, parts } = shared(world, instance, runVault);
  const start = start3DPayment({
    ...parts,
    posDirectory: dynamoVirtualPosDirectory(table),
    idempotencyRecords: dynamoIdempotencyRecords(table, namesOfCodes),
    paymentNames: namesOfCodes,
    boxSealer: doubleBoxSealer(vault),
    sealer: vault,
    subDealers: dynamoSubDealers(table),
    customers: dynamoCustomers(table),
    storedCards: dynamoStoredCards(table),
    cardDays: dynamoCardDays(table),
    products: dynamoProducts(table),
    sandbox: true,
  });
  return calling(contract, start, dealer);
};

/** `open-3d-payment`, or for a stored card `open-stored-card-payment`, composed as in its handler. */
export const boxOpening = (
  world: World,
  instance: Instance,
  { dealer }: LifeScene,
  { vault: runVault, byToken }: { readonly vault: RunVault; readonly byToken: boolean },
): ((call: BoxCall) => Promise<BoxOutcome<ThreeDForm | PayerForm>>) => {
  const { table, bank, process } = instance;
  const { vault, parts } = shared(world, instance, runVault);
  const opening = {
    ...parts,
    bank,
    boxes: dynamoBoxes(process.using(world.store.boxes, ['get'])),
    boxOpener: doubleBoxOpener(vault),
    links: dynamoLinkClosing(table),
    attempts: dynamoAttempts(table),
    posVersions: dynamoVirtualPosVersions(table, world.clock),
    dealerOf: async () => dealer,
    cardStoring: storingOver(world, { table, vault }),
    storedCards: dynamoStoredCards(table),
    gateBreaker: closedGateBreaker,
  };
  return byToken
    ? openBox({ ...opening, begin: (opened) => beginWithStoredCard(opened, opening) })
    : openBox({ ...opening, begin: (opened) => beginAttempt(opened, opening) });
};

/** Deletes boxes that nobody opened, as `reconcile-payments` does. */
export const sweepBoxesOnce = (world: World, { table }: Instance): Promise<number> => {
  const { seeded: randomness, clock, log } = world;
  return sweepBoxes({ dueBoxes: dynamoDueBoxes(table), randomness, clock, log })();
};
