import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleFunctions } from '../bundle.ts';
import { functionDefinitions } from '../functions.ts';
import { placesInSources } from './source-frames.ts';

// `npm run frames -- FUNCTION`: prints lines of a function's log with the places of its bundle as places in the sources. The
// bundle is made anew from this revision, so it must be the revision that was deployed.

const mapOf = async (name: string): Promise<SourceMap> => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-link-frames-'));
  try {
    const bundles = await bundleFunctions(folder, [name]);
    const map = readFileSync(join(bundles.folderOf(name), 'index.js.map'), 'utf8');
    return new SourceMap(JSON.parse(map) as SourceMapPayload);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const [name] = process.argv.slice(2);
if (name !== undefined && functionDefinitions.some((definition) => definition.name === name)) {
  const [lines, map] = await Promise.all([text(process.stdin), mapOf(name)]);
  process.stdout.write(placesInSources(lines, map));
} else {
  console.error('Usage: npm run frames -- FUNCTION < LINES; FUNCTION is a folder of functions, such as complete-3d.');
  process.exitCode = 2;
}
