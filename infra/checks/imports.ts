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

/** What a source file imports, types included. Files are named from the root. */
export const importsOf = (root: string, from: string): readonly Arrow[] => {
  const source = withoutComments(readFileSync(join(root, from), 'utf8'));
  return [...source.matchAll(IMPORT)].map(([, type, named, bare, dynamic]) => {
    const specifier = named ?? bare ?? dynamic ?? '';
    const to = isRelative(specifier) ? normalize(join(dirname(from), specifier)) : specifier;
    return { from, to, ofTypes: type !== undefined };
  });
};
