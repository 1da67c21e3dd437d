import { dynamoBinDirectory } from '../dynamodb/card/bin-directory.ts';
import { dynamoStoredCards } from '../dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../dynamodb/customer/customers.ts';
import { dynamoChargingPause } from '../dynamodb/dealer/stage-brake.ts';
import { dynamoSubDealers } from '../dynamodb/dealer/sub-dealers.ts';
import { dynamoCardDays } from '../dynamodb/limit/card-days.ts';
import { dynamoProducts } from '../dynamodb/sale/products.ts';
import { dynamoShopPayments } from '../dynamodb/three-d-payment/shop-payments.ts';
import { doubleBoxSealer } from '../vault/box-vault.ts';
import { kmsCardHasher } from '../vault/kms-card-hasher.ts';
import { kmsClient } from '../vault/kms-vault.ts';
import { readCardHashKey } from './environment.ts';
import { linkMakingRuntime } from './link-making.ts';
import type { OperationRuntime } from './operation.ts';

/** What the operation that starts 3D payments of dealers' shops is composed from. It calls no bank. */
export const shopRuntime = (variables: NodeJS.ProcessEnv, runtime: OperationRuntime) => {
  const { store, clock, environment } = runtime;
  const { tableName, dealerCacheMs: lifeMs } = environment;
  const making = linkMakingRuntime(variables, runtime);
  return {
    ...making,
    posDirectory: making.virtualPosDirectory,
    shopPayments: dynamoShopPayments(store, runtime.events),
    boxSealer: doubleBoxSealer(making.sealer),
    brake: dynamoChargingPause({ store, tableName, clock, lifeMs }),
    subDealers: dynamoSubDealers(store),
    customers: dynamoCustomers(store),
    storedCards: dynamoStoredCards(store),
    bins: dynamoBinDirectory(store),
    cards: kmsCardHasher({ kms: kmsClient(), keyArn: readCardHashKey(variables) }),
    cardDays: dynamoCardDays(store),
    products: dynamoProducts(store),
  };
};
