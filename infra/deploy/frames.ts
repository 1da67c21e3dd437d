import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleFunctions } from '../bundling/bundle.ts';
import { functionDefinitions } from '../functions/all-functions.ts';
import { placesInSources } from './source-frames.ts';

// `npm run frames -- FUNCTION`: prints lines of a function's log with the places of its bundle as places in the sources. The
// bundle is made anew from this revision, so it must be the revision that was deployed.

/** The source maps of a function by the names of its files. */
const mapsOf = async (name: string): Promise<ReadonlyMap<string, SourceMap>> => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-link-frames-'));
  try {
    const bundles = await bundleFunctions(folder, [name]);
    const ofFunction = bundles.folderOf(name);
    const files = readdirSync(ofFunction).filter((file) => file.endsWith('.map'));
    return new Map(
      files.map((file) => [
        basename(file, '.map'),
        new SourceMap(JSON.parse(readFileSync(join(ofFunction, file), 'utf8')) as SourceMapPayload),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const [name] = process.argv.slice(2);
if (name !== undefined && functionDefinitions.some((definition) => definition.name === name)) {
  const [lines, maps] = await Promise.all([text(process.stdin), mapsOf(name)]);
  process.stdout.write(placesInSources(lines, maps));
} else {
  console.error('Usage: npm run frames -- FUNCTION < LINES; FUNCTION is a folder of functions, such as complete-3d.');
  process.exitCode = 2;
}
