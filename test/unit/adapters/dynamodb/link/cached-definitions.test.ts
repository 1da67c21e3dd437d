import { describe, expect, test } from 'vitest';
import { cachedDefinitions } from '../../../../../shared/adapters/dynamodb/link/definitions.ts';
import type { Definition } from '../../../../../shared/domain/link/definition.ts';
import { StoreUnavailable } from '../../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../../fakes/clock.ts';
import { definitionWith } from '../../../../support/dealer/dealers.ts';

const newDefinitions = () => {
  const clock = new FakeClock();
  const held = new Map<number, Definition>();
  const reads: number[] = [];
  const source = {
    failure: undefined as Error | undefined,
    find: async (id: number) => {
      reads.push(id);
      if (source.failure !== undefined) throw source.failure;
      return held.get(id);
    },
  };
  const put = (id: number, displayName = 'first'): void => {
    held.set(id, definitionWith('D1', { dealerCustomerTypeId: id, displayName }));
  };
  return { clock, held, reads, source, put, cached: cachedDefinitions({ definitions: source, clock, lifeMs: 1000 }) };
};

describe('definitions in the instance (rule 35)', () => {
  test('one is read once within its life and again after it', async () => {
    const { cached, clock, put, reads } = newDefinitions();
    put(1);
    await cached.find(1);
    put(1, 'changed');
    clock.advance(999);
    expect(await cached.find(1)).toMatchObject({ displayName: 'first' });
    clock.advance(1);
    expect(await cached.find(1)).toMatchObject({ displayName: 'changed' });
    expect(reads).toEqual([1, 1]);
  });

  test('one that is missing is never remembered as missing', async () => {
    const { cached, put, reads } = newDefinitions();
    expect(await cached.find(1)).toBeUndefined();
    put(1);
    expect(await cached.find(1)).toBeDefined();
    expect(reads).toEqual([1, 1]);
  });

  test('one that was removed is gone after its life', async () => {
    const { cached, clock, held, put } = newDefinitions();
    put(1);
    await cached.find(1);
    held.delete(1);
    clock.advance(1000);
    expect(await cached.find(1)).toBeUndefined();
  });

  test('a failed read is not kept', async () => {
    const { cached, put, source } = newDefinitions();
    put(1);
    source.failure = new StoreUnavailable('unknown', 'TimeoutError');
    await expect(cached.find(1)).rejects.toBe(source.failure);
    source.failure = undefined;
    expect(await cached.find(1)).toBeDefined();
  });

  test('1,000 are kept: one more puts out the oldest', async () => {
    const { cached, put, reads } = newDefinitions();
    for (let id = 1; id <= 1001; id += 1) put(id);
    for (let id = 1; id <= 1001; id += 1) await cached.find(id);
    await cached.find(2);
    expect(reads).toHaveLength(1001);
    await cached.find(1);
    expect(reads).toHaveLength(1002);
  });
});
