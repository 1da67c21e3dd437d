import type { DescribedCommand } from '../../functions/operator/operate/command.ts';
import { ASKED, optionNames, optionsWithValue } from './arguments.ts';
import { OpenQuotation, wordsOf } from './shell-words.ts';

/** Words of the shell itself. */
const shellWords = ['help', 'exit'] as const;

/** What may stand at the end of a line: the candidates that begin like its last word, and that word. */
export const completionsOf = (
  line: string,
  commands: readonly DescribedCommand[],
): readonly [readonly string[], string] => {
  const last = /\S*$/.exec(line)?.[0] ?? '';
  const before = line.slice(0, line.length - last.length).trim();
  const beginning = (all: readonly string[]): readonly [readonly string[], string] => [
    all.filter((one) => one.startsWith(last)),
    last,
  ];
  const names = commands.map(({ name }) => name);
  if (before === '') return beginning([...new Set([...names, ...shellWords])]);
  const [first, ...others] = before.split(/\s+/);
  if (first === 'help') return beginning(others.length === 0 ? names : []);
  const command = commands.find(({ name }) => name === first);
  if (command === undefined) return [[], last];
  if (last.startsWith('-')) return beginning(optionNames.map((name) => `--${name}`));
  const given = others.map((word) => word.split('=')[0]);
  const open = Object.entries(command.fields).filter(([name]) => !given.includes(name));
  return beginning(open.map(([name, { secret }]) => (secret === true ? `${name}=${ASKED}` : `${name}=`)));
};

const takesValue = (word: string | undefined): boolean => optionsWithValue.some((name) => word === `--${name}`);

/** True for a line that may stand in the history: nothing in it can be a secret, not even by a slip of the fingers. */
export const isKept = (line: string, commands: readonly DescribedCommand[]): boolean => {
  let words: readonly string[];
  try {
    words = wordsOf(line);
  } catch (error) {
    if (error instanceof OpenQuotation) return false;
    throw error;
  }
  const [first = '', ...others] = words;
  const fields = commands.flatMap((command) => Object.entries(command.fields));
  const open = new Set(fields.map(([name]) => name));
  for (const [name, { secret }] of fields) if (secret === true) open.delete(name);
  const isOpen = (word: string): boolean => {
    const [, name = '', value = ''] = /^([A-Za-z0-9]+)=(.*)$/s.exec(word) ?? [];
    // JSON may hold members that are secrets.
    return value === ASKED || (open.has(name) && !/^[[{]/.test(value));
  };
  if (first === 'help') return others.every((word) => /^[a-z-]+$/.test(word));
  return (
    /^[a-z-]+$/.test(first) &&
    others.every((word, index) => isOpen(word) || word.startsWith('--') || takesValue(others[index - 1]))
  );
};
