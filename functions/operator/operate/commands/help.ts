import { type Command, type ShowCommand, showCommand } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { currentExample } from '../current-example.ts';
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
    async ({ command: name }, call) => {
      const { deps } = call;
      const all = [...others, help];
      if (name === undefined || name === null) return { help: describeCommands(all, deps).split('\n') };
      const command = all.find((one) => one.name === name);
      if (command === undefined) throw new CommandError('UnknownCommand', 'There is no such command.', 'command');
      const example = await currentExample(command, async (shows, input) => {
        const show = all.find((one) => one.name === shows);
        if (show === undefined || !('show' in show)) throw new Error(`${shows} shows no record`);
        try {
          return await show.show(input, call);
        } catch (error) {
          if (error instanceof CommandError && error.failure.code === 'NotFound') return undefined;
          throw error;
        }
      });
      return { help: describeCommand({ ...command, example }, deps).split('\n') };
    },
  );
  return help;
};
