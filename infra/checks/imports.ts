import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** One import of a source file: its place, and the file or package that it names. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** The import is gone once types are stripped. */
  readonly ofTypes: boolean;
}

const IMPORT = /^(?:import|export)( type)?\b[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

const withoutComments = (source: string): string => source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

const isRelative = (specifier: string): boolean => specifier.startsWith('.');

/** The imports of a file, types included. Files are named by their paths from the project's folder. */
export const arrowsOf = (root: string, from: string): readonly Arrow[] => {
  const source = withoutComments(readFileSync(join(root, from), 'utf8'));
  return [...source.matchAll(IMPORT)].map(([, type, named, bare, dynamic]) => {
    const specifier = named ?? bare ?? dynamic ?? '';
    const to = isRelative(specifier) ? normalize(join(dirname(from), specifier)) : specifier;
    return { from, to, ofTypes: type !== undefined };
  });
};

/** Whether an import names a file of the project and no package. */
export const isFile = ({ to }: Arrow): boolean => /\.(?:ts|mjs|json)$/.test(to);

/** A file, and every file of the project that it imports, directly or through others. */
export const importedBy = (root: string, file: string): ReadonlySet<string> => {
  const found = new Set([file]);
  // A set hands out what is added while it is walked.
  for (const path of found) {
    if (path.endsWith('.json')) continue;
    for (const arrow of arrowsOf(root, path).filter(isFile)) found.add(arrow.to);
  }
  return found;
};
