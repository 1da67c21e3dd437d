import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process and all that it started. */
export interface MemorySample {
  readonly atMs: number;
  readonly mb: number;
}

interface ProcessFacts {
  readonly parent: number;
  readonly mb: number;
}

const factsOf = (pid: string): ProcessFacts | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const fieldOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return { parent: fieldOf('PPid'), mb: fieldOf('VmRSS') / 1024 };
  } catch {
    // It ended meanwhile.
    return undefined;
  }
};

/** True if a process is `root` or was started by it, directly or not. */
const isOf = (root: number, pid: number, all: ReadonlyMap<number, ProcessFacts>): boolean => {
  let at = pid;
  for (let steps = 0; steps < all.size && at !== root; steps += 1) at = all.get(at)?.parent ?? 0;
  return at === root;
};

/** The resident memory of a process and its descendants in MB; undefined where the system does not tell (no /proc). */
export const memoryOfTree = (root: number): number | undefined => {
  if (process.platform !== 'linux') return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const all = new Map(
    pids.flatMap((pid) => [factsOf(pid)].flatMap((facts) => (facts ? [[Number(pid), facts] as const] : []))),
  );
  return [...all].reduce((sum, [pid, { mb }]) => (isOf(root, pid, all) ? sum + mb : sum), 0);
};

/** Shorter runs say nothing: functions that are called for the first time take memory. */
const MIN_JUDGED_MS = 300_000;
/** Growth over the second half of a run, of its mean, up to which memory counts as flat. */
const FLAT_SHARE = 0.1;

/** How memory moved over the second half of a run. */
export interface MemoryTrend {
  readonly meanMb: number;
  readonly mbPerHour: number;
  /** Undefined where the run was too short to tell. */
  readonly flat: boolean | undefined;
}

/** The line through the samples of the second half. Undefined with fewer than three of them. */
export const memoryTrend = (samples: readonly MemorySample[]): MemoryTrend | undefined => {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const half = samples.filter(({ atMs }) => atMs >= (first.atMs + last.atMs) / 2);
  if (half.length < 3) return undefined;
  const mean = (of: (sample: MemorySample) => number): number =>
    half.reduce((sum, one) => sum + of(one), 0) / half.length;
  const [meanMs, meanMb] = [mean(({ atMs }) => atMs), mean(({ mb }) => mb)];
  const slope = mean(({ atMs, mb }) => (atMs - meanMs) * (mb - meanMb)) / mean(({ atMs }) => (atMs - meanMs) ** 2);
  const grownMb = (slope * (last.atMs - first.atMs)) / 2;
  const flat = last.atMs - first.atMs < MIN_JUDGED_MS ? undefined : grownMb <= FLAT_SHARE * meanMb;
  return { meanMb, mbPerHour: slope * 3_600_000, flat };
};
