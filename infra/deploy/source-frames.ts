import type { SourcePlaces } from '../../shared/observability/source-map.ts';

const PLACE = /(?:file:\/\/)?\/[^\s"'():]*\/([\w-]+\.js):(\d{1,9}):(\d{1,9})/g;

/**
 * A text of a log with its places in the files of a bundle as places in the sources. What the files' maps do not know stays
 * as it is.
 */
export const placesInSources = (text: string, maps: ReadonlyMap<string, SourcePlaces>): string =>
  text.replaceAll(
    PLACE,
    (place, file: string, line: string, column: string) =>
      maps.get(file)?.({ line: Number(line), column: Number(column) }) ?? place,
  );
