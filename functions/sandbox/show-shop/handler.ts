import { dynamoShopOrders } from '../../../shared/adapters/dynamodb/sandbox/shop-orders.ts';
import { dynamoShopRecords } from '../../../shared/adapters/dynamodb/sandbox/shop-record.ts';
import { readVaultKeys } from '../../../shared/adapters/runtime/environment.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { kmsClient, kmsOpener, kmsSealer } from '../../../shared/adapters/vault/kms-vault.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { contract } from './contract.ts';
import { sellerOf } from './seller.ts';
import { showShop } from './show-shop.ts';

const { store, ...runtime } = pageRuntime(process.env);
const { baseUrl, clock } = runtime;
const vault = { kms: kmsClient(), ...readVaultKeys(process.env), clock };
const [sealer, opener] = [kmsSealer(vault), kmsOpener(vault)];

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: showShop({
    seller: sellerOf({ records: dynamoShopRecords(store), opener, baseUrl }),
    orders: dynamoShopOrders({ store, sealer, opener, clock }),
    baseUrl,
    clock,
  }),
});
