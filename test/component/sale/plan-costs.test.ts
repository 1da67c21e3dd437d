import { describe, expect, test } from 'vitest';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { total } from '../../bench/figures.ts';
import { noonOn } from '../../bench/noon-plans.ts';
import { answeredCalls, readUnitsOf, type WireCall, writeUnitsOf } from '../../bench/tap.ts';
import { engineProblem, useStoreWorld } from '../../support/store/store-world.ts';

const METHODS = ['get', 'getMany', 'query', 'list', 'due', 'increment', 'transact'] as const;

/** A request for the next block of ids, which serves many plans. */
const takesIds = ({ body }: Pick<WireCall, 'body'>): boolean => body.includes('SEQUENCE#');

/**
 * A table that notes round trips: a call belongs to the trip after the last one of which a call had ended. Both are moments of
 * this process, so a slow machine counts the same. Blocks of ids make none.
 */
const withTrips = (table: Table) => {
  let trips: string[][] = [];
  let ended = 0;
  const noted = METHODS.map((name) => [
    name,
    async (...args: unknown[]): Promise<unknown> => {
      const [asked] = args;
      // A read of no keys makes no call.
      if (name === 'increment' || (Array.isArray(asked) && asked.length === 0)) {
        return Reflect.apply(table[name], table, args);
      }
      const of = trips;
      const place = ended;
      of[place] = [...(of[place] ?? []), `${name} ${JSON.stringify(asked).slice(0, 200)}`];
      const answer: unknown = await Reflect.apply(table[name], table, args);
      if (of === trips) ended = Math.max(ended, place + 1);
      return answer;
    },
  ]);
  const takeTrips = (): readonly (readonly string[])[] => {
    const taken = trips;
    trips = [];
    ended = 0;
    return taken;
  };
  return { table: { ...table, ...Object.fromEntries(noted) } as Table, takeTrips };
};

const problem = await engineProblem('dynoxide');

describe.skipIf(problem !== undefined)('What a payment plan that is charged at once asks of the store', () => {
  const world = useStoreWorld('dynoxide', { countsCapacity: true });

  test('7 round trips; with its direct payment, try and next plan 32 write units, where no limit counts, and 5 read units', async () => {
    const { store, direct, proxy } = world();
    const { table, takeTrips } = withTrips(store);
    const { due, charge } = await noonOn(direct, table, 6);
    const seen: { trips: readonly (readonly string[])[]; writes: number; reads: number }[] = [];
    for (const plan of due) {
      takeTrips();
      answeredCalls(proxy);
      await charge(plan);
      const calls = answeredCalls(proxy).filter((call) => !takesIds(call));
      const writes = total(calls.flatMap(writeUnitsOf).map(([, units]) => units));
      seen.push({ trips: takeTrips(), writes, reads: total(calls.map(readUnitsOf)) });
    }
    // The first plan of each dealer fills what the worker keeps.
    for (const { trips, writes, reads } of seen.slice(-2)) {
      expect(trips, trips.map((trip) => trip.join('\n')).join('\n\n')).toHaveLength(7);
      expect(writes).toBe(32);
      expect(reads).toBeLessThanOrEqual(5);
    }
  });
});
