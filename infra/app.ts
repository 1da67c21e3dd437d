import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from './bundling/bundle.ts';
import { deployedApp } from './deploy/deployed-app.ts';
import { keepBundles, sourcesDigest } from './local/build-cache.ts';
import { readStageContext, stageSettings } from './settings/stage-config.ts';
import { checkWithNag } from './stacks/check-with-nag.ts';

// The app that the CDK command runs: `npx cdk synth -c stage=NAME`.
const bundleFolder = mkdtempSync(join(tmpdir(), 'payment-link-bundles-'));
try {
  const settings = stageSettings(readStageContext());
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
