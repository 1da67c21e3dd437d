import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildApp } from '../build-app.ts';
import { type Bundles, bundleFunctions, keepReport } from '../bundle.ts';
import { readCdkJson, type StageSettings, stageSettings } from '../stage-config.ts';

/** A synthesized app on disk. Several local stacks can run from one. */
export interface Synthesized {
  readonly assemblyFolder: string;
}

/** A synthesized app whose bundles are kept as well. */
export interface LocalStageBuild extends Synthesized {
  /** The folder of its bundles, for `keptBundles`. */
  readonly bundlesFolder: string;
}

const newBundles = async (folder: string): Promise<Bundles> => {
  const bundles = await bundleFunctions(folder);
  keepReport(folder, bundles);
  return bundles;
};

/**
 * Bundles the functions and synthesizes the `local` stage into `folder`, which is emptied first. The rules of cdk-nag
 * and the schemas of CloudFormation are left to `cdk synth` and the tests: they tell nothing about this machine, and
 * take most of the start-up time. `changes` override settings of cdk.json. `bundles` are taken instead of new ones, which
 * are kept in `folder`/bundles.
 */
export const synthesizeLocalStage = async (
  folder: string,
  { changes = {}, bundles }: { readonly changes?: Partial<StageSettings>; readonly bundles?: Bundles } = {},
): Promise<Synthesized> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const carried = bundles ?? (await newBundles(join(folder, 'bundles')));
  const { app } = buildApp({
    settings: { ...stageSettings({ ...readCdkJson(), stage: 'local' }), ...changes },
    codeFor: (name) => Code.fromAsset(carried.folderOf(name)),
    outputFolder: join(folder, 'assembly'),
    validateTemplates: false,
  });
  app.synth();
  return { assemblyFolder: join(folder, 'assembly') };
};
