import { expect, inject } from 'vitest';
import { type KindName, type OpenedKind, runKinds } from './run-kinds.ts';
import { Tally } from './tally.ts';

interface SeedPlan {
  /** This many first seeds run on every machine, however slow, so their coverage is the same everywhere. */
  readonly floor: number;
  /** More seeds run until the test has used this much processor time; no wall clock decides. */
  readonly processorSeconds?: number;
  /** What the first seeds must meet, each in at least one of a hundred seeds. */
  readonly meets: readonly string[];
}

const processorSecondsUsed = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

/** The first seeds, then more within the processor time, and at most as many as a full run. */
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

/** Runs the first seeds of a kind. All must pass, and they must have met what the plan names. */
export const expectSeeds = async (name: KindName, plan: SeedPlan): Promise<void> => {
  const kind = runKinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  const opened = await kind.open(async () => inject('synthesized').assemblyFolder);
  try {
    const { failures, met } = await runSeeds(opened, { ...plan, most: kind.seeds });
    expect(failures).toEqual([]);
    // Runs that met no fault would prove nothing.
    for (const one of plan.meets) {
      expect({ name: one, met: met.sum(one) > plan.floor / 100 }).toEqual({ name: one, met: true });
    }
  } finally {
    await opened.close();
  }
};
