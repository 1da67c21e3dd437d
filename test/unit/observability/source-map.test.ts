import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { sourcePlacesOf } from '../../../shared/observability/source-map.ts';

const ENTRY = fileURLToPath(new URL('../../../shared/domain/money/money.ts', import.meta.url));

const bundled = async (minify: boolean) => {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minify,
    sourcemap: 'external',
    outdir: '/bundles/one',
    write: false,
    logLevel: 'silent',
  });
  const [map, code] = outputFiles.toSorted(
    (one, other) => Number(other.path.endsWith('.map')) - Number(one.path.endsWith('.map')),
  );
  return { code: code?.text ?? '', payload: JSON.parse(map?.text ?? '') as SourceMapPayload };
};

/** What Node's own class answers, in our words. */
const expectedAt = (map: SourceMap, line: number, column: number): string | undefined => {
  const entry = map.findEntry(line - 1, column - 1);
  if (!('originalSource' in entry) || entry.originalSource === undefined) return undefined;
  return `${entry.originalSource.replace(/^(?:\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
};

test.each([true, false])(
  'every place of a bundle (minified: %s) has the source that Node’s own class finds',
  async (minify) => {
    const { code, payload } = await bundled(minify);
    const oracle = new SourceMap(payload);
    const places = sourcePlacesOf(payload);
    const asked = code
      .split('\n')
      .flatMap((text, index) =>
        Array.from({ length: text.length + 1 }, (_, column) => ({ line: index + 1, column: column + 1 })),
      );
    const found = asked.map(places);
    expect(found).toEqual(asked.map(({ line, column }) => expectedAt(oracle, line, column)));
    expect(new Set(found).size).toBeGreaterThan(100);
    expect(found.filter((place) => place !== undefined && !/^[\w/.-]+\.ts:\d+:\d+$/.test(place))).toEqual([]);
  },
);

test('a map without segments has no places, and code of the bundler has none either', () => {
  expect(sourcePlacesOf({ sources: [], mappings: ';;' })({ line: 2, column: 1 })).toBeUndefined();
  // Column 1 of line 1 has no source; column 3 is that of line 2, column 2 of the source.
  const places = sourcePlacesOf({ sources: ['../../a.ts'], mappings: 'A,EACC' });
  expect([1, 2, 3, 9].map((column) => places({ line: 1, column }))).toEqual([
    undefined,
    undefined,
    'a.ts:2:2',
    'a.ts:2:2',
  ]);
});
