import type { DescribedCommand } from './command.ts';
import { operateFunctionName } from './contract.ts';
import type { Fields } from './fields.ts';

const WIDTH = 100;

/** Wraps a text into lines that begin with a margin. */
const wrapped = (text: string, margin: string): string[] => {
  const lines: string[] = [];
  let line = margin;
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > WIDTH && line !== margin) {
      lines.push(line);
      line = margin;
    }
    line += line === margin ? word : ` ${word}`;
  }
  return [...lines, line];
};

/** The stage that a help is read for. */
export interface HelpOf {
  readonly stage: string;
  /** Where the stage answers, as far as it is known. */
  readonly baseUrl?: string;
}

const LOCAL = { stage: 'local' };

const USAGE = `Usage: npm run operator -- <command> [name=value ...] [options]
       npm run operator                        a shell on a terminal: one start for many commands

Sets up dealers and looks after their links and payments, on this machine and in an account alike.

Input     a JSON object, by --file or on standard input; short ones also as name=value. Secrets are not
          taken as name=value, since other users of the machine could read them there; on a terminal
          name=? asks for one and does not show it.
Output    tables on a terminal; elsewhere the result as JSON on standard output (npm adds two lines of its
          own, which "npm run --silent" leaves out), an error as {"error": {code, field, message}} on
          standard error, which shows the progress of long work too. Exit code 0 = done, 1 = refused or
          failed, 2 = wrong use of this command line.
Puts      create a record, or change the one whose "version" is given: a field that is absent stays as it
          is, null removes it or restores its default. Amounts are in currency units ("27.50"), rates
          in percent with at most four decimals.

Options
  --stage S           stage to work on (default: local, the service that "npm start" runs)
  --file F.json       read the input from a file
  --output F.csv      write an export to a file instead of standard output
  --id UUID           command id; the same id is applied once, so a repeat after a lost answer is safe
                      (default: a new one, which the answer names)
  --function-name N   function to invoke, if it is not ${operateFunctionName('<stage>')}
  --region R          AWS region (default: AWS_REGION)
  --dry-run           say what a command would change, and change nothing
  --try               after put-virtual-pos: ask the bank whether the account works, and charge nothing
  --table, --json     tables for people or JSON for programs, whatever the output is
  --csv               the rows of show-funnel for spreadsheets
  --help              this text, or after a command its fields and an example`;

/** The list of commands with one line each, for `--help`. */
export const describeCommands = (commands: readonly DescribedCommand[], { stage, baseUrl }: HelpOf = LOCAL): string => {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const groups = Map.groupBy(commands, ({ group }) => group);
  const sections = [...groups].map(([group, members]) =>
    [group, ...members.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)].join('\n'),
  );
  const where = baseUrl === undefined ? [] : [`Stage ${stage} answers at ${baseUrl}.`];
  return [USAGE, ...where, ...sections].join('\n\n');
};

const need = { always: 'required', new: 'required for a new record', no: 'optional' } as const;

const describeField = ([name, field]: Fields extends Readonly<Record<string, infer One>> ? [string, One] : never) => {
  const fallback = field.fallbackText === undefined ? '' : `, default ${field.fallbackText}`;
  const kept = field.secret === true ? ', secret' : '';
  return [
    `  ${name}  (${need[field.presence]}${fallback}${kept})`,
    ...wrapped(`${field.kind.type}. ${field.meaning}`, '      '),
  ].join('\n');
};

/**
 * The help of one command: what it does, its fields, and an example that works as pasted. All of it comes from the
 * command's definition.
 */
export const describeCommand = (command: DescribedCommand, { stage }: HelpOf = LOCAL): string => {
  const { name, summary, notes = [], fields, example, changes } = command;
  const paragraphs = [`${name}: ${summary}`, ...notes.map((note) => wrapped(note, '').join('\n'))];
  const once = changes ? ['Changes something: applied once per command id, and kept in the audit.'] : [];
  const lines = Object.entries(fields).map(describeField);
  const described = lines.length === 0 ? [] : [['Fields', ...lines].join('\n')];
  return [
    ...paragraphs,
    ...once,
    ...described,
    `Example\n  echo '${JSON.stringify(example)}' | npm run operator -- ${name}${stage === LOCAL.stage ? '' : ` --stage ${stage}`}`,
  ].join('\n\n');
};
