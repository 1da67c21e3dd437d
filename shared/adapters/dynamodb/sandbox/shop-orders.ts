import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { Clock } from '../../../ports/clock.ts';
import { ORDER_LIFE_MS, type Order, type ShopOrders } from '../../../ports/demo-shop.ts';
import { StoreUnavailable } from '../../../ports/store-errors.ts';
import { type Opener, type Sealer, shopCodeForHashContext } from '../../../ports/vault.ts';
import { objectRow, optionalText, parseRow, type RowOf, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion } from '../engine/writes.ts';
import { shopKeys } from './sandbox-keys.ts';

/** An order has two writers, its call and its result, so more conflicts than this are no accident. */
const MAX_ROUNDS = 5;

const orderRow = objectRow(() => ({
  code: storedText,
  version: storedWhole,
  way: z.enum(['link', 'frame', 'card-3d', 'card', 'course', 'gift']),
  atMs: storedWhole,
  state: z.enum(['waiting', 'paid', 'not-paid', 'unknown']),
  url: optionalText,
  sealedCodeForHash: optionalText,
}));
type StoredOrder = RowOf<typeof orderRow>;

export interface ShopOrdersOptions {
  readonly store: Pick<Table, 'get' | 'transact'>;
  readonly sealer: Sealer;
  readonly opener: Opener;
  readonly clock: Clock;
}

const shownOrder = ({ version: _version, sealedCodeForHash: _sealed, ...order }: StoredOrder): Order =>
  omitUndefined(order);

/** The demo shop's orders in the stage's table, each under its own code. */
export const dynamoShopOrders = ({ store, sealer, opener, clock }: ShopOrdersOptions): ShopOrders => {
  // Rows stay for a while after they have expired, so their age is looked at.
  const read = async (code: string): Promise<StoredOrder | undefined> => {
    const row = await store.get(shopKeys.order(code));
    return row === undefined ? undefined : parseRow('shop order', orderRow, row);
  };
  const isKept = ({ atMs }: StoredOrder): boolean => clock.now() < atMs + ORDER_LIFE_MS;
  const kept = async (code: string): Promise<StoredOrder | undefined> => {
    const stored = await read(code);
    return stored !== undefined && isKept(stored) ? stored : undefined;
  };
  const opened = async (stored: StoredOrder): Promise<Order> => {
    const { code, sealedCodeForHash } = stored;
    if (sealedCodeForHash === undefined) return shownOrder(stored);
    return { ...shownOrder(stored), codeForHash: await opener.open(sealedCodeForHash, shopCodeForHashContext(code)) };
  };
  const written = async (order: Order, stored: StoredOrder | undefined): Promise<boolean> => {
    const { codeForHash, ...shown } = order;
    const sealedCodeForHash =
      codeForHash === undefined ? undefined : await sealer.seal(codeForHash, shopCodeForHashContext(order.code));
    const version = (stored?.version ?? 0) + 1;
    const expiresAt = Math.ceil((order.atMs + ORDER_LIFE_MS) / 1000);
    const fields = omitUndefined({ ...shown, sealedCodeForHash, version, expiresAt });
    const put = { ...shopKeys.order(order.code), entity: 'shop-order', ...fields };
    const onlyIf = stored === undefined ? ABSENT : atVersion(stored.version);
    return (await store.transact([{ put, onlyIf }])).applied;
  };
  return {
    find: async (code) => {
      const stored = await kept(code);
      return stored === undefined ? undefined : opened(stored);
    },
    list: async (codes) => {
      const stored = await Promise.all(codes.map(kept));
      const orders = stored.filter((one) => one !== undefined).map(shownOrder);
      return orders.toSorted((one, other) => other.atMs - one.atMs);
    },
    change: async (code, next) => {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const stored = await read(code);
        const known = stored !== undefined && isKept(stored) ? await opened(stored) : undefined;
        const order = next(known);
        if (order === known || (await written(order, stored))) return order;
      }
      throw new StoreUnavailable('not-applied', 'ConditionalCheckFailed');
    },
  };
};
