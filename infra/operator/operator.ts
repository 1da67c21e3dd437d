import { resolve } from 'node:path';
import { runCommandLine } from './command-line.ts';

// `npm run operator`: one operator's command, or a shell for many, on this machine or in an account.
const { stdin: input, stdout: output, stderr: errors } = process;
const dataDir = resolve(process.env.DATA_DIR || '.local');
const interrupt = (): void => process.exit(130);
process.exitCode = await runCommandLine(process.argv.slice(2), { dataDir, input, output, errors, interrupt });
