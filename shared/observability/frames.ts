import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

const MAX_FRAMES = 12;

/** The part of a stack after its message. The message may itself hold lines that look like frames. */
const behindMessage = (stack: string, message: string): string =>
  stack.slice(Math.max(0, stack.indexOf(message)) + message.length);

const maps = new Map<string, SourceMap | undefined>();

/**
 * The source map beside a bundle. It is read for the first unexpected error only, so that it does not slow the start.
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

/** A frame of a bundle as a frame of its source; any other frame as it is. */
const inSource = (frame: string): string => {
  const [place, file = '', line, column] = PLACE.exec(frame) ?? [];
  if (place === undefined) return frame;
  const entry = mapOf(file.replace(/^file:\/\//, ''))?.findEntry(Number(line) - 1, Number(column) - 1);
  if (entry === undefined || !('originalSource' in entry)) return frame;
  const source = entry.originalSource.replace(/^(?:\.\.\/)+/, '');
  return `at ${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
};

/** The frames of an error's stack, in the sources. The message is left out: it may quote another system. */
export const framesOf = (error: unknown): readonly string[] =>
  error instanceof Error && error.stack !== undefined
    ? behindMessage(error.stack, error.message)
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, MAX_FRAMES)
        .map((line) => inSource(line.trim()))
    : [];
