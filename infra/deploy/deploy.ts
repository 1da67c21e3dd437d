import { runCdk } from './cdk-command.ts';
import { deployCall } from './deploy-call.ts';

// `npm run deploy`: all stacks of a stage, each after those it imports from.
const call = deployCall(process.argv.slice(2), { isTerminal: process.stdin.isTTY && process.stdout.isTTY });
if ('refused' in call) {
  console.error(call.refused);
  process.exitCode = 2;
} else {
  process.exitCode = runCdk(call.parameters);
}
