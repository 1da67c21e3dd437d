import { mkdirSync, rmSync } from 'node:fs';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { readCdkJson, type StageSettings, stageSettings } from '../settings/stage-config.ts';
import { buildApp } from '../stacks/build-app.ts';

/**
 * Synthesizes the `local` stage into a folder. Its functions have no code there: the runner loads each from the folder of its
 * bundle. The rules of cdk-nag and the schemas of CloudFormation are left to `cdk synth` and the tests: they tell nothing
 * about this machine, and take most of the start-up time. `changes` override settings of cdk.json.
 */
export const synthesizeLocalStage = (assemblyFolder: string, changes: Partial<StageSettings> = {}): void => {
  rmSync(assemblyFolder, { recursive: true, force: true });
  mkdirSync(assemblyFolder, { recursive: true });
  const { app } = buildApp({
    settings: { ...stageSettings({ ...readCdkJson(), stage: 'local' }), ...changes },
    codeFor: () => Code.fromInline('// The bundle stands beside the assembly.'),
    outputFolder: assemblyFolder,
    validateTemplates: false,
  });
  app.synth();
};
