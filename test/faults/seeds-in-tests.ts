import { expect, inject } from 'vitest';
import { type KindName, type OpenedKind, runKinds } from './run-kinds.ts';
import { Tally } from './tally.ts';

interface SeedPlan {
  /** These first seeds run on every machine, however slow it is: what they met is the same everywhere. */
  readonly floor: number;
  /** Further seeds run until the test has used so much of the processor; no wall clock decides. */
  readonly processorSeconds?: number;
  /** What the first seeds must have met, each in one of a hundred seeds at least. */
  readonly meets: readonly string[];
}

const processorSecondsUsed = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

/** The seeds of the floor, then more of them while there is budget, and no more than a full run has. */
const runSeeds = async (
  opened: OpenedKind,
  { floor, processorSeconds = 0, most }: SeedPlan & { readonly most: number },
) => {
  const failures: string[] = [];
  const met = new Tally();
  const endsAt = processorSecondsUsed() + processorSeconds;
  for (let seed = 1; seed <= most && (seed <= floor || processorSecondsUsed() < endsAt); seed += 1) {
    try {
      const tally = await opened.run(seed);
      if (seed <= floor) met.addAll(tally);
    } catch (error) {
      failures.push(`seed ${seed}: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  }
  return { failures, met };
};

/** Runs the first seeds of a kind. All must hold, and they must have met what they are there for. */
export const expectSeeds = async (name: KindName, plan: SeedPlan): Promise<void> => {
  const kind = runKinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  const opened = await kind.open(async () => inject('synthesized').assemblyFolder);
  try {
    const { failures, met } = await runSeeds(opened, { ...plan, most: kind.seeds });
    expect(failures).toEqual([]);
    // Runs that met nothing would prove nothing.
    for (const one of plan.meets) {
      expect({ name: one, met: met.sum(one) > plan.floor / 100 }).toEqual({ name: one, met: true });
    }
  } finally {
    await opened.close();
  }
};
