import { MAX_PRODUCTS, type Product } from '../../../domain/sale/product.ts';
import type { Products } from '../../../ports/products.ts';
import { plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import { objectRow, parseRow, storedId, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { findByTwo } from '../engine/two-identifiers.ts';
import { ABSENT } from '../engine/writes.ts';
import { keys, PRODUCT_PREFIX, productsPartition, salesOfProductPartition } from '../keys.ts';
import { oneLess, oneMore } from './record-count.ts';
import { oneUser, UNUSED } from './uses.ts';

type Purpose = 'id' | 'code' | 'count';

const productRow = objectRow(() => ({
  dealerCode: storedText,
  dealerProductId: storedId,
  productCode: storedText,
  productName: storedText,
  createdAtMs: storedWhole,
}));

export const readProductRow = (row: unknown): Product => parseRow('product', productRow, row);

/** A product is written whole under both its identifiers, so that either finds it in one read. One of the two counts its uses. */
export const productItems = (product: Product) => {
  const row = { entity: 'product', ...product };
  return [
    { ...keys.productById(product.dealerCode, product.dealerProductId), ...row, uses: 0 },
    { ...keys.productByCode(product.dealerCode, product.productCode), ...row },
  ] as const;
};

export const dynamoProducts = (table: Table): Products => ({
  find: (dealerCode, { dealerProductId, productCode }) =>
    findByTwo(table, readProductRow, {
      byId: dealerProductId === undefined ? undefined : keys.productById(dealerCode, dealerProductId),
      byCode: productCode === undefined ? undefined : keys.productByCode(dealerCode, productCode),
    }),

  ofIds: async (dealerCode, ids) => {
    const rows = await table.getMany(ids.map((id) => keys.productById(dealerCode, id)));
    return rows.map(readProductRow);
  },

  newest: async (dealerCode, limit) => {
    const pk = productsPartition(dealerCode);
    return (await table.query({ pk, skPrefix: PRODUCT_PREFIX, limit, newestFirst: true })).map(readProductRow);
  },

  add: async (product) => {
    const [byId, byCode] = productItems(product);
    const outcome = await transactPlanned<Purpose>(table, [
      ...plannedFor<Purpose>('id', [{ put: byId, onlyIf: ABSENT }]),
      ...plannedFor<Purpose>('code', [{ put: byCode, onlyIf: ABSENT }]),
      ...plannedFor<Purpose>('count', [oneMore(keys.productCount(product.dealerCode), MAX_PRODUCTS)]),
    ]);
    if (outcome.applied) return 'added';
    if (outcome.refusalOf('code') !== undefined) return 'code-taken';
    return outcome.refusalOf('count') === undefined ? 'id-taken' : 'too-many';
  },

  remove: async ({ dealerCode, dealerProductId, productCode }) => {
    const outcome = await transactPlanned<Purpose>(table, [
      ...plannedFor<Purpose>('id', [{ remove: keys.productById(dealerCode, dealerProductId), onlyIf: UNUSED }]),
      ...plannedFor<Purpose>('code', [{ remove: keys.productByCode(dealerCode, productCode) }]),
      ...plannedFor<Purpose>('count', [oneLess(keys.productCount(dealerCode))]),
    ]);
    if (outcome.applied) return 'removed';
    if (outcome.refusalOf('id')?.item === undefined) return 'not-there';
    return { usedBy: await oneUser(table, salesOfProductPartition(dealerCode, dealerProductId)) };
  },
});
