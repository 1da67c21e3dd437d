import { join } from 'node:path';
import { bundleFunctions, holdsBundles, keepReport, keptBundles } from '../bundling/bundle.ts';

// Bundles the functions, unless the named folder holds their bundles, and synthesizes the `local` stage into that folder, in a process of its own: the memory of the
// construct library is freed with it, and the runner can go on starting meanwhile.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: synthesize-main.ts FOLDER');
const bundlesFolder = join(folder, 'bundles');
try {
  // The bundler is a process of its own: it works while this one loads the construct library.
  const [bundles, { synthesizeLocalStage }] = await Promise.all([
    holdsBundles(bundlesFolder) ? keptBundles(bundlesFolder) : bundleFunctions(bundlesFolder),
    import('./synthesize.ts'),
  ]);
  keepReport(bundlesFolder, bundles);
  await synthesizeLocalStage(folder, { bundles });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
