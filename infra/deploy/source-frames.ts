import type { SourceMap } from 'node:module';
import { sourcePlaceOf } from '../../shared/observability/frames.ts';

const PLACE = /(?:file:\/\/)?\/[^\s"'():]*\/index\.js:(\d{1,9}):(\d{1,9})/g;

/** A text of a log with its places in a bundle as places in the sources. What the map does not know stays as it is. */
export const placesInSources = (text: string, map: SourceMap): string =>
  text.replaceAll(
    PLACE,
    (place, line: string, column: string) =>
      sourcePlaceOf(map, { line: Number(line), column: Number(column) }) ?? place,
  );
