import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildBothFormats, type Format, formats } from './both-formats.ts';
import type { Lab, RunningStack } from './lab.ts';
import { heading, table, within } from './report.ts';
import { median } from './statistics.ts';

const RATIO_AIM = 0.85;
const TIMEOUT_MS = 20_000;

const begin = 'const startedAt = performance.now(), startedCpu = process.cpuUsage();';
const end = `const cpu = process.cpuUsage(startedCpu), ms = performance.now() - startedAt;
process.stdout.write("\\n" + ms + " " + (cpu.user + cpu.system) / 1000, () => process.exit());`;
const loaders: Readonly<Record<Format, string>> = {
  cjs: `${begin} require(process.argv[1]); ${end}`,
  esm: `${begin} import(process.argv[1]).then(() => { ${end} });`,
};

/** Milliseconds, and those of processor time, all threads of the process together. */
interface LoadTime {
  readonly ms: number;
  readonly cpuMs: number;
}

interface Candidate {
  readonly name: string;
  readonly format: Format;
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly times: LoadTime[];
  /** Of each time, beside the bare handler just before. */
  readonly ratios: LoadTime[];
}

const run = promisify(execFile);

/** From the first line of a process to a loaded bundle, with everything that it makes at load. */
async function loadOnce({ file, format, environment }: Candidate): Promise<LoadTime> {
  const options = { env: environment, timeout: TIMEOUT_MS };
  const { stdout } = await run(process.execPath, ['-e', loaders[format], file], options);
  const [ms = Number.NaN, cpuMs = Number.NaN] = stdout
    .slice(stdout.lastIndexOf('\n') + 1)
    .split(' ')
    .map(Number);
  return { ms, cpuMs };
}

async function candidatesIn(lab: Lab, stack: RunningStack): Promise<readonly [Candidate, ...Candidate[]]> {
  const built = await buildBothFormats(lab.folder('load'));
  const candidate = (name: string, format: Format, file: string): Candidate => {
    const environment = { ...stack.environments[name], PATH: process.env.PATH ?? '' };
    return { name, format, file, environment, times: [], ratios: [] };
  };
  const bare: Candidate = {
    ...candidate('get-sale', 'cjs', built.bareFile),
    name: 'bare handler',
  };
  const others = built.names.flatMap((name) =>
    formats.map((format) => candidate(name, format, built.fileOf(name, format))),
  );
  return [bare, ...others];
}

/** Compares the load time of every bundle with that of a handler that holds the SDK alone. */
export async function load(lab: Lab): Promise<void> {
  const candidates = await candidatesIn(lab, await lab.sharedStack());
  const [bare, ...others] = candidates;
  for (let round = 0; round < lab.plan.loadRounds; round += 1) {
    let bareTime: LoadTime = { ms: Number.NaN, cpuMs: Number.NaN };
    for (const [index, one] of others.entries()) {
      // Again before every function, so that both meet the same moment of the machine.
      if (index % formats.length === 0) {
        bareTime = await loadOnce(bare);
        bare.times.push(bareTime);
      }
      const time = await loadOnce(one);
      one.times.push(time);
      one.ratios.push({ ms: time.ms / bareTime.ms, cpuMs: time.cpuMs / bareTime.cpuMs });
    }
  }
  heading('Load time', [
    `Every bundle loaded in a process of its own, in turn, ${lab.plan.loadRounds} rounds: median milliseconds of loading it with all`,
    'that it makes at load, and the median of the ratios to the bare handler (the two SDK packages, default settings)',
    'loaded just before. Processor time, which other work on the machine disturbs less, beside it. Aim for what is',
    'deployed (cjs): at most 0.85 of the processor time.',
  ]);
  const middle = (times: readonly LoadTime[], of: keyof LoadTime): number => median(times.map((time) => time[of]));
  const cells = (name: string, format: Format, of: keyof LoadTime): string[] => {
    const one = others.find((other) => other.name === name && other.format === format);
    return [middle(one?.times ?? [], of).toFixed(1), middle(one?.ratios ?? [], of).toFixed(2)];
  };
  const rows = [...new Set(others.map(({ name }) => name))].map((name) => {
    const cpu = cells(name, 'cjs', 'cpuMs');
    const aimed = [RATIO_AIM.toFixed(2), within(Number(cpu[1]), RATIO_AIM)];
    return [name, ...cells(name, 'cjs', 'ms'), ...cpu, ...aimed, ...cells(name, 'esm', 'cpuMs')];
  });
  table(
    ['function', 'cjs ms', 'ratio', 'cpu ms', 'ratio', 'aim', 'met', 'esm cpu ms', 'ratio'],
    [
      ...rows,
      ['bare handler', middle(bare.times, 'ms').toFixed(1), '1.00', middle(bare.times, 'cpuMs').toFixed(1), '1.00'],
    ],
  );
}
