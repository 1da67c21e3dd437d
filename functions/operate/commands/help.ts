import { type Command, type ShowCommand, showCommand } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { optional } from '../fields.ts';
import { describeCommand, describeCommands } from '../help-text.ts';
import { code } from '../kinds.ts';

/** The command that describes the other ones: its answer is the text of `--help`. */
export const helpCommand = (others: readonly Command[]): ShowCommand => {
  const help: ShowCommand = showCommand(
    {
      name: 'help',
      group: 'Help',
      summary: 'List the commands, or describe one.',
      fields: { command: optional(code(64), 'The command to describe.') },
      example: { command: 'put-dealer' },
    },
    async ({ command: name }, { deps }) => {
      const all = [...others, help];
      if (name === undefined || name === null) return { help: describeCommands(all, deps).split('\n') };
      const command = all.find((one) => one.name === name);
      if (command === undefined) throw new CommandError('UnknownCommand', 'There is no such command.', 'command');
      return { help: describeCommand(command, deps).split('\n') };
    },
  );
  return help;
};
