import { readdirSync, readFileSync } from 'node:fs';

/** Linux tells processor time in hundredths of a second. */
const TICK_MS = 10;

interface ProcessTimes {
  readonly parent: number;
  readonly ms: number;
}

const timesOf = (pid: string): ProcessTimes | undefined => {
  try {
    // The name of the program stands in brackets, and may have blanks.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    // It ended meanwhile.
    return undefined;
  }
};

/** Milliseconds of a processor that the running processes took which this one started, directly or not. NaN without /proc. */
export const processorOfOthersMs = (): number => {
  if (process.platform !== 'linux') return Number.NaN;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const all = new Map(
    pids.flatMap((pid) => [timesOf(pid)].flatMap((one) => (one ? [[Number(pid), one] as const] : []))),
  );
  const isOurs = (pid: number): boolean => {
    let at = all.get(pid)?.parent ?? 0;
    for (let steps = 0; steps < all.size && at !== process.pid && at > 0; steps += 1) at = all.get(at)?.parent ?? 0;
    return at === process.pid;
  };
  return [...all].reduce((sum, [pid, { ms }]) => (isOurs(pid) ? sum + ms : sum), 0);
};

/** What a call took: its time, the processor time of this process, and that of the engine behind it. Milliseconds. */
export interface Taken {
  readonly wallMs: number;
  readonly ownMs: number;
  readonly engineMs: number;
}

export const taken = async (call: () => Promise<unknown>): Promise<Taken> => {
  const [startedAt, own, others] = [performance.now(), process.cpuUsage(), processorOfOthersMs()];
  await call();
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(own);
  return { wallMs, ownMs: (user + system) / 1000, engineMs: processorOfOthersMs() - others };
};
