import type { DescribedCommand, Result } from '../../functions/operator/operate/command.ts';
import { showStage } from '../../functions/operator/operate/commands/stage.ts';
import { currentExample } from '../../functions/operator/operate/current-example.ts';
import { describeCommand, describeCommands } from '../../functions/operator/operate/help-text.ts';
import { adopt } from './adopt-table.ts';
import {
  type HelpRequest,
  type Invocation,
  LOCAL_STAGE,
  readArguments,
  type ShellRequest,
  UsageError,
} from './arguments.ts';
import { checkWholeLedger } from './check-ledger.ts';
import { compareSettlement } from './compare-settlement.ts';
import { type Connections, newConnections } from './connections.ts';
import { withEmbeddedMerchant } from './embedded-bank.ts';
import { exportPages } from './export.ts';
import { findAll } from './find.ts';
import { importBinsInParts, isImportInParts } from './import-bins.ts';
import { importLostOrdersInParts, isLostOrdersFile } from './import-lost-orders.ts';
import { type Ask, type InputStream, readInput } from './input.ts';
import { invokeOperate, localEndpoint, refuseUnconfigured } from './invoke.ts';
import { openLineEditor, type TerminalOutput } from './line-editor.ts';
import { makeAllStatements } from './make-statements.ts';
import { onboard } from './onboard-dealer.ts';
import { onboardDealer } from './onboard-file.ts';
import {
  adoptTableCommand,
  allCommands,
  compareSettlementCommand,
  makeStatementsCommand,
  reencryptCommand,
  setUpCanaryCommand,
} from './own-commands.ts';
import { type Printer, printerOf } from './printer.ts';
import { reencryptAll } from './reencrypt.ts';
import { setUpCanary } from './set-up-canary.ts';
import { runShell } from './shell.ts';
import { sumDayUp } from './show-day.ts';

const REFUSED = 1;
const WRONG_USE = 2;

/** What a command reads and writes: the streams of its process, or those of a test. */
export interface Terminal {
  /** The folder in which `npm start` says where it listens. */
  readonly dataDir: string;
  readonly input: InputStream & NodeJS.ReadableStream;
  readonly output: TerminalOutput;
  readonly errors: TerminalOutput;
  /** Ends the process, for Ctrl-C in a shell while a command runs. */
  readonly interrupt?: () => void;
}

/** Where one command reads and writes: the terminal itself, or a line of a shell. */
interface CommandTerminal extends Pick<Terminal, 'dataDir' | 'output' | 'errors'> {
  readonly input: InputStream;
  readonly ask: Ask | undefined;
  readonly connections?: Connections;
}

type Input = Readonly<Record<string, unknown>>;

/** A command that is more than one call of the function. Answers its exit code. */
type Mode = (request: Invocation, input: Input, to: CommandTerminal & { readonly printer: Printer }) => Promise<number>;

const oneCall: Mode = async (request, input, { printer }) => {
  const answer = await invokeOperate(request, input);
  if (!answer.ok) {
    printer.failure(answer.error, request.command.changes ? { commandId: request.commandId } : {});
    return REFUSED;
  }
  const about = request.command.changes ? { commandId: answer.commandId, applied: answer.applied } : {};
  printer.result({ ...about, ...answer.result });
  return 0;
};

const importInParts: Mode = async (request, _input, { errors, printer }) => {
  const { error, ...counted } = await importBinsInParts(request, errors);
  const { commandId } = request;
  if (error === undefined) printer.result({ commandId, ...counted });
  else printer.failure(error, { commandId, ...counted });
  return error === undefined ? 0 : REFUSED;
};

const importLostOrdersFile: Mode = async (request, _input, { errors, printer }) => {
  const { error, result, ...counted } = await importLostOrdersInParts(request, errors);
  const { commandId } = request;
  if (error === undefined) printer.result({ commandId, ...result, ...counted });
  else printer.failure(error, { commandId, ...counted });
  return error === undefined ? 0 : REFUSED;
};

const reencrypt: Mode = async (request, input, { errors, printer }) => {
  const { error, ...counted } = await reencryptAll(request, input, errors);
  const { commandId } = request;
  if (error === undefined) {
    printer.result({ commandId, ...counted });
    return counted.failed === 0 ? 0 : REFUSED;
  }
  printer.failure(error, { commandId, ...counted });
  return REFUSED;
};

const makeStatements: Mode = async (request, input, { errors, printer }) => {
  const { error, ...made } = await makeAllStatements(request, input, errors);
  const { commandId } = request;
  if (error === undefined) printer.result({ commandId, ...made });
  else printer.failure(error, { commandId, ...made });
  return error === undefined && made.failed === 0 ? 0 : REFUSED;
};

const adoptRestored: Mode = async (request, input, { printer }) => {
  const { commandId } = request;
  try {
    printer.result({ commandId, ...(await adopt(request, input)) });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    refuseUnconfigured(error);
    const said = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error';
    printer.failure(
      { code: 'Unexpected', message: `${said}; run it again: it looks before each step.` },
      { commandId },
    );
    return REFUSED;
  }
};

const checkLedger: Mode = async (request, input, { errors, printer }) => {
  const { error, cursor, ...checked } = await checkWholeLedger(request, input, errors);
  printer.result(checked);
  if (error !== undefined) printer.failure(error, { cursor });
  return error === undefined && checked.agrees ? 0 : REFUSED;
};

/** Commands whose pages the command line puts together. What was read is printed even if a later page fails. */
const putTogether =
  (all: (...of: Parameters<typeof findAll>) => ReturnType<typeof findAll> | ReturnType<typeof sumDayUp>): Mode =>
  async (request, input, { errors, printer }) => {
    const { error, cursor, ...answer } = await all(request, input, errors);
    printer.result(answer);
    if (error !== undefined) printer.failure(error, { cursor });
    return error === undefined ? 0 : REFUSED;
  };

const inSteps =
  (work: typeof onboard | typeof setUpCanary): Mode =>
  async (request, input, { errors, printer }) => {
    const { error, ...told } = await work(request, input, errors);
    if (error === undefined || told.steps.length > 0) printer.result(told);
    if (error !== undefined) printer.failure(error);
    return error === undefined ? 0 : REFUSED;
  };

const compareFile: Mode = async (request, input, { errors, printer }) => {
  const { error, ...compared } = await compareSettlement(request, input, errors);
  if (error === undefined) printer.result(compared);
  else printer.failure(error);
  return error === undefined && compared.differences.length === 0 ? 0 : REFUSED;
};

const writeExport: Mode = async (request, input, { output, errors, printer }) => {
  const exported = await exportPages(request, input, { output, errors });
  if (exported.ok) return 0;
  const { error, cursor } = exported;
  printer.failure(error, cursor === undefined ? {} : { cursor });
  return REFUSED;
};

const modes: Readonly<Record<NonNullable<Invocation['command']['output']>, Mode>> = {
  csv: writeExport,
  ledger: checkLedger,
  found: putTogether(findAll),
  day: putTogether(sumDayUp),
};

const modeOf = ({ command: { name, output } }: Invocation): Mode => {
  if (name === reencryptCommand.name) return reencrypt;
  if (name === makeStatementsCommand.name) return makeStatements;
  if (name === onboardDealer.name) return inSteps(onboard);
  if (name === setUpCanaryCommand.name) return inSteps(setUpCanary);
  if (name === adoptTableCommand.name) return adoptRestored;
  return output === undefined ? oneCall : modes[output];
};

const carryOut = async (request: Invocation, terminal: CommandTerminal): Promise<number> => {
  const to = { ...terminal, printer: printerOf(request.format, terminal) };
  const { connections } = terminal;
  const connected = connections === undefined ? request : { ...request, connections };
  if (isImportInParts(request)) return importInParts(connected, {}, to);
  if (isLostOrdersFile(request)) return importLostOrdersFile(connected, {}, to);
  // Its file is the settlement file, and its fields are name=value.
  if (request.command.name === compareSettlementCommand.name) return compareFile(connected, request.pairs, to);
  const input = withEmbeddedMerchant(request, await readInput(request, terminal));
  return modeOf(request)(connected, input, to);
};

/** The example with the version of the running service; as it is where the service does not answer. */
const exampleNow = (command: DescribedCommand, dataDir: string): Promise<Result> =>
  currentExample(command, async (shows, input) => {
    const request = readArguments([shows], dataDir);
    const answer = request.kind === 'invoke' ? await invokeOperate(request, input) : undefined;
    if (answer?.ok === true) return answer.result;
    return answer?.error.code === 'NotFound' ? undefined : command.example;
  });

const help = async (
  { command, stage }: HelpRequest,
  { dataDir, output }: Pick<Terminal, 'dataDir' | 'output'>,
): Promise<number> => {
  const local = stage === LOCAL_STAGE ? localEndpoint(dataDir) : undefined;
  const baseUrl = local?.baseUrl;
  const of = { stage, ...(baseUrl === undefined ? {} : { baseUrl }) };
  if (command === undefined) {
    output.write(`${describeCommands(allCommands, of)}\n`);
    return 0;
  }
  const example = local === undefined ? command.example : await exampleNow(command, dataDir);
  output.write(`${describeCommand({ ...command, example }, of)}\n`);
  return 0;
};

/** Tells wrong use in one sentence. */
const withUsage = async (errors: TerminalOutput, hint: string, work: () => Promise<number>): Promise<number> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    errors.write(`${error.message}\n${hint}`);
    return WRONG_USE;
  }
};

/** A secret is typed on the terminal itself, also where the answer goes to a file. */
const askOnce =
  ({ input, errors: output }: Terminal): Ask =>
  async (question) => {
    const editor = openLineEditor({ input, output });
    try {
      return await editor.ask(question);
    } finally {
      editor.close();
    }
  };

/** Nothing but what is typed as a line: a command in a shell has no standard input of its own. */
const noInput: InputStream = { isTTY: true, [Symbol.asyncIterator]: () => [][Symbol.iterator]() as never };

/** Says how the stage is. The first call of a function is slow, so it is made before anybody waits for an answer. */
const greetingOf = async (
  { stage, options }: ShellRequest,
  dataDir: string,
  connections: Connections,
): Promise<string> => {
  const request = readArguments([...options, showStage.name], dataDir);
  if (request.kind !== 'invoke') throw new Error('show-stage is a command');
  try {
    const answer = await invokeOperate({ ...request, connections }, {});
    if (!answer.ok) return answer.error.message;
    const { baseUrl, paused } = answer.result;
    return `Stage ${stage} answers at ${String(baseUrl)}${paused === true ? ', and its charges are paused' : ''}.`;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
};

/** A command that fails unexpectedly does not end a shell. The error may quote an input, and is told by its name. */
const surviving = async (errors: TerminalOutput, work: () => Promise<number>): Promise<number> => {
  try {
    return await work();
  } catch (error) {
    errors.write(`The command failed unexpectedly (${error instanceof Error ? error.name : 'unknown error'}).\n`);
    return REFUSED;
  }
};

const shell = async (request: ShellRequest, terminal: Terminal): Promise<number> => {
  const { stage, options } = request;
  const { dataDir, input, output, errors, interrupt } = terminal;
  const connections = newConnections();
  try {
    await runShell({
      greeting: await greetingOf(request, dataDir, connections),
      input,
      output,
      errors,
      commands: allCommands,
      stage,
      interrupt,
      carryOut: (words, ask) =>
        surviving(errors, () =>
          withUsage(errors, '', async () => {
            const line = readArguments([...options, ...words], dataDir);
            if (line.kind === 'help') return help(line, terminal);
            if (line.kind === 'shell') throw new UsageError('A shell runs already: type a command, or help.');
            return carryOut(line, { dataDir, input: noInput, output, errors, ask, connections });
          }),
        ),
    });
    return 0;
  } finally {
    connections.close();
  }
};

/**
 * Carries out one operator's command through Lambda Invoke, on this machine or in an account. Without a command it is a
 * shell on a terminal, and the help elsewhere. Answers its exit code.
 */
export const runCommandLine = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  withUsage(terminal.errors, 'npm run operator -- --help tells how to use it.\n', async () => {
    const request = readArguments(argv, terminal.dataDir);
    const isTyped = terminal.input.isTTY === true;
    if (request.kind === 'shell' && isTyped) return shell(request, terminal);
    if (request.kind !== 'invoke') return help({ command: undefined, ...request, kind: 'help' }, terminal);
    return carryOut(request, { ...terminal, ask: isTyped ? askOnce(terminal) : undefined });
  });
