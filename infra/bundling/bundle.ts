import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { functionDefinitions, routeList } from '../functions/all-functions.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { folderOfFunction } from '../functions/function-folders.ts';
import { type BuiltFiles, bundleInParts } from './in-parts.ts';
import { plainErrorsLeftOut } from './plain-errors.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** The SDK imports its reader of configuration files by relative paths, which an alias cannot name. */
const withoutConfigFiles: Plugin = {
  name: 'without-config-files',
  setup: (bundling) => {
    bundling.onResolve({ filter: /^\.\/(?:shared-ini-file-loader\/)?readFile$/ }, ({ path, resolveDir }) =>
      join(resolveDir, path).endsWith('/shared-ini-file-loader/readFile')
        ? { path: join(PROJECT_FOLDER, 'infra/bundling/replacements/no-config-files.ts') }
        : undefined,
    );
  },
};

/** Of its package's description a client needs the version, for its user agent; a bundler would take all of it. */
const withoutPackageDetails: Plugin = {
  name: 'without-package-details',
  setup: (bundling) => {
    bundling.onLoad({ filter: /@aws-sdk\/client-[^/]+\/package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

const replacement = (file: string): string => join(PROJECT_FOLDER, 'infra/bundling/replacements', file);

/** Packages that load at their first use: each is a file of its own, so a start does not even read it. */
const latePackages = new Map([
  ['pngjs', replacement('late-png.ts')],
  ['fast-xml-parser', replacement('late-xml-parser.ts')],
  ['parse5', replacement('late-html-parser.ts')],
  ['qr', replacement('late-qr.ts')],
]);

const fileOfLate = (name: string): string => `./${name}.js`;

const withLatePackages: Plugin = {
  name: 'with-late-packages',
  setup: (bundling) => {
    for (const [name, path] of latePackages) {
      bundling.onResolve({ filter: new RegExp(`^${name}$`) }, ({ importer }) =>
        importer === path ? { path: fileOfLate(name), external: true } : { path },
      );
    }
  },
};

/** How every function is bundled, in every run. */
const bundleSettings = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  minify: true,
  keepNames: false,
  legalComments: 'none',
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': replacement('lambda-credentials.ts'),
    '@aws-sdk/endpoint-cache': replacement('no-endpoint-cache.ts'),
    '@smithy/core/event-streams': replacement('no-event-streams.ts'),
  },
  plugins: [withoutConfigFiles, withoutPackageDetails, plainErrorsLeftOut, withLatePackages],
  // While it loads a bundle, V8 parses arrow functions in full, and skims other functions until they are called.
  // Without arrow functions the same bundle loads in a sixth less processor time.
  // A dynamic import of a built-in module would start a second loader and all of that module, which the SDK's `import('http')`
  // makes 26 ms of processor time at each function's first request. A call of require loads what is asked for.
  supported: { arrow: false, 'dynamic-import': false },
  // Bundles do not name their maps: no deployed function has its map.
  sourcemap: 'external',
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
} satisfies BuildOptions;

/** A package by itself, without the settings that are about what stands in bundles. */
const latePackageSettings = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  minify: true,
  legalComments: 'none',
  mainFields: ['module', 'main'],
  absWorkingDir: PROJECT_FOLDER,
  logLevel: 'warning',
} satisfies BuildOptions;

/** The bundles, and esbuild's report of their inputs and sizes. */
export interface Bundles {
  /** The folder of one function: `index.js` (CommonJS), its parts, their source maps, the packages that it loads late, and a
   * package.json. */
  folderOf(name: string): string;
  readonly metafile: Metafile;
}

const settings = { ...bundleSettings, absWorkingDir: PROJECT_FOLDER };

/**
 * How much the bundler may fill before it collects garbage. All bundles fill 1.1 GB that is no garbage. Without a limit it
 * would fill 4 GB, and with more garbage collections it would take a quarter more processor time.
 */
const BUNDLER_MEMORY = '2GiB';

/**
 * Bundles functions/<subject>/<name>/handler.ts of every function to `outputFolder`/<name>/index.js. The
 * same sources give the same bytes wherever the project and the output folder are. Throws if a function has no handler,
 * with the name of the missing file.
 */
export const bundleFunctions = async (
  outputFolder: string,
  names: readonly string[] = functionDefinitions.map((definition) => definition.name),
): Promise<Bundles> => {
  // The bundler is a process that takes over this environment when it starts.
  process.env.GOGC ??= 'off';
  process.env.GOMEMLIMIT ??= BUNDLER_MEMORY;
  // The files are written here and not by esbuild: source maps then name sources relative to a fixed folder, so the
  // hash of an asset does not depend on the output folder.
  const virtualFolder = join(PROJECT_FOLDER, 'bundles');
  const [inParts, whole] = [true, false].map((wanted) => names.filter((name) => isInParts(name) === wanted));
  // One after the other: each fills half a gigabyte while it is made.
  const built = [await bundleWhole(whole ?? [], virtualFolder)];
  for (const name of inParts ?? []) {
    built.push(await bundleInParts(settings, { entry: handlerOf(name), folder: join(virtualFolder, name) }));
  }
  for (const { path, contents } of built.flatMap(({ files }) => files)) {
    const target = join(outputFolder, relative(virtualFolder, path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, contents);
  }
  const metafile = merged(built.map((one) => one.metafile));
  for (const name of names) {
    // Without it a folder below this project inherits "type": "module", and Node would read the CommonJS as ESM.
    writeFileSync(join(outputFolder, name, 'package.json'), '{"type":"commonjs"}\n');
    writeFiles(join(outputFolder, name), name);
  }
  await writeLatePackages(outputFolder, metafile);
  return { folderOf: (name) => join(outputFolder, name), metafile };
};

const bundleWhole = async (names: readonly string[], folder: string): Promise<BuiltFiles> => {
  if (names.length === 0) return { files: [], metafile: { inputs: {}, outputs: {} } };
  const entryPoints = Object.fromEntries(names.map((name) => [`${name}/index`, handlerOf(name)]));
  const { outputFiles, metafile } = await build({ ...settings, entryPoints, outdir: folder, write: false });
  return { files: outputFiles, metafile };
};

const merged = (reports: readonly Metafile[]): Metafile => ({
  inputs: Object.assign({}, ...reports.map(({ inputs }) => inputs)),
  outputs: Object.assign({}, ...reports.map(({ outputs }) => outputs)),
});

/** Writes each late package beside the bundles that load it. */
const writeLatePackages = async (outputFolder: string, { outputs }: Metafile): Promise<void> => {
  for (const name of latePackages.keys()) {
    const users = Object.entries(outputs).filter(([, { imports }]) =>
      imports.some(({ path }) => path === fileOfLate(name)),
    );
    if (users.length === 0) continue;
    const { outputFiles } = await build({ ...latePackageSettings, entryPoints: [name], write: false });
    for (const [user] of users) {
      const folder = join(outputFolder, basename(dirname(user)));
      for (const { contents } of outputFiles) writeFileSync(join(folder, fileOfLate(name)), contents);
    }
  }
};

/** The files of a function, compressed once here and not at each request; and the routes, for the function that has none. */
const writeFiles = (folder: string, name: string): void => {
  const definition = definitionOf(name);
  // A file, because the variables of a function have room for 4 kB.
  if (definition?.answersUnmatchedPaths === true) {
    writeFileSync(join(folder, 'routes.json'), `${JSON.stringify(routeList())}\n`);
  }
  const { files = {} } = definition ?? {};
  for (const [target, source] of Object.entries(files)) {
    writeFileSync(join(folder, target), gzipSync(readFileSync(join(PROJECT_FOLDER, source)), { level: 9 }));
  }
};

const REPORT = 'report.json';

/** Keeps the report beside the bundles in their folder, for `keptBundles`. */
export const keepReport = (folder: string, { metafile }: Pick<Bundles, 'metafile'>): void => {
  // Another run may read one that stands there already.
  const written = join(folder, `${REPORT}-${process.pid}`);
  writeFileSync(written, JSON.stringify(metafile));
  renameSync(written, join(folder, REPORT));
};

/** Whether a folder holds bundles for `keptBundles`. The report is written last, so bundles with a report are complete. */
export const holdsBundles = (folder: string): boolean => existsSync(join(folder, REPORT));

/** Bundles that were written to a folder before, with the report that was kept there. */
export const keptBundles = (folder: string): Bundles => ({
  folderOf: (name) => join(folder, name),
  metafile: JSON.parse(readFileSync(join(folder, REPORT), 'utf8')) as Metafile,
});

const isInParts = (name: string): boolean => definitionOf(name)?.inParts === true;

const definitionOf = (name: string): FunctionDefinition | undefined =>
  functionDefinitions.find((definition) => definition.name === name);

const handlerOf = (name: string): string => {
  const folder = folderOfFunction(name);
  const path = join(PROJECT_FOLDER, folder ?? '', 'handler.ts');
  if (folder === undefined || !existsSync(path)) {
    throw new Error(`functions/*/${name}/handler.ts is missing: infra/functions lists the function "${name}".`);
  }
  return path;
};
