import type { SourceMap } from 'node:module';
import { sourcePlaceOf } from '../../shared/observability/frames.ts';

const PLACE = /(?:file:\/\/)?\/[^\s"'():]*\/([\w-]+\.js):(\d{1,9}):(\d{1,9})/g;

/**
 * A text of a log with its places in the files of a bundle as places in the sources. What the files' maps do not know stays
 * as it is.
 */
export const placesInSources = (text: string, maps: ReadonlyMap<string, SourceMap>): string =>
  text.replaceAll(PLACE, (place, file: string, line: string, column: string) => {
    const map = maps.get(file);
    return (map && sourcePlaceOf(map, { line: Number(line), column: Number(column) })) ?? place;
  });
