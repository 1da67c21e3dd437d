import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildBothFormats, type Format, formats } from './both-formats.ts';
import type { Lab, RunningStack } from './lab.ts';
import { heading, table, within } from './report.ts';
import { median } from './statistics.ts';

const RATIO_AIM = 0.85;
const TIMEOUT_MS = 20_000;

const say = 'process.stdout.write("\\n" + (performance.now() - startedAt), () => process.exit());';
const loaders: Readonly<Record<Format, string>> = {
  cjs: `const startedAt = performance.now(); require(process.argv[1]); ${say}`,
  esm: `const startedAt = performance.now(); import(process.argv[1]).then(() => { ${say} });`,
};

interface Candidate {
  readonly name: string;
  readonly format: Format;
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timesMs: number[];
  /** Of each time, beside the bare handler just before. */
  readonly ratios: number[];
}

const run = promisify(execFile);

/** Milliseconds from the first line of a process to a loaded bundle, with everything that it makes at load. */
async function loadOnce({ file, format, environment }: Candidate): Promise<number> {
  const options = { env: environment, timeout: TIMEOUT_MS };
  const { stdout } = await run(process.execPath, ['-e', loaders[format], file], options);
  return Number(stdout.slice(stdout.lastIndexOf('\n') + 1));
}

async function candidatesIn(lab: Lab, stack: RunningStack): Promise<readonly [Candidate, ...Candidate[]]> {
  const built = await buildBothFormats(lab.folder('load'));
  const candidate = (name: string, format: Format, file: string): Candidate => {
    const environment = { ...stack.environments[name], PATH: process.env.PATH ?? '' };
    return { name, format, file, environment, timesMs: [], ratios: [] };
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
    let bareMs = Number.NaN;
    for (const [index, one] of others.entries()) {
      // Again before every function, so that both meet the same moment of the machine.
      if (index % formats.length === 0) {
        bareMs = await loadOnce(bare);
        bare.timesMs.push(bareMs);
      }
      const timeMs = await loadOnce(one);
      one.timesMs.push(timeMs);
      one.ratios.push(timeMs / bareMs);
    }
  }
  heading('Load time', [
    `Every bundle loaded in a process of its own, in turn, ${lab.plan.loadRounds} rounds: median milliseconds of loading it with all`,
    'that it makes at load, and the median of the ratios to the bare handler (the two SDK packages, default settings)',
    'loaded just before. Aim for what is deployed (cjs): at most 0.85.',
  ]);
  const cells = (name: string, format: Format): string[] => {
    const one = others.find((other) => other.name === name && other.format === format);
    return [median(one?.timesMs ?? []).toFixed(1), median(one?.ratios ?? []).toFixed(2)];
  };
  const rows = [...new Set(others.map(({ name }) => name))].map((name) => {
    const [cjs, esm] = [cells(name, 'cjs'), cells(name, 'esm')];
    return [name, ...cjs, RATIO_AIM.toFixed(2), within(Number(cjs[1]), RATIO_AIM), ...esm];
  });
  table(
    ['function', 'cjs ms', 'ratio', 'aim', 'met', 'esm ms', 'ratio'],
    [...rows, ['bare handler', median(bare.timesMs).toFixed(1), '1.00']],
  );
}
