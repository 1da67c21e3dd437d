import { expect, test } from 'vitest';
import { commandNames, loadCommand, loadCommands } from '../../../../functions/operator/operate/commands.ts';

const [sandbox, production] = [{ sandbox: true }, { sandbox: false }];

test('every command is loaded by its own name', async () => {
  const commands = await loadCommands(sandbox);
  expect(commands.map(({ name }) => name)).toEqual(commandNames(sandbox));
});

test('a production stage has no command of a sandbox, and no name of an object is one', async () => {
  expect(commandNames(sandbox).filter((name) => !commandNames(production).includes(name))).toEqual([
    'put-shop',
    'show-shop',
    'close-bank-day',
  ]);
  for (const name of ['put-shop', 'toString', '__proto__', '']) {
    expect(await loadCommand(name, production)).toBeUndefined();
  }
});
