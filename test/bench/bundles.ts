import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { buildBothFormats } from './both-formats.ts';
import type { Lab } from './lab.ts';
import { heading, table } from './report.ts';

const LARGEST = 4;
const PACKAGE = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/;

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

/** What the bytes of a bundle are from: packages by name, and the project's own sources. */
function largestParts(metafile: Metafile, name: string): string {
  const output = Object.entries(metafile.outputs).find(([path]) => path.endsWith(`/${name}/index.js`))?.[1];
  const bytes = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(output?.inputs ?? {})) {
    const part = path.replace(PACKAGE, '$1');
    const owner = part === path ? 'own sources' : part;
    bytes.set(owner, (bytes.get(owner) ?? 0) + bytesInOutput);
  }
  return [...bytes]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, LARGEST)
    .map(([part, size]) => `${part} ${Math.round(size / 1000)}`)
    .join(', ');
}

/** Prints how large every function's bundle is, and of what. */
export async function bundles(lab: Lab): Promise<void> {
  const built = await buildBothFormats(lab.folder('bundles'));
  heading('Bundles', [
    'kB are 1000 bytes, source maps left out; cjs is what is deployed. The bare handler holds the two SDK packages',
    'alone, bundled with default settings. The largest parts are those of the deployed bundle, in kB.',
  ]);
  const sizes = (file: string): string[] => {
    const content = readFileSync(file);
    return [kilobytes(content.length), kilobytes(gzipSync(content).length)];
  };
  table(
    ['function', 'cjs kB', 'cjs gzip kB', 'esm kB', 'esm gzip kB', 'largest parts'],
    [
      ...built.names.map((name) => [
        name,
        ...sizes(built.fileOf(name, 'cjs')),
        ...sizes(built.fileOf(name, 'esm')),
        largestParts(built.metafile, name),
      ]),
      ['bare handler', ...sizes(built.bareFile)],
    ],
  );
}
