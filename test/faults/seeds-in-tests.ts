import { expect, inject } from 'vitest';
import { type KindName, runKinds } from './run-kinds.ts';
import { Tally } from './tally.ts';

/** Runs the first seeds of a kind. All must hold, and they must have met what they are there for. */
export const expectSeeds = async (
  name: KindName,
  { seeds, meets }: { readonly seeds: number; readonly meets: readonly string[] },
): Promise<void> => {
  const kind = runKinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  const opened = await kind.open(async () => inject('synthesized').assemblyFolder);
  const failures: string[] = [];
  const sums = new Tally();
  try {
    for (let seed = 1; seed <= seeds; seed += 1) {
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
  // Runs that met nothing would prove nothing.
  for (const one of meets) {
    expect({ name: one, met: sums.sum(one) > seeds / 100 }).toEqual({ name: one, met: true });
  }
};
