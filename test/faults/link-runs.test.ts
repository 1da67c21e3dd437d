import { describe, expect, inject, test } from 'vitest';
import { type KindName, runKinds } from './run-kinds.ts';
import { Tally } from './tally.ts';

/** How many seeds of a kind fit into the tests, and what they must have met: runs that met nothing prove nothing. */
const plans: Readonly<Record<KindName, { readonly seeds: number; readonly meets: readonly string[] }>> = {
  link: { seeds: 500, meets: ['attempt stuck', 'attempt voided', 'attempt refunded', 'fault: kill', 'fault: bank '] },
  'link-real': { seeds: 80, meets: ['attempt voided', 'fault: kill', 'fault: proxy ', 'fault: store ', 'charge: '] },
  'link-killed': { seeds: 1, meets: ['kill -9', 'payer told paid', 'found '] },
};

describe('A link under crashes, lost answers and everything at once (rules 1 to 9, 17)', () => {
  test.each(runKinds.map((kind) => [kind.describes, kind] as const))(
    "ends with the bank's books equal to ours: %s",
    { timeout: 180_000 },
    async (_describes, kind) => {
      const plan = plans[kind.name];
      const opened = await kind.open(async () => inject('synthesized').assemblyFolder);
      const failures: string[] = [];
      const sums = new Tally();
      try {
        for (let seed = 1; seed <= plan.seeds; seed += 1) {
          try {
            sums.addAll(await opened.run(seed));
          } catch (error) {
            failures.push(`seed ${seed}: ${error instanceof Error ? error.message : 'unknown'}`);
          }
        }
      } finally {
        await opened.close();
      }
      expect(failures).toEqual([]);
      for (const name of [...plan.meets, 'attempt approved']) {
        expect({ name, met: sums.sum(name) > plan.seeds / 100 }).toEqual({ name, met: true });
      }
    },
  );
});
