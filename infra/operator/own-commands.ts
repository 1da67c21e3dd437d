import type { DescribedCommand } from '../../functions/operate/command.ts';
import { commands } from '../../functions/operate/commands.ts';
import { optional } from '../../functions/operate/fields.ts';
import { whole } from '../../functions/operate/kinds.ts';
import { MAX_CARDS_PER_CALL } from '../../functions/reencrypt-cards/contract.ts';
import { onboardDealer } from './onboard-file.ts';

/** A function of its own carries this out, step by step: no other function may decrypt a card and encrypt it again. */
export const reencryptCommand = {
  name: 'reencrypt-cards',
  group: 'Customers',
  summary: "Encrypt every stored card under the vault's current key.",
  notes: [
    'Use it after a new key has become the current one. Meanwhile cards under the former key can be charged as before.',
    'Shows its progress on standard error. It can be interrupted and started again at any time: cards that are done stay done.',
  ],
  fields: {
    limit: optional(whole(1, MAX_CARDS_PER_CALL), `Cards per step; ${MAX_CARDS_PER_CALL} when not given.`),
  },
  changes: true,
  example: { limit: 100 },
} as const satisfies DescribedCommand;

/** Every command of the command line, also those that the operators' function does not have. */
export const allCommands: readonly DescribedCommand[] = [onboardDealer, ...commands, reencryptCommand];

/** True for commands that can be called without an input. */
export const worksWithoutInput = ({ name }: DescribedCommand): boolean => name === reencryptCommand.name;
