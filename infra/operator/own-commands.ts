import type { DescribedCommand } from '../../functions/operate/command.ts';
import { dealerCodeKind } from '../../functions/operate/commands/fields-in-common.ts';
import { commands } from '../../functions/operate/commands.ts';
import { optional, required } from '../../functions/operate/fields.ts';
import { code, day, whole } from '../../functions/operate/kinds.ts';
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

/** The nightly job carries this out: it has the rights that it needs, and the operators' function none of them. */
export const makeStatementsCommand = {
  name: 'make-statements',
  group: 'Payments',
  summary: 'Make the statements that are missing, of one dealer or of all.',
  notes: [
    'The night makes them by itself, and makes up what it missed. Use it when they are wanted at once, or after a row was repaired that kept them from being made.',
    'Days are made in their order, from the first one that is missing on. What is there is left as it is, so it can be run at any time and twice.',
    'Exit code 1 where statements of a dealer could not be made; the log names the dealer.',
  ],
  fields: {
    dealerCode: optional(dealerCodeKind, 'The dealer; every dealer when absent.'),
    day: optional(day, 'The last day, together with a dealer; the latest that is over when absent.'),
  },
  changes: true,
  example: { dealerCode: '1001' },
} as const satisfies DescribedCommand;

/** It needs rights on tables that no function has, so it uses the credentials of whoever runs it. */
export const adoptTableCommand = {
  name: 'adopt-table',
  group: 'Stage',
  summary: 'Prepare a restored table for a stage, and show the settings that it needs.',
  notes: [
    'Run it before the stage is deployed with the table: it switches on what a restore leaves off, makes ids go on a million further, and pauses the stage in the copy.',
    'It speaks to DynamoDB itself, with your AWS credentials, which need rights on the table and its key. It looks before each step, so it can be run again at any point.',
  ],
  fields: { tableName: required(code(255), 'Name of the restored table.') },
  changes: true,
  example: { tableName: 'payments-restored' },
} as const satisfies DescribedCommand;

/** Every command of the command line, also those that the operators' function does not have. */
export const allCommands: readonly DescribedCommand[] = [
  onboardDealer,
  ...commands,
  makeStatementsCommand,
  reencryptCommand,
  adoptTableCommand,
];

/** True for commands that can be called without an input. */
export const worksWithoutInput = ({ name }: DescribedCommand): boolean =>
  name === reencryptCommand.name || name === makeStatementsCommand.name;
