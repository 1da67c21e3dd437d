import { describe, expect, test } from 'vitest';
import type { DescribedCommand } from '../../../../functions/operator/operate/command.ts';
import { defaulted, neededWhenNew, optional, required, secret } from '../../../../functions/operator/operate/fields.ts';
import { describeCommand, describeCommands } from '../../../../functions/operator/operate/help-text.ts';
import { code, flag } from '../../../../functions/operator/operate/kinds.ts';

const show: DescribedCommand = {
  name: 'show-it',
  group: 'Things',
  summary: 'Show a thing.',
  fields: {},
  changes: false,
  example: {},
};
const put: DescribedCommand = {
  name: 'put',
  group: 'Things',
  summary: 'Change a thing.',
  notes: ['A note.', `${'word '.repeat(19)}words and an end.`],
  fields: {
    dealerCode: required(code(32), 'The dealer.'),
    name: neededWhenNew(code(9), 'Its name.'),
    enabled: defaulted(flag, true, { meaning: `Whether it is. ${'word '.repeat(20)}end.` }),
    password: secret(optional(code(9), 'Its password.')),
  },
  changes: true,
  example: { dealerCode: '1001', name: 'A' },
};
const other: DescribedCommand = { ...show, name: 'other', group: 'Others', summary: 'Do something else.' };

describe('The help of one command', () => {
  test('says what it does, that it is applied once, what its fields are, and an example that works as pasted', () => {
    expect(describeCommand(put).split('\n')).toEqual([
      'put: Change a thing.',
      '',
      'A note.',
      '',
      // A line has a hundred characters.
      `${'word '.repeat(19)}words`,
      'and an end.',
      '',
      'Changes something: applied once per command id, and kept in the audit.',
      '',
      'Fields',
      '  dealerCode  (required)',
      '      text, at most 32 characters. The dealer.',
      '  name  (required for a new record)',
      '      text, at most 9 characters. Its name.',
      '  enabled  (optional, default true)',
      `      true or false. Whether it is.${' word'.repeat(13)}`,
      `      ${'word '.repeat(7)}end.`,
      '  password  (optional, secret)',
      '      text, at most 9 characters. Its password.',
      '',
      'Example',
      `  echo '{"dealerCode":"1001","name":"A"}' | npm run operator -- put`,
    ]);
  });

  test('of a command that shows something has no word about changes, and names the stage that is not the local one', () => {
    expect(describeCommand(show, { stage: 'sandbox' })).toBe(
      "show-it: Show a thing.\n\nExample\n  echo '{}' | npm run operator -- show-it --stage sandbox",
    );
  });

  test('a word that is longer than a line stands in one of its own', () => {
    const long = 'x'.repeat(120);
    expect(describeCommand({ ...show, notes: [`a ${long} b`] })).toContain(`\n\na\n${long}\nb\n\n`);
  });
});

describe('The list of commands', () => {
  test('stands below the usage, by subject, with one line each', () => {
    const [usage = '', things, others, ...rest] = describeCommands([show, other, put]).split(/\n\n(?=Things|Others)/);
    expect(things).toBe('Things\n  show-it  Show a thing.\n  put      Change a thing.');
    expect(others).toBe('Others\n  other    Do something else.');
    expect(rest).toEqual([]);
    for (const option of ['--stage', '--file', '--output', '--id', '--dry-run', '--try', '--json', '--csv', '--help']) {
      expect(usage).toContain(option);
    }
  });

  test('says where the stage answers, as far as that is known', () => {
    const at = { stage: 'sandbox', baseUrl: 'https://pay.example' };
    expect(describeCommands([show], at)).toContain('\n\nStage sandbox answers at https://pay.example.\n\nThings');
    expect(describeCommands([show])).not.toContain('answers at');
  });
});
