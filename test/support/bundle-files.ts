import type { Metafile } from 'esbuild';

type Output = Metafile['outputs'][string];

/** A file of a bundle and all that it loads at once, from esbuild's report: without what is loaded at its first use. */
export const filesLoadedBy = ({ outputs }: Metafile, file: string): readonly (Output & { readonly path: string })[] => {
  const paths = new Set([file]);
  for (const path of paths) {
    for (const { path: imported, kind, external = false } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) paths.add(imported);
    }
  }
  return [...paths].flatMap((path) => {
    const output = outputs[path];
    return output === undefined ? [] : [{ ...output, path }];
  });
};

/** What the start of a function loads. */
export const filesOfStart = (metafile: Metafile, name: string) => filesLoadedBy(metafile, `bundles/${name}/index.js`);

/** Sources with at least one byte in a function's bundle, from esbuild's report and not from the text. */
export const sourcesOf = ({ outputs }: Metafile, name: string): readonly string[] => {
  const files = Object.entries(outputs).filter(([path]) => path.startsWith(`bundles/${name}/`));
  return files
    .flatMap(([, { inputs }]) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path);
};
