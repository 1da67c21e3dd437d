import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { bundleFunctions } from '../../infra/bundling/bundle.ts';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import { filesOfStart } from '../support/bundle-files.ts';
import { aimed, inTurn, median, print, type Row, total } from './figures.ts';
import { bundled, type RunSetup, startStack } from './run-setup.ts';

const RATIO_AIM = 0.7;
const TIMEOUT_MS = 60_000;
const LARGEST_PARTS = 4;
const PACKAGE = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/;
const LOADER = `const startedAt = performance.now(), before = process.cpuUsage(); require(process.argv[1]);
const { user, system } = process.cpuUsage(before), ms = performance.now() - startedAt;
process.stdout.write("\\n" + ms + " " + (user + system) / 1000, () => process.exit());`;

/** What the bytes of a bundle are from: packages by name, and the project's own sources. */
const largestParts = (metafile: Metafile, name: string): string => {
  const inputs = filesOfStart(metafile, name).flatMap((file) => Object.entries(file.inputs));
  const parts = Map.groupBy(inputs, ([path]) => PACKAGE.exec(path)?.[1] ?? 'own sources');
  const kB = (files: typeof inputs) => Math.round(total(files.map(([, { bytesInOutput }]) => bytesInOutput)) / 1000);
  const sizes = [...parts].map(([part, files]) => [part, kB(files)] as const);
  const largest = sizes.toSorted(([, one], [, other]) => other - one).slice(0, LARGEST_PARTS);
  return largest.map((part) => part.join(' ')).join(', ');
};

/** From the first line of a process to a loaded bundle with all that it makes at load: wall clock and processor time. */
const loadOnce = async (file: string, environment: Readonly<Record<string, string>>): Promise<readonly number[]> => {
  const options = { env: { ...environment, PATH: process.env.PATH }, timeout: TIMEOUT_MS };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', LOADER, file], options);
  return stdout.slice(stdout.lastIndexOf('\n')).split(' ').map(Number);
};

const sizesOf = (files: readonly string[]): Row => {
  const contents = files.map((file) => readFileSync(file));
  return [contents, contents.map((one) => gzipSync(one))].map((all) =>
    (total(all.map(({ length }) => length)) / 1000).toFixed(1),
  );
};

/** Prints how large every function's bundle is, of what, and how long it takes to load, beside a bare handler. */
export const bundles = async (run: RunSetup): Promise<void> => {
  const { environmentOf } = await startStack(run);
  const rounds = run.amount(13);
  const built = await bundleFunctions(join(run.folder, 'bundles'));
  const bareFile = join(await bundled(run, 'bare-page.ts'), 'index.js');
  const rows: Row[] = [];
  for (const { name } of functionDefinitions) {
    const file = join(built.folderOf(name), 'index.js');
    const loads = [file, bareFile].map((loaded) => () => loadOnce(loaded, environmentOf(name)));
    const [own = [], bare = []] = await inTurn(loads, rounds);
    const of = (load: readonly number[] | undefined, index: number): number => load?.[index] ?? Number.NaN;
    const figures = [0, 1].map((index) => ({
      ms: median(own.map((load) => of(load, index))),
      ratio: median(own.map((load, round) => of(load, index) / of(bare[round], index))),
    }));
    const cells = figures.flatMap(({ ms, ratio }) => [ms.toFixed(1), ratio.toFixed(2)]);
    const aim = aimed(figures[1]?.ratio ?? Number.NaN, RATIO_AIM);
    const start = filesOfStart(built.metafile, name).map(({ path }) => join(built.folderOf(name), basename(path)));
    rows.push([name, ...sizesOf(start), ...cells, ...aim, largestParts(built.metafile, name)]);
  }
  const text = `Bundles and their load time
kB are 1000 bytes of what a start loads, without source maps. Load is the time in which a process of its own loads the
bundle with all that it makes at load, and its processor time; the ratios are to a bare handler (the two SDK packages,
default settings) that is loaded in turn with it. Medians of ${rounds} rounds; the aim is for the ratio of processor time.`;
  const columns = 'function, kB, gzip kB, load ms, ratio, cpu ms, ratio, aim, met, largest parts in kB';
  print(text, columns, [...rows, ['bare handler', ...sizesOf([bareFile])]]);
};
