import { describe, expect, test } from 'vitest';
import { type Command, type CommandCall, showCommand } from '../../../../../functions/operator/operate/command.ts';
import { CommandError } from '../../../../../functions/operator/operate/command-error.ts';
import { helpCommand } from '../../../../../functions/operator/operate/commands/help.ts';

const text = { group: 'Stage', fields: {} } as const;

/** A command that replaces a record, and the one that shows it. */
const commandsOver = (read: () => Promise<object>): readonly Command[] => [
  showCommand({ ...text, name: 'show-stage', summary: 'Show it.', example: {} }, async () => ({ ...(await read()) })),
  {
    ...text,
    name: 'resume-stage',
    summary: 'Change it.',
    changes: true,
    example: { version: 1 },
    shownBy: 'show-stage',
    plan: () => expect.unreachable(),
  },
];

const help = async (input: object, commands: readonly Command[]): Promise<string> => {
  const call = { deps: { gateways: { sandbox: true } } } as unknown as CommandCall;
  const answer = await helpCommand(commands).show(input, call);
  return (answer.help as readonly string[]).join('\n');
};

const STORED = commandsOver(async () => ({ version: 7 }));

describe('help', () => {
  test.each([{}, { command: null }])('with %j lists every command, itself too', async (input) => {
    const listed = await help(input, STORED);
    for (const name of ['show-stage', 'resume-stage', 'help']) expect(listed).toMatch(new RegExp(`^ *${name} `, 'm'));
  });

  test('describes one, and its example names the version that stands', async () => {
    const described = await help({ command: 'resume-stage' }, STORED);
    expect(described).toContain('Change it.');
    expect(described).toMatch(/version[":= ]+7/);
    expect(await help({ command: 'help' }, STORED)).toContain('List the commands, or describe one.');
  });

  test('of a record that is not there gives an example of a new one', async () => {
    const none = commandsOver(() => Promise.reject(new CommandError('NotFound', 'There is none.')));
    const described = await help({ command: 'resume-stage' }, none);
    expect(described).toContain('Change it.');
    expect(described).not.toMatch(/version[":= ]+7/);
  });

  test('fails where the record cannot be read', async () => {
    for (const error of [new RangeError('the store is gone'), new CommandError('NotPossible', 'Not now.')]) {
      const failing = commandsOver(() => Promise.reject(error));
      await expect(help({ command: 'resume-stage' }, failing)).rejects.toBe(error);
    }
    await expect(help({ command: 'resume-stage' }, STORED.slice(1))).rejects.toThrow('show-stage shows no record');
  });

  test('knows no other command', async () => {
    await expect(help({ command: 'pause-stage' }, STORED)).rejects.toMatchObject({
      code: 'UnknownCommand',
      field: 'command',
      sentence: 'There is no such command.',
    });
  });
});
