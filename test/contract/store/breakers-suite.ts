import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoBreakers } from '../../../shared/adapters/dynamodb/breaker/breakers.ts';
import { ALL_BREAKERS } from '../../../shared/adapters/dynamodb/keys.ts';
import type { Breaker } from '../../../shared/domain/breaker/breaker.ts';
import { FakeClock } from '../../fakes/clock.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

/** The breakers of a stage (rule 46), on every store that stands for the table. */
export const breakersSuite = (world: () => Pick<StoreWorld, 'store'>): void => {
  describe('the breakers of a stage', () => {
    const clock = new FakeClock();
    const over = (lifeMs = 0) => dynamoBreakers({ store: world().store, clock, lifeMs });
    const breakerOf = (changes: Partial<Breaker> = {}): Breaker => ({
      host: `${randomUUID()}.example`,
      state: 'open',
      version: 1,
      openedAtMs: clock.now(),
      retryAtMs: clock.now() + 30_000,
      ...changes,
    });
    const stored = async ({ host }: Breaker, breakers = over()) =>
      (await breakers.all()).filter((one) => one.host === host);

    test('are written once for each version: of ten writes at once one is the first', async () => {
      const breaker = breakerOf();
      const writes = await Promise.all(Array.from({ length: 10 }, () => over().write(breaker)));
      expect(writes.filter(Boolean)).toHaveLength(1);
      const leases = await Promise.all(Array.from({ length: 10 }, () => over().write({ ...breaker, version: 2 })));
      expect(leases.filter(Boolean)).toHaveLength(1);
      expect(await stored(breaker)).toEqual([{ ...breaker, version: 2 }]);
      expect(await over().write({ ...breaker, version: 2 })).toBe(false);
    });

    test('of a gateway and of its virtual POS stand beside each other, open or closed', async () => {
      const gateway = breakerOf({ state: 'closed', closedAtMs: clock.now() });
      const ofPos = breakerOf({ host: gateway.host, pos: { dealerCode: 'D1', posId: 'isbank' } });
      await over().write(gateway);
      await over().write(ofPos);
      expect(await stored(gateway)).toEqual([gateway, ofPos]);
    });

    test('are kept for the life of the cache, and read anew after a write of the instance itself', async () => {
      const [mine, other, breaker] = [over(60_000), over(), breakerOf()];
      expect(await stored(breaker, mine)).toEqual([]);
      await other.write(breaker);
      expect(await stored(breaker, mine)).toEqual([]);
      expect(await mine.write({ ...breaker, version: 2, retryAtMs: 1 })).toBe(true);
      expect(await stored(breaker, mine)).toEqual([{ ...breaker, version: 2, retryAtMs: 1 }]);
      clock.advance(60_000);
      await other.write({ ...breaker, version: 3 });
      clock.advance(60_000);
      expect(await stored(breaker, mine)).toEqual([{ ...breaker, version: 3 }]);
    });

    test('a row that cannot be read stops nobody', async () => {
      const [broken, breaker] = [breakerOf(), breakerOf()];
      await over().write(breaker);
      const row = { pk: ALL_BREAKERS, sk: `GATEWAY#${broken.host}`, host: broken.host, state: 'ajar' };
      await world().store.transact([{ put: row }]);
      expect(await stored(broken)).toEqual([]);
      expect(await stored(breaker)).toEqual([breaker]);
    });

    test('counts of instances add up by virtual POS, over this minute and the one before', async () => {
      const { host } = breakerOf();
      const pos = { dealerCode: 'D1', posId: 'isbank' };
      const at = clock.now() - (clock.now() % 60_000);
      const count = (failures: number, answers: number, nowMs: number, posId = pos.posId) =>
        over().count(host, [{ ...pos, posId, failures, answers }], nowMs);
      expect(await count(1, 2, at)).toEqual([{ ...pos, failures: 1, answers: 2 }]);
      await Promise.all([count(1, 0, at + 59_000), count(2, 1, at + 60_000)]);
      expect(await count(0, 1, at + 61_000, 'other')).toEqual([
        { ...pos, failures: 4, answers: 3 },
        { ...pos, posId: 'other', failures: 0, answers: 1 },
      ]);
      expect(await count(1, 0, at + 180_000)).toEqual([{ ...pos, failures: 1, answers: 0 }]);
    });
  });
};
