import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { didYouMean } from '../../functions/operator/operate/closest-name.ts';
import type { DescribedCommand } from '../../functions/operator/operate/command.ts';
import { importBins } from '../../functions/operator/operate/commands/bin.ts';
import { putVirtualPos } from '../../functions/operator/operate/commands/virtual-pos.ts';
import type { Connections } from './connections.ts';
import { onboardDealer } from './onboard-file.ts';
import { adoptTableCommand, allCommands, compareSettlementCommand, setUpCanaryCommand } from './own-commands.ts';
import type { Format } from './printer.ts';

/** Wrong use of the command line: exit code 2 and one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command to be carried out. */
export interface Invocation {
  readonly kind: 'invoke';
  readonly command: DescribedCommand;
  readonly commandId: string;
  readonly stage: string;
  /** Say what a change would do, and change nothing. */
  readonly dryRun: boolean;
  /** A put of a virtual POS: asks the bank afterwards whether its account works. */
  readonly tries: boolean;
  readonly file: string | undefined;
  /** The file that a command writes; standard output by default. */
  readonly output: string | undefined;
  readonly pairs: Readonly<Record<string, unknown>>;
  /** Secrets that are asked for on the terminal, where they are not shown. */
  readonly asked: readonly string[];
  /** For people or for programs; absent: by what the output is. */
  readonly format: Format | undefined;
  readonly functionName: string | undefined;
  readonly region: string | undefined;
  /** The folder in which `npm start` says where it listens. */
  readonly dataDir: string;
  /** An import of BINs: removes what the file lacks. */
  readonly replace: boolean;
  /** An import of BINs: those of a sandbox's test cards, instead of a file. */
  readonly testCards: boolean;
  /** Open connections of a shell; absent: the command opens and closes its own. */
  readonly connections?: Connections | undefined;
}

/** What to help with, and of which stage. */
export interface HelpRequest {
  readonly kind: 'help';
  readonly command: DescribedCommand | undefined;
  readonly stage: string;
}

/** No command at all: a shell, where there is a terminal. The options hold for each of its commands. */
export interface ShellRequest {
  readonly kind: 'shell';
  readonly stage: string;
  readonly options: readonly string[];
}

export type Request = Invocation | HelpRequest | ShellRequest;

/** Stands for a secret that is asked for: `name=?`. */
export const ASKED = '?';

/** The service that `npm start` runs. */
export const LOCAL_STAGE = 'local';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const options = {
  stage: { type: 'string' },
  file: { type: 'string' },
  output: { type: 'string' },
  id: { type: 'string' },
  'function-name': { type: 'string' },
  region: { type: 'string' },
  'dry-run': { type: 'boolean' },
  try: { type: 'boolean' },
  table: { type: 'boolean' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  replace: { type: 'boolean' },
  'test-cards': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export const optionNames = Object.keys(options);
/** Options that a value stands behind. */
export const optionsWithValue = Object.entries(options).flatMap(([name, { type }]) =>
  type === 'string' ? [name] : [],
);

const parsed = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The command line cannot be read.');
  }
};
type Values = ReturnType<typeof parsed>['values'];

const refuseMisplaced = (values: Values, command: DescribedCommand): void => {
  const { name } = command;
  if (values.id !== undefined && !UUID.test(values.id)) throw new UsageError('--id must be a UUID.');
  if (values.output !== undefined && command.output !== 'csv') {
    throw new UsageError(`--output is for commands that write a file, and ${name} is none.`);
  }
  if (values['dry-run'] === true && !canBeTried(command)) {
    throw new UsageError(`--dry-run is for commands that change a record, and ${name} is none.`);
  }
  if (values.try === true && name !== putVirtualPos.name) {
    throw new UsageError(`--try is for ${putVirtualPos.name} alone.`);
  }
  if (values.try === true && values['dry-run'] === true) {
    throw new UsageError('--try asks the bank about what was put, and --dry-run puts nothing.');
  }
  if ((values.replace === true || values['test-cards'] === true) && name !== importBins.name) {
    throw new UsageError(`--replace and --test-cards are for ${importBins.name} alone.`);
  }
};

/** Commands that the command line itself can try. */
const TRIED_HERE: readonly string[] = [
  onboardDealer,
  adoptTableCommand,
  setUpCanaryCommand,
  compareSettlementCommand,
].map(({ name }) => name);

const canBeTried = (command: DescribedCommand): boolean =>
  command.changes && ('plan' in command || 'tryOut' in command || TRIED_HERE.includes(command.name));

const formatOf = ({ table, json, csv }: Values, command: DescribedCommand): Format | undefined => {
  if ([table, json, csv].filter((one) => one === true).length > 1) {
    throw new UsageError('--table, --json and --csv exclude each other.');
  }
  if (csv === true && command.output !== 'funnel') {
    throw new UsageError(`--csv is for show-funnel; ${command.name} prints none by it.`);
  }
  if (csv === true) return 'csv';
  if (table === true && command.output === 'csv') throw new UsageError(`${command.name} writes CSV, and no table.`);
  if (table === true) return 'table';
  return json === true ? 'json' : undefined;
};

/** Reads the command line. Throws a UsageError for anything unknown or wrong. */
export const readArguments = (argv: readonly string[], dataDir: string): Request => {
  const { values, positionals } = parsed(argv);
  const [name, ...rest] = positionals;
  const { stage = LOCAL_STAGE } = values;
  if (name === undefined && values.help !== true) return { kind: 'shell', stage, options: argv };
  if (name === undefined || name === 'help') {
    return { kind: 'help', stage, command: rest[0] === undefined ? undefined : commandNamed(rest[0]) };
  }
  const command = commandNamed(name);
  if (values.help === true) return { kind: 'help', stage, command };
  refuseMisplaced(values, command);
  return {
    kind: 'invoke',
    command,
    commandId: values.id ?? randomUUID(),
    stage,
    dryRun: values['dry-run'] === true,
    tries: values.try === true,
    file: values.file,
    output: values.output,
    ...pairsOf(rest, command),
    format: formatOf(values, command),
    functionName: values['function-name'],
    region: values.region,
    dataDir,
    replace: values.replace === true,
    testCards: values['test-cards'] === true,
  };
};

const commandNamed = (name: string): DescribedCommand => {
  const command = allCommands.find((one) => one.name === name);
  if (command === undefined) {
    const names = allCommands.map((one) => one.name);
    throw new UsageError(`There is no command "${name}": --help lists all of them.${didYouMean(name, names)}`);
  }
  return command;
};

const pairsOf = (texts: readonly string[], command: DescribedCommand): Pick<Invocation, 'pairs' | 'asked'> => {
  const pairs = texts.map((text) => pairOf(text, command));
  const isAsked = ([name, value]: readonly [string, unknown]): boolean =>
    value === ASKED && command.fields[name]?.secret === true;
  return {
    pairs: Object.fromEntries(pairs.filter((pair) => !isAsked(pair))),
    asked: pairs.filter(isAsked).map(([name]) => name),
  };
};

const pairOf = (text: string, { fields }: DescribedCommand): [string, unknown] => {
  const [, name = '', value = ''] = /^([A-Za-z0-9]+)=(.*)$/s.exec(text) ?? [];
  // Not quoted: the argument may be meant as an input and hold a secret, and this sentence may be logged.
  if (name === '') throw new UsageError('An argument behind the command is not name=value.');
  if (fields[name]?.secret === true && value !== ASKED) {
    throw new UsageError(
      `${name} is a secret: give it in --file or on standard input, where nobody else sees it, or ${name}=${ASKED} to be asked for it.`,
    );
  }
  return [name, valueOfPair(value, name)];
};

/** Lists, objects and null are read as JSON. Everything else is text, which every field accepts. */
const valueOfPair = (text: string, name: string): unknown => {
  if (text === 'null') return null;
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`The value of ${name} begins like JSON and is not.`);
  }
};
