import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Bundles } from '../bundling/bundle.ts';
import { readCdkJson, type StageSettings, stageSettings } from '../settings/stage-config.ts';
import { buildApp } from '../stacks/build-app.ts';

/** A synthesized app on disk. Several local stacks can run from one. */
export interface Synthesized {
  readonly assemblyFolder: string;
}

/** A synthesized app whose bundles are kept as well. */
export interface LocalStageBuild extends Synthesized {
  /** The folder of its bundles, for `keptBundles`. */
  readonly bundlesFolder: string;
}

/**
 * Synthesizes the `local` stage into `folder`/assembly, with these bundles. The rules of cdk-nag and the schemas of
 * CloudFormation are left to `cdk synth` and the tests: they tell nothing about this machine, and take most of the start-up
 * time. `changes` override settings of cdk.json.
 */
export const synthesizeLocalStage = async (
  folder: string,
  { changes = {}, bundles }: { readonly changes?: Partial<StageSettings>; readonly bundles: Bundles },
): Promise<Synthesized> => {
  const assemblyFolder = join(folder, 'assembly');
  rmSync(assemblyFolder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { app } = buildApp({
    settings: { ...stageSettings({ ...readCdkJson(), stage: 'local' }), ...changes },
    codeFor: (name) => Code.fromAsset(bundles.folderOf(name)),
    outputFolder: assemblyFolder,
    validateTemplates: false,
  });
  app.synth();
  return { assemblyFolder };
};
