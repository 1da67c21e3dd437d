import { basename, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin, transform } from 'esbuild';

/** Modules that are nothing but the target of a dynamic import. */
const PART = 'part';

/**
 * A splitting bundler writes a file for each set of parts that share something, so that the start of a function would stand
 * in dozens. Here each part imports the whole start: then all parts share all of it, and it stands in one file.
 */
const startInOneFile = (projectFolder: string, entry: string): Plugin => {
  const quoted = (path: string): string => JSON.stringify(`./${relative(projectFolder, path)}`);
  return {
    name: 'start-in-one-file',
    setup: (bundling) => {
      bundling.onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) =>
        kind === 'dynamic-import'
          ? { path: relative(projectFolder, join(resolveDir, path)), namespace: PART }
          : undefined,
      );
      bundling.onLoad({ filter: /./, namespace: PART }, ({ path }) => ({
        contents: `import ${quoted(entry)}; export * from ${quoted(join(projectFolder, path))};`,
        resolveDir: projectFolder,
      }));
    },
  };
};

/** Files as esbuild would write them, and its report. */
export interface BuiltFiles {
  readonly files: readonly { readonly path: string; readonly contents: string | Uint8Array }[];
  readonly metafile: Metafile;
}

/**
 * Bundles a function whose sources import some of themselves dynamically: `index.js` loads its start, and each part is a
 * file that is read at its first use. The bundler splits ES modules alone, so its files become CommonJS in a second step.
 */
export const bundleInParts = async (
  { plugins = [], supported, ...settings }: BuildOptions & { readonly absWorkingDir: string },
  { entry, folder }: { readonly entry: string; readonly folder: string },
): Promise<BuiltFiles> => {
  const { outputFiles, metafile } = await build({
    ...settings,
    // Each dynamic import makes a part. The second step turns them into calls of require.
    supported: { ...supported, 'dynamic-import': true },
    plugins: [...plugins, startInOneFile(settings.absWorkingDir, entry)],
    entryPoints: { index: entry },
    outdir: folder,
    chunkNames: 'part-[hash]',
    format: 'esm',
    splitting: true,
    sourcemap: 'inline',
    metafile: true,
    write: false,
  });
  const files = outputFiles.map(async ({ path, text }): Promise<BuiltFiles['files']> => {
    const { code, map } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node24',
      minify: true,
      legalComments: 'none',
      ...(supported === undefined ? {} : { supported }),
      sourcemap: 'external',
      sourcesContent: false,
      sourcefile: basename(path),
    });
    return [
      { path, contents: code },
      { path: `${path}.map`, contents: map },
    ];
  });
  return { files: (await Promise.all(files)).flat(), metafile };
};
