import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { bundleFunctions, bundleSettings } from '../../infra/bundle.ts';
import { functionDefinitions } from '../../infra/functions.ts';

/** The two module formats that a bundle can have. CommonJS is what is deployed. */
export const formats = ['cjs', 'esm'] as const;
export type Format = (typeof formats)[number];

/** Every function's bundle in both formats, and the bare handler's. */
export interface BuiltBundles {
  readonly names: readonly string[];
  readonly metafile: Metafile;
  fileOf(name: string, format: Format): string;
  /** The handler that holds the SDK alone, bundled with esbuild's defaults for Node. */
  readonly bareFile: string;
}

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

// Some dependencies call require(), which an ES module does not have by itself.
const requireBanner = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/** Bundles everything that is compared into `folder`. */
export async function buildBothFormats(folder: string): Promise<BuiltBundles> {
  const names = functionDefinitions.map(({ name }) => name);
  const deployed = await bundleFunctions(join(folder, 'cjs'), names);
  await build({
    ...bundleSettings,
    absWorkingDir: projectFolder,
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, `functions/${name}/handler.ts`])),
    outdir: join(folder, 'esm'),
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    banner: { js: requireBanner },
  });
  const bareFile = join(folder, 'bare.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL('bare-handler.ts', import.meta.url))],
    outfile: bareFile,
    bundle: true,
    platform: 'node',
    target: 'node24',
  });
  return {
    names,
    metafile: deployed.metafile,
    bareFile,
    fileOf: (name, format) =>
      format === 'cjs' ? join(deployed.folderOf(name), 'index.js') : join(folder, 'esm', name, 'index.mjs'),
  };
}
