import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { shopKeys } from '../../../shared/adapters/dynamodb/sandbox/sandbox-keys.ts';
import { dynamoShopOrders } from '../../../shared/adapters/dynamodb/sandbox/shop-orders.ts';
import type { Order } from '../../../shared/ports/demo-shop.ts';
import { clearVault } from '../../fakes/clear-vault.ts';
import { FakeClock } from '../../fakes/clock.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

/** The demo shop's orders, each a row of its own that expires. */
export const shopOrdersSuite = (world: () => StoreWorld): void => {
  describe('orders of the demo shop', () => {
    const clock = new FakeClock();
    const orders = () => dynamoShopOrders({ store: world().store, sealer: clearVault, opener: clearVault, clock });
    const newOrder = (): Order => ({ code: `shop-${randomUUID()}`, way: 'link', atMs: clock.now(), state: 'waiting' });

    test('are found with CodeForHash, listed without it, and expire after a day', async () => {
      const order = { ...newOrder(), url: 'https://pay.example/pay/x', codeForHash: 'secret' };
      expect(await orders().find(order.code)).toBeUndefined();
      await orders().change(order.code, () => order);
      expect(await orders().find(order.code)).toEqual(order);
      const { codeForHash: _secret, ...shown } = order;
      expect(await orders().list([`shop-${randomUUID()}`, order.code])).toEqual([shown]);
      const row = await world().store.get(shopKeys.order(order.code));
      expect(row).toMatchObject({ expiresAt: Math.ceil(order.atMs / 1000) + 24 * 60 * 60 });
      expect(Object.keys(row ?? {})).not.toContain('codeForHash');
    });

    test('lose no change of two that write at once', async () => {
      const order = newOrder();
      await orders().change(order.code, () => order);
      await Promise.all([
        orders().change(order.code, (stored = order) => ({ ...stored, state: 'paid' })),
        orders().change(order.code, (stored = order) => ({ ...stored, url: 'https://pay.example/pay/y' })),
      ]);
      expect(await orders().find(order.code)).toMatchObject({ state: 'paid', url: 'https://pay.example/pay/y' });
    });
  });
};
