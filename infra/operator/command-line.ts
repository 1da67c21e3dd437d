import type { DescribedCommand, Result } from '../../functions/operator/operate/command.ts';
import { showStage } from '../../functions/operator/operate/commands/stage.ts';
import { currentExample } from '../../functions/operator/operate/current-example.ts';
import { describeCommand, describeCommands } from '../../functions/operator/operate/help-text.ts';
import { type HelpRequest, LOCAL_STAGE, readArguments, type ShellRequest, UsageError } from './arguments.ts';
import { carryOut, REFUSED } from './carry-out.ts';
import { type Connections, newConnections } from './connections.ts';
import type { Ask, InputStream } from './input.ts';
import { invokeOperate, localEndpoint } from './invoke.ts';
import { openLineEditor, type TerminalOutput } from './line-editor.ts';
import { allCommands } from './own-commands.ts';
import { runShell } from './shell.ts';

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
