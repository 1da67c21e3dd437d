import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Bundles } from '../bundling/bundle.ts';
import { type BuildAppOptions, type BuiltApp, buildApp } from '../stacks/build-app.ts';

export interface DeployedAppOptions extends Omit<BuildAppOptions, 'codeFor'> {
  readonly bundles: Bundles;
}

/**
 * The app of a stage as it is deployed. Its functions are the bundles without source maps, which are as large again:
 * `npm run frames` makes a map anew.
 */
export const deployedApp = ({ bundles, ...options }: DeployedAppOptions): BuiltApp =>
  buildApp({ ...options, codeFor: (name) => Code.fromAsset(bundles.folderOf(name), { exclude: ['*.map'] }) });
