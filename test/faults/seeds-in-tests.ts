import { expect, inject } from 'vitest';
import { type KindName, runKinds } from './run-kinds.ts';
import { Tally } from './tally.ts';

/** How many seeds a test runs, and what the first of them must have met. */
export interface SeedsInTests {
  /** As many on every machine, however slow: what is met in them is checked, so that it is no matter of speed. */
  readonly atLeast: number;
  /** On it goes for as long as the seeds took no more processor time than this. */
  readonly processorSeconds: number;
  readonly meets: readonly string[];
}

/** No machine is so fast that a test should run more. */
const MOST_SEEDS = 5000;

/** Runs the first seeds of a kind. All must hold, and they must have met what they are there for. */
export const expectSeeds = async (
  name: KindName,
  { atLeast, processorSeconds, meets }: SeedsInTests,
): Promise<void> => {
  const kind = runKinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  const opened = await kind.open(async () => inject('synthesized').assemblyFolder);
  const before = process.cpuUsage();
  const isInBudget = (): boolean => {
    const { user, system } = process.cpuUsage(before);
    return user + system < processorSeconds * 1_000_000;
  };
  const failures: string[] = [];
  const sums = new Tally();
  try {
    for (let seed = 1; seed <= atLeast || (seed <= MOST_SEEDS && isInBudget()); seed += 1) {
      try {
        const met = await opened.run(seed);
        if (seed <= atLeast) sums.addAll(met);
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
    expect({ name: one, met: sums.sum(one) > atLeast / 100 }).toEqual({ name: one, met: true });
  }
};
