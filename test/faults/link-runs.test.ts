import { describe, expect, inject, test } from 'vitest';
import { type RunKind, runKinds } from './run-kinds.ts';
import { Tally } from './tally.ts';

/** How many seeds of a kind fit into the tests, and what they must have met: runs that met nothing prove nothing. */
const plans: Readonly<Record<string, { readonly seeds: number; readonly meets: readonly string[] }>> = {
  link: { seeds: 500, meets: ['attempt stuck', 'attempt voided', 'attempt refunded', 'fault: kill', 'fault: bank '] },
  'link-real': { seeds: 60, meets: ['attempt voided', 'fault: kill', 'fault: proxy ', 'fault: store ', 'charge: '] },
};

describe('A link under crashes, lost answers and everything at once (rules 1 to 9, 17)', () => {
  test.each(runKinds.map((kind): readonly [string, RunKind] => [kind.describes, kind]))(
    "ends with the bank's books equal to ours: %s",
    { timeout: 180_000 },
    async (_describes, kind) => {
      const plan = plans[kind.name];
      if (plan === undefined) return;
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
      for (const name of [...plan.meets, 'link paid', 'charges at the bank']) {
        expect({ name, met: sums.sum(name) > plan.seeds / 100 }).toEqual({ name, met: true });
      }
    },
  );
});
