import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildApp } from '../build-app.ts';
import { bundleFunctions } from '../bundle.ts';
import { readCdkJson, type StageSettings, stageSettings } from '../stage-config.ts';

/** A synthesized app on disk; several local stacks can run from one. */
export interface Synthesized {
  readonly assemblyFolder: string;
}

/**
 * Bundles the functions and synthesizes the `local` stage into `folder`, which is emptied first. The rules of cdk-nag
 * and the schemas of CloudFormation are left to `cdk synth` and the tests: they say nothing about this machine and take
 * most of the start-up time. `changes` take the place of settings in cdk.json.
 */
export const synthesizeLocalStage = async (
  folder: string,
  changes: Partial<StageSettings> = {},
): Promise<Synthesized> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bundles = await bundleFunctions(join(folder, 'bundles'));
  const { app } = buildApp({
    settings: { ...stageSettings({ ...readCdkJson(), stage: 'local' }), ...changes },
    codeFor: (name) => Code.fromAsset(bundles.folderOf(name)),
    outputFolder: join(folder, 'assembly'),
    validateTemplates: false,
  });
  app.synth();
  return { assemblyFolder: join(folder, 'assembly') };
};
