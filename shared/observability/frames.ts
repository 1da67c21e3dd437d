import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

const MAX_FRAMES = 12;

/** The part of a stack after its message. The message may itself hold lines that look like frames. */
const behindMessage = (stack: string, message: string): string =>
  stack.slice(Math.max(0, stack.indexOf(message)) + message.length);

const maps = new Map<string, SourceMap | undefined>();

/**
 * The source map beside a bundle, which only local runs have. It is read for the first unexpected error only, so that it
 * does not slow the start.
 */
const mapOf = (file: string): SourceMap | undefined => {
  if (!maps.has(file)) {
    try {
      maps.set(file, new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload));
    } catch {
      maps.set(file, undefined);
    }
  }
  return maps.get(file);
};

const PLACE = /\(?((?:file:\/\/)?\/[^():]+):(\d+):(\d+)\)?$/;

/** A place of a bundle in its sources, as `file:line:column`, counted from 1. Undefined where its map has no such place. */
export const sourcePlaceOf = (map: SourceMap, { line, column }: { readonly line: number; readonly column: number }) => {
  const entry = map.findEntry(line - 1, column - 1);
  if (!('originalSource' in entry)) return undefined;
  const source = entry.originalSource.replace(/^(?:\.\.\/)+/, '');
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
};

/** A frame of a bundle as a frame of its source; any other frame as it is. */
const inSource = (frame: string): string => {
  const [place, file = '', line, column] = PLACE.exec(frame) ?? [];
  const map = place === undefined ? undefined : mapOf(file.replace(/^file:\/\//, ''));
  const source = map && sourcePlaceOf(map, { line: Number(line), column: Number(column) });
  return source === undefined ? frame : `at ${source}`;
};

/**
 * The frames of an error's stack: in the sources where the bundle's map is beside it, else in the bundle (`npm run frames`
 * finds their sources). The message is left out: it may quote another system.
 */
export const framesOf = (error: unknown): readonly string[] =>
  error instanceof Error && error.stack !== undefined
    ? behindMessage(error.stack, error.message)
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, MAX_FRAMES)
        .map((line) => inSource(line.trim()))
    : [];
