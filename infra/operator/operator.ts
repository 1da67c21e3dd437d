import { describeCommand, describeCommands } from '../../functions/operate/help-text.ts';
import { type Invocation, readArguments, UsageError } from './arguments.ts';
import { checkWholeLedger } from './check-ledger.ts';
import { exportPages } from './export.ts';
import { findAll } from './find.ts';
import { readInput } from './input.ts';
import { invokeOperate } from './invoke.ts';
import { allCommands, reencryptCommand } from './own-commands.ts';
import { reencryptAll } from './reencrypt.ts';

// `npm run operator`: carries out one operator's command through Lambda Invoke, on this machine or in an account.

const REFUSED = 1;
const WRONG_USE = 2;

const main = async (argv: readonly string[]): Promise<number> => {
  const request = readArguments(argv);
  if (request.kind === 'help') {
    console.log(request.command === undefined ? describeCommands(allCommands) : describeCommand(request.command));
    return 0;
  }
  const input = await readInput(request);
  if (request.command.name === reencryptCommand.name) return reencrypt(request, input);
  if (request.command.output === 'csv') return writeExport(request, input);
  if (request.command.output === 'ledger') return checkLedger(request, input);
  if (request.command.output === 'found') return find(request, input);
  const answer = await invokeOperate(request, input);
  if (!answer.ok) {
    const about = request.command.changes ? { commandId: request.commandId } : {};
    console.error(JSON.stringify({ error: answer.error, ...about }, undefined, 2));
    return REFUSED;
  }
  const about = request.command.changes ? { commandId: answer.commandId, applied: answer.applied } : {};
  console.log(JSON.stringify({ ...about, ...answer.result }, undefined, 2));
  return 0;
};

const reencrypt = async (request: Invocation, input: Readonly<Record<string, unknown>>): Promise<number> => {
  const { error, ...counted } = await reencryptAll(request, input, process.stderr);
  const { commandId } = request;
  if (error === undefined) {
    console.log(JSON.stringify({ commandId, ...counted }, undefined, 2));
    return counted.failed === 0 ? 0 : REFUSED;
  }
  console.error(JSON.stringify({ error, commandId, ...counted }, undefined, 2));
  return REFUSED;
};

const checkLedger = async (request: Invocation, input: Readonly<Record<string, unknown>>): Promise<number> => {
  const { error, cursor, ...checked } = await checkWholeLedger(request, input);
  console.log(JSON.stringify(checked, undefined, 2));
  if (error !== undefined) console.error(JSON.stringify({ error, cursor }, undefined, 2));
  return error === undefined && checked.agrees ? 0 : REFUSED;
};

const find = async (request: Invocation, input: Readonly<Record<string, unknown>>): Promise<number> => {
  const { error, cursor, ...answer } = await findAll(request, input, process.stderr);
  console.log(JSON.stringify(answer, undefined, 2));
  if (error !== undefined) console.error(JSON.stringify({ error, cursor }, undefined, 2));
  return error === undefined ? 0 : REFUSED;
};

const writeExport = async (request: Invocation, input: Readonly<Record<string, unknown>>): Promise<number> => {
  const exported = await exportPages(request, input);
  if (exported.ok) return 0;
  const { error, cursor } = exported;
  console.error(JSON.stringify({ error, ...(cursor === undefined ? {} : { cursor }) }, undefined, 2));
  return REFUSED;
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\nnpm run operator -- --help tells how to use it.`);
  process.exitCode = WRONG_USE;
}
