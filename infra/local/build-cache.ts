import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Bundles, holdsBundles, keepReport } from '../bundling/bundle.ts';
import { beginBundles, type LateBundles } from './late-bundles.ts';

/** A synthesized app on disk with the bundles of its functions. Several local stacks can run from one. */
export interface LocalStageBuild {
  readonly assemblyFolder: string;
  /** The folder of the bundles, for `keptBundles`. */
  readonly bundlesFolder: string;
}

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const CACHE_FOLDER = join(PROJECT_FOLDER, 'node_modules/.cache/payment-link/local-stage');

/** All sources of bundles and templates. */
const SOURCES: readonly string[] = ['functions', 'shared', 'infra', 'cdk.json', 'package-lock.json', 'tsconfig.json'];
const NOT_A_SOURCE = /\.md$/;
/** A build that was not used for this long is deleted. No run of the app is expected to last longer unattended. */
const UNUSED_LIFE_MS = 7 * 24 * 3_600_000;
const ASSEMBLY = 'assembly';
const BUNDLES = 'bundles';

/** The bundles of a build, by the folder of its assembly. */
export const bundlesBeside = (assemblyFolder: string): string => join(dirname(assemblyFolder), BUNDLES);

const foldersIn = (build: string): LocalStageBuild => ({
  assemblyFolder: join(build, ASSEMBLY),
  bundlesFolder: join(build, BUNDLES),
});

const filesBelow = (path: string): readonly string[] => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesBelow(join(path, name)));
};

/** A digest that is equal for equal sources, wherever the project is and whenever its files were written. */
export const sourcesDigest = (folder: string = PROJECT_FOLDER, sources: readonly string[] = SOURCES): string => {
  const hash = createHash('sha256').update(`${process.version}\n`);
  for (const path of sources.flatMap((source) => filesBelow(join(folder, source)))) {
    if (NOT_A_SOURCE.test(path)) continue;
    hash
      .update(`${path.slice(folder.length)}\n`)
      .update(readFileSync(path))
      .update('\n');
  }
  return hash.digest('hex').slice(0, 32);
};

const removeUnused = (nowMs: number): void => {
  for (const name of readdirSync(CACHE_FOLDER)) {
    const path = join(CACHE_FOLDER, name);
    if (nowMs - statSync(path).mtimeMs > UNUSED_LIFE_MS) rmSync(path, { recursive: true, force: true });
  }
};

/** Enough for a machine that is busy with many runs. A synthesis that hangs must end. */
const SYNTHESIS_TIMEOUT_MS = 300_000;

/** Says in a sentence why the program that synthesizes failed: it ran out of time, or what it printed. */
export const whyNotSynthesized = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The app could not be synthesized.';
  if ('killed' in error && error.killed === true) {
    const minutes = SYNTHESIS_TIMEOUT_MS / 60_000;
    return `The app was not synthesized within ${minutes} minutes: the machine is too busy, or the synthesis hangs. Run it again when the machine is calm.`;
  }
  const said = 'stderr' in error ? String(error.stderr).trim() : '';
  return said === '' ? 'The app could not be synthesized.' : said;
};

const synthesizeApart = async (folder: string): Promise<void> => {
  const program = fileURLToPath(new URL('synthesize-main.ts', import.meta.url));
  try {
    await promisify(execFile)(process.execPath, [program, folder], {
      cwd: PROJECT_FOLDER,
      timeout: SYNTHESIS_TIMEOUT_MS,
      maxBuffer: 1024 * 1024,
    });
  } catch (error) {
    throw new Error(whyNotSynthesized(error), { cause: error });
  }
};

/**
 * The folder where tests keep what they made of sources with this digest, for other workers and later runs. Each file in it
 * is complete or absent: whoever writes one renames it into its place.
 */
export const madeOf = (digest: string): string => {
  const folder = join(CACHE_FOLDER, `made-${digest}`);
  mkdirSync(folder, { recursive: true });
  return folder;
};

const keptBundlesOf = (digest: string): string => join(CACHE_FOLDER, `bundles-${digest}`);

/**
 * Keeps a copy of fresh bundles for the next build of the `local` stage, which is of the same sources in `npm test`. The
 * digest is that of the sources before they were bundled. Synthesis does not depend on it, so a folder that cannot be
 * written is no error.
 */
export const keepBundles = (digest: string, folder: string, bundles: Bundles): void => {
  const kept = keptBundlesOf(digest);
  if (existsSync(kept) || holdsBundles(join(CACHE_FOLDER, digest, BUNDLES))) return;
  try {
    mkdirSync(CACHE_FOLDER, { recursive: true });
    const making = mkdtempSync(join(CACHE_FOLDER, 'making-'));
    cpSync(folder, making, { recursive: true });
    keepReport(making, bundles);
    renameSync(making, kept);
  } catch {
    // The next build bundles for itself.
  }
};

/** Moves kept bundles of these sources into a build. Without them, or if another build takes them first, it makes its own. */
const takeBundles = (digest: string, bundlesFolder: string): void => {
  try {
    renameSync(keptBundlesOf(digest), bundlesFolder);
  } catch {
    // There are none.
  }
};

/** Synthesizes into `assemblyFolder`, unless it is there: it is made under another name and then renamed. */
const synthesizeOnce = async (assemblyFolder: string): Promise<void> => {
  if (existsSync(assemblyFolder)) return;
  const making = mkdtempSync(`${assemblyFolder}-making-`);
  try {
    await synthesizeApart(making);
    renameSync(making, assemblyFolder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    // Another run has made the same assembly meanwhile, and the two are equal.
    if (!existsSync(assemblyFolder)) throw error;
  }
};

/** A build whose templates are there and whose bundles are made one after the other. */
export type BegunBuild = LocalStageBuild & LateBundles;

/**
 * Templates of the `local` stage, and its bundles as they are made. Both are reused from an earlier run if no source has
 * changed. Whoever calls it ends the bundling with `stop`, or waits for `whole`.
 */
export const beginLocalStageBuild = async (): Promise<BegunBuild> => {
  const digest = sourcesDigest();
  const build = foldersIn(join(CACHE_FOLDER, digest));
  mkdirSync(CACHE_FOLDER, { recursive: true });
  if (!existsSync(join(CACHE_FOLDER, digest))) removeUnused(Date.now());
  mkdirSync(join(CACHE_FOLDER, digest), { recursive: true });
  const now = new Date();
  utimesSync(join(CACHE_FOLDER, digest), now, now);
  takeBundles(digest, build.bundlesFolder);
  const bundles = beginBundles(build.bundlesFolder);
  try {
    await synthesizeOnce(build.assemblyFolder);
  } catch (error) {
    bundles.stop();
    throw error;
  }
  return { ...build, ...bundles };
};

/** The whole build: templates and every bundle. */
export const localStageBuild = async (): Promise<LocalStageBuild> => {
  const { whole, assemblyFolder, bundlesFolder } = await beginLocalStageBuild();
  await whole;
  return { assemblyFolder, bundlesFolder };
};
