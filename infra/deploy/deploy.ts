import { readDeployedStages, withDeployedStage, writeDeployedStages } from '../settings/deployed-stages.ts';
import { readCdkJson, stageSettings } from '../settings/stage-config.ts';
import { runCdk } from './cdk-command.ts';
import { deployCall } from './deploy-call.ts';

/** Notes what the first deployment of a stage fixed, so that synthesis refuses to change it. */
const recordDeployment = (stage: string): void => {
  const deployed = readDeployedStages();
  if (deployed[stage] !== undefined) return;
  writeDeployedStages(withDeployedStage(deployed, stageSettings({ ...readCdkJson(), stage })));
  console.log(`Stage "${stage}" now stands in infra/settings/deployed-stages.json: commit that file.`);
};

// `npm run deploy`: all stacks of a stage, each after those it imports from.
const call = deployCall(process.argv.slice(2), { isTerminal: process.stdin.isTTY && process.stdout.isTTY });
if ('refused' in call) {
  console.error(call.refused);
  process.exitCode = 2;
} else {
  process.exitCode = runCdk(call.parameters);
  if (process.exitCode === 0 && call.deploys) recordDeployment(call.stage);
}
