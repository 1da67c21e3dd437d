import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStageContext, stageSettings } from './settings/stage-config.ts';

// The app that the CDK command runs: `npx cdk synth -c stage=NAME`. The constructs load once the settings are found good, so
// that whoever mistyped them reads it at once.
const bundleFolder = mkdtempSync(join(tmpdir(), 'payment-link-bundles-'));
try {
  const settings = stageSettings(readStageContext());
  const [{ bundleFunctions }, { deployedApp }, { keepBundles, sourcesDigest }, { checkWithNag }] = await Promise.all([
    import('./bundling/bundle.ts'),
    import('./deploy/deployed-app.ts'),
    import('./local/build-cache.ts'),
    import('./stacks/check-with-nag.ts'),
  ]);
  const digest = sourcesDigest();
  const bundles = await bundleFunctions(bundleFolder);
  const { app } = deployedApp({ settings, bundles });
  checkWithNag(app);
  app.synth();
  keepBundles(digest, bundleFolder, bundles);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(bundleFolder, { recursive: true, force: true });
}
