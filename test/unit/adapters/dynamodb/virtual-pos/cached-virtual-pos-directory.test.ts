import { describe, expect, test } from 'vitest';
import { cachedVirtualPosDirectory } from '../../../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { VirtualPos } from '../../../../../shared/domain/virtual-pos/virtual-pos.ts';
import { FakeClock } from '../../../../fakes/clock.ts';
import { posWith } from '../../../../support/dealer/virtual-pos.ts';

const newDirectory = () => {
  const clock = new FakeClock();
  const held = new Map<string, readonly VirtualPos[]>();
  const reads: string[] = [];
  const directory = {
    ofDealer: async (dealerCode: string) => {
      reads.push(dealerCode);
      return held.get(dealerCode) ?? [];
    },
  };
  return { clock, held, reads, cached: cachedVirtualPosDirectory({ directory, clock, lifeMs: 1000 }) };
};

describe('virtual POS in the instance (rule 35)', () => {
  test('are read once within their life and again after it, for each dealer', async () => {
    const { cached, clock, held, reads } = newDirectory();
    held.set('D1', [posWith()]);
    held.set('D2', [posWith({ posId: 'other' })]);
    await cached.ofDealer('D1');
    held.set('D1', [posWith({ version: 2 })]);
    clock.advance(999);
    expect(await cached.ofDealer('D1')).toMatchObject([{ version: 1 }]);
    expect(await cached.ofDealer('D2')).toMatchObject([{ posId: 'other' }]);
    clock.advance(1);
    expect(await cached.ofDealer('D1')).toMatchObject([{ version: 2 }]);
    expect(reads).toEqual(['D1', 'D2', 'D1']);
  });

  test('a dealer without any is never remembered as such', async () => {
    const { cached, held, reads } = newDirectory();
    expect(await cached.ofDealer('D1')).toEqual([]);
    held.set('D1', [posWith()]);
    expect(await cached.ofDealer('D1')).toHaveLength(1);
    expect(reads).toEqual(['D1', 'D1']);
  });
});
