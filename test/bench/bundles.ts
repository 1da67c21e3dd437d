import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { bundleFunctions } from '../../infra/bundle.ts';
import { functionDefinitions } from '../../infra/functions.ts';
import { aimed, median, print, type Row, timeInTurn } from './figures.ts';
import { type Lab, startStack } from './lab.ts';

const RATIO_AIM = 0.85;
const TIMEOUT_MS = 60_000;
const LARGEST_PARTS = 4;
const PACKAGE = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/;
const LOADER = `const startedAt = performance.now(), before = process.cpuUsage(); require(process.argv[1]);
const { user, system } = process.cpuUsage(before), ms = performance.now() - startedAt;
process.stdout.write("\\n" + ms + " " + (user + system) / 1000, () => process.exit());`;

/** What the bytes of a bundle are from: packages by name, and the project's own sources. */
const largestParts = ({ outputs }: Metafile, name: string): string => {
  const bytes = new Map<string, number>();
  const inputs = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}/index.js`))?.[1].inputs ?? {};
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const part = PACKAGE.exec(path)?.[1] ?? 'own sources';
    bytes.set(part, (bytes.get(part) ?? 0) + bytesInOutput);
  }
  const largest = [...bytes].toSorted(([, one], [, other]) => other - one).slice(0, LARGEST_PARTS);
  return largest.map(([part, size]) => `${part} ${Math.round(size / 1000)}`).join(', ');
};

/** From the first line of a process to a loaded bundle with all that it makes at load: wall clock and processor time. */
const loadOnce = async (file: string, environment: Readonly<Record<string, string>>): Promise<readonly number[]> => {
  const options = { env: { ...environment, PATH: process.env.PATH }, timeout: TIMEOUT_MS };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', LOADER, file], options);
  return stdout.slice(stdout.lastIndexOf('\n')).split(' ').map(Number);
};

/** Prints how large every function's bundle is, of what, and how long it takes to load, beside a bare handler. */
export const bundles = async (lab: Lab): Promise<void> => {
  const { environmentOf } = await startStack(lab);
  const rounds = lab.amount(13);
  const names = functionDefinitions.map(({ name }) => name);
  const built = await bundleFunctions(join(lab.folder, 'bundles'), names);
  const bareFile = join(lab.folder, 'bare.cjs');
  const bareSource = fileURLToPath(new URL('bare-page.ts', import.meta.url));
  await build({ entryPoints: [bareSource], outfile: bareFile, bundle: true, platform: 'node', target: 'node24' });
  const sizesOf = (file: string): Row =>
    [readFileSync(file), gzipSync(readFileSync(file))].map(({ length }) => (length / 1000).toFixed(1));
  const rows: Row[] = [];
  for (const name of names) {
    const file = join(built.folderOf(name), 'index.js');
    const cpuMs: [number[], number[]] = [[], []];
    const subjects = [file, bareFile].map((loaded, index) => async () => {
      const [ms = Number.NaN, cpu = Number.NaN] = await loadOnce(loaded, environmentOf(name));
      cpuMs[index]?.push(cpu);
      return ms;
    });
    const loads = [await timeInTurn(subjects, rounds), cpuMs].map(([own = [], bare = []]) => {
      const ratio = median(own.map((ms, round) => ms / (bare[round] ?? Number.NaN)));
      return { own: median(own).toFixed(1), ratio };
    });
    const figures = loads.flatMap(({ own, ratio }) => [own, ratio.toFixed(2)]);
    const aim = aimed(loads[1]?.ratio ?? Number.NaN, RATIO_AIM);
    rows.push([name, ...sizesOf(file), ...figures, ...aim, largestParts(built.metafile, name)]);
  }
  print(
    'Bundles and their load time',
    'kB are 1000 bytes, without source maps. Load is the time in which a process of its own loads the bundle with all that\n' +
      'it makes at load, and its processor time; the ratios are to a bare handler (the two SDK packages, default settings)\n' +
      `that is loaded in turn with it. Medians of ${rounds} rounds; the aim is for the ratio of processor time.`,
    'function, kB, gzip kB, load ms, ratio, cpu ms, ratio, aim, met, largest parts in kB',
    [...rows, ['bare handler', ...sizesOf(bareFile)]],
  );
};
