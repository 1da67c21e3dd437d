import { expect, test } from 'vitest';
import type { Command } from '../../../../../functions/operator/operate/command.ts';
import { loadCommands } from '../../../../../functions/operator/operate/commands.ts';
import { readInput } from '../../../../../functions/operator/operate/fields.ts';

const commands = await loadCommands({ sandbox: true });

const SENTENCE = /^\S.+\.$/;

/** The commands about which something is wrong, by what `problemsOf` says of each. */
const wrong = (problemsOf: (command: Command) => readonly string[]): readonly string[] =>
  commands.flatMap((command) => problemsOf(command).map((problem) => `${command.name}: ${problem}`));

const ofFields = (problemOf: (field: Command['fields'][string]) => boolean) =>
  wrong(({ fields }) =>
    Object.entries(fields)
      .filter(([, field]) => problemOf(field))
      .map(([name]) => name),
  );

test('every command says in one sentence what it does', () => {
  expect(wrong(({ summary }) => (/^[A-Z][^\n]+\.$/.test(summary) ? [] : [summary]))).toEqual([]);
});

test('what a command adds to that are whole sentences', () => {
  expect(wrong(({ notes = ['None.'] }) => (notes.length === 0 ? ['no notes'] : []))).toEqual([]);
  expect(wrong(({ notes = [] }) => notes.filter((note) => !SENTENCE.test(note)))).toEqual([]);
});

test('every field says what it means and what it takes', () => {
  expect(ofFields(({ meaning }) => !SENTENCE.test(meaning))).toEqual([]);
  expect(ofFields(({ kind }) => kind.type === '')).toEqual([]);
});

test('a default is shown, and a word or a flag that is one is a value of its field', () => {
  expect(ofFields(({ fallback, fallbackText = '' }) => fallback !== undefined && fallbackText === '')).toEqual([]);
  const isSimple = (value: unknown): boolean => typeof value === 'string' || typeof value === 'boolean';
  expect(ofFields(({ fallback, kind }) => isSimple(fallback) && 'problem' in kind.read(fallback))).toEqual([]);
});

test('the example of every command is one that it takes', () => {
  for (const { fields, example } of commands) expect(() => readInput(fields, example)).not.toThrow();
});

test('the help lists commands under the subjects that operators know', () => {
  expect([...new Set(commands.map(({ group }) => group))]).toEqual([
    'Dealers',
    'Sub-dealers',
    'Virtual POS',
    'BIN directory',
    'Definitions',
    'Customers',
    'Sales',
    'Payment requests',
    'Reusable links',
    'Messages',
    'Payments',
    'Deliveries',
    'Webhooks',
    'Desk',
    'Stage',
    'Demo shop',
    'Embedded bank',
    'Help',
  ]);
});

test('a command changes something, and carries it out once per id, or it shows something', () => {
  expect(wrong((command) => (command.changes === 'show' in command ? ['both'] : []))).toEqual([]);
});
