import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { bundleFunctions, keepReport } from '../bundling/bundle.ts';
import { functionDefinitions } from '../functions/all-functions.ts';
import type { BundledMessage } from './late-bundles.ts';

// Bundles all functions into the named folder, in a process of its own: the memory of the bundler is freed with it. A function
// that a message names is bundled at once. Each bundle is complete or absent: it is made beside the folder and moved into it.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: bundle-main.ts FOLDER');

/** The start calls it before anybody else calls anything. */
const FIRST = 'operate';
/** As many as share most of what the bundler reads. */
const AT_ONCE = 16;

// The service runs beside it, so that the bundler is to look for garbage as often as other programs do.
process.env.GOGC = '100';

/** Functions whose bundles are not there yet. */
const left = new Set(functionDefinitions.map(({ name }) => name));
/** Where bundles are made. */
const makingFolder = `${folder}-making-${process.pid}`;
process.once('exit', () => rmSync(makingFolder, { recursive: true, force: true }));
const report: Metafile = { inputs: {}, outputs: {} };
/** Functions that somebody waits for. */
const wanted = new Set<string>();
let asked: Promise<void> | undefined;

const say = (message: BundledMessage): void => {
  process.send?.(message);
};

/** Moves a bundle to its place. Where it stands already, another run has made the same one. */
const moveInto = (place: string, made: string): void => {
  try {
    renameSync(made, place);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
};

const bundle = async (names: readonly string[]): Promise<void> => {
  const bundles = await bundleFunctions(mkdtempSync(join(makingFolder, 'of-')), names);
  for (const name of names) {
    moveInto(join(folder, name), bundles.folderOf(name));
    left.delete(name);
  }
  Object.assign(report.inputs, bundles.metafile.inputs);
  Object.assign(report.outputs, bundles.metafile.outputs);
  say({ kind: 'made', names });
};

const bundleAll = async (): Promise<void> => {
  await bundle([FIRST]);
  while (left.size > 0) {
    await asked;
    await bundle([...left].slice(0, AT_ONCE));
  }
};

/** Beside the others and before what is left of them: whoever waits for one function does not wait for sixteen. */
const bundleWanted = async (): Promise<void> => {
  // `asked` is set meanwhile. Where all that is wanted is there already, the end would come before.
  await Promise.resolve();
  while (wanted.size > 0) {
    const names = [...wanted].filter((name) => left.has(name));
    wanted.clear();
    if (names.length > 0) await bundle(names);
  }
  asked = undefined;
};

process.on('message', (name: string) => {
  wanted.add(name);
  asked ??= bundleWanted();
  // Whoever bundles the rest awaits it later.
  asked.catch(() => undefined);
});
// Whoever asked for the bundles has ended, or no longer needs them.
process.once('disconnect', () => process.exit());
// Ctrl-C on a terminal reaches this process too, which then clears up as well.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

try {
  mkdirSync(makingFolder);
  await bundleAll();
  await asked;
  keepReport(folder, { metafile: report });
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(reason);
  say({ kind: 'failed', reason });
  process.exitCode = 1;
} finally {
  process.disconnect?.();
}
