import type { Writable } from 'node:stream';
import { describeCommand, describeCommands } from '../../functions/operate/help-text.ts';
import { type Invocation, readArguments, UsageError } from './arguments.ts';
import { checkWholeLedger } from './check-ledger.ts';
import { withEmbeddedMerchant } from './embedded-bank.ts';
import { exportPages } from './export.ts';
import { findAll } from './find.ts';
import { importBinsInParts, isImportInParts } from './import-bins.ts';
import { type InputStream, readInput } from './input.ts';
import { invokeOperate } from './invoke.ts';
import { allCommands, reencryptCommand } from './own-commands.ts';
import { reencryptAll } from './reencrypt.ts';

const REFUSED = 1;
const WRONG_USE = 2;

/** What a command reads and writes: the streams of its process, or those of a test. */
export interface Terminal {
  /** The folder in which `npm start` says where it listens. */
  readonly dataDir: string;
  readonly input: InputStream;
  readonly output: Writable;
  readonly errors: Writable;
}

const print = (to: Writable, text: string): void => void to.write(`${text}\n`);
const asJson = (value: unknown): string => JSON.stringify(value, undefined, 2);

const carryOut = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  const request = readArguments(argv, terminal.dataDir);
  const { output, errors } = terminal;
  if (request.kind === 'help') {
    print(output, request.command === undefined ? describeCommands(allCommands) : describeCommand(request.command));
    return 0;
  }
  if (isImportInParts(request)) return importInParts(request, terminal);
  const input = withEmbeddedMerchant(request, await readInput(request, terminal.input));
  if (request.command.name === reencryptCommand.name) return reencrypt(request, input, terminal);
  if (request.command.output === 'csv') return writeExport(request, input, terminal);
  if (request.command.output === 'ledger') return checkLedger(request, input, terminal);
  if (request.command.output === 'found') return find(request, input, terminal);
  const answer = await invokeOperate(request, input);
  if (!answer.ok) {
    const about = request.command.changes ? { commandId: request.commandId } : {};
    print(errors, asJson({ error: answer.error, ...about }));
    return REFUSED;
  }
  const about = request.command.changes ? { commandId: answer.commandId, applied: answer.applied } : {};
  print(output, asJson({ ...about, ...answer.result }));
  return 0;
};

/** A command that is more than one call of the function. */
type Mode = (
  request: Invocation,
  input: Readonly<Record<string, unknown>>,
  terminal: Pick<Terminal, 'output' | 'errors'>,
) => Promise<number>;

const importInParts = async (
  request: Invocation,
  { output, errors }: Pick<Terminal, 'output' | 'errors'>,
): Promise<number> => {
  const { error, ...counted } = await importBinsInParts(request, errors);
  const { commandId } = request;
  if (error === undefined) print(output, asJson({ commandId, ...counted }));
  else print(errors, asJson({ error, commandId, ...counted }));
  return error === undefined ? 0 : REFUSED;
};

const reencrypt: Mode = async (request, input, { output, errors }) => {
  const { error, ...counted } = await reencryptAll(request, input, errors);
  const { commandId } = request;
  if (error === undefined) {
    print(output, asJson({ commandId, ...counted }));
    return counted.failed === 0 ? 0 : REFUSED;
  }
  print(errors, asJson({ error, commandId, ...counted }));
  return REFUSED;
};

const checkLedger: Mode = async (request, input, { output, errors }) => {
  const { error, cursor, ...checked } = await checkWholeLedger(request, input);
  print(output, asJson(checked));
  if (error !== undefined) print(errors, asJson({ error, cursor }));
  return error === undefined && checked.agrees ? 0 : REFUSED;
};

const find: Mode = async (request, input, { output, errors }) => {
  const { error, cursor, ...answer } = await findAll(request, input, errors);
  print(output, asJson(answer));
  if (error !== undefined) print(errors, asJson({ error, cursor }));
  return error === undefined ? 0 : REFUSED;
};

const writeExport: Mode = async (request, input, { output, errors }) => {
  const exported = await exportPages(request, input, output);
  if (exported.ok) return 0;
  const { error, cursor } = exported;
  print(errors, asJson({ error, ...(cursor === undefined ? {} : { cursor }) }));
  return REFUSED;
};

/** Carries out one operator's command through Lambda Invoke, on this machine or in an account. Answers its exit code. */
export const runCommandLine = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    return await carryOut(argv, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    print(terminal.errors, `${error.message}\nnpm run operator -- --help tells how to use it.`);
    return WRONG_USE;
  }
};
