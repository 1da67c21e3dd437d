import { expect, inject } from 'vitest';
import { gatewayKinds } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import { type KindName, type OpenedKind, runKinds } from './run-kinds.ts';
import { Tally } from './tally.ts';

interface SeedPlan {
  /** This many first seeds run on every machine, however slow, so their coverage is the same everywhere. */
  readonly seeds: number;
  /** What they must meet, each in at least one of a hundred seeds. */
  readonly meets: readonly string[];
}

const runSeeds = async (opened: OpenedKind, seeds: number) => {
  const failures: string[] = [];
  const met = new Tally();
  for (let seed = 1; seed <= seeds; seed += 1) {
    try {
      met.addAll(await opened.run(seed));
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
    const { failures, met } = await runSeeds(opened, plan.seeds);
    expect(failures).toEqual([]);
    // Runs that met no fault would prove nothing.
    const gateways = plan.seeds === 1 ? [] : gatewayKinds.map((gateway) => `gateway: ${gateway}`);
    for (const one of [...gateways, ...plan.meets]) {
      expect({ name: one, met: met.sum(one) > plan.seeds / 100 }).toEqual({ name: one, met: true });
    }
  } finally {
    await opened.close();
  }
};
