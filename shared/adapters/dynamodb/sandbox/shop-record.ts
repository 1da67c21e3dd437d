import type { ShopRecord, ShopRecords } from '../../../ports/demo-shop.ts';
import { objectRow, parseRow, storedId, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { shopKeys } from './sandbox-keys.ts';

const shopRow = objectRow(() => ({
  version: storedWhole,
  dealerCode: storedText,
  username: storedText,
  sealedPassword: storedText,
  dealerCustomerTypeId: storedId,
  bankCode: storedText,
}));

export const shopItem = (record: ShopRecord) => ({ ...shopKeys.shop(), entity: 'demo-shop', ...record });

/** The dealer of a sandbox stage's demo shop. */
export const dynamoShopRecords = (store: Pick<Table, 'get'>): ShopRecords => ({
  find: async () => {
    const row = await store.get(shopKeys.shop());
    return row === undefined ? undefined : parseRow('demo shop', shopRow, row);
  },
});
