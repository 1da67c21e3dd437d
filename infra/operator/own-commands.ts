import { MAX_CARDS_PER_CALL } from '../../functions/card/reencrypt-cards/contract.ts';
import type { DescribedCommand } from '../../functions/operator/operate/command.ts';
import { dealerCodeField, dealerCodeKind } from '../../functions/operator/operate/commands/fields-in-common.ts';
import { loadCommands } from '../../functions/operator/operate/commands.ts';
import { defaulted, optional, required } from '../../functions/operator/operate/fields.ts';
import { choice, code, day, flag, givenId, whole } from '../../functions/operator/operate/kinds.ts';
import { settlementDayKinds } from '../../shared/domain/comparison/settlement.ts';
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

/** One command after the other, as an operator would: the dealer, its virtual POS and definition, and the account. */
export const setUpCanaryCommand = {
  name: 'set-up-canary',
  group: 'Stage',
  summary: 'Set up the dealer that the canary uses, or bring it to what it must be.',
  notes: [
    'The canary looks its dealer up, makes a link, opens its page and cancels it, every five minutes; in a sandbox stage it pays a link too. Until this command ran it does nothing, and the alarm CanarySilent rings.',
    'It can be run again at any time: what is so already is left alone. The password is made in the stage, sealed for the canary and shown to nobody.',
    'In a production stage the dealer is paused, so that nobody can pay its links, and its virtual POS is a placeholder at one of the gateways that the stage allows.',
  ],
  fields: {
    dealerCode: defaulted(dealerCodeKind, 'canary', { meaning: 'The dealer, which nobody else may use.' }),
    dealerCustomerTypeId: defaulted(givenId, 99_999, { meaning: 'Its definition, unique over all dealers.' }),
    gateway: optional(code(300), 'In a production stage: the address of any gateway that the stage allows.'),
    renew: defaulted(flag, false, { meaning: 'Whether the canary gets a new password though it has a valid one.' }),
  },
  changes: true,
  example: { dealerCode: 'canary' },
} as const satisfies DescribedCommand;

/** Reads the file here, and compares it with what the operators' function tells page by page. */
export const compareSettlementCommand = {
  name: 'compare-settlement',
  group: 'Payments',
  summary: "Compare a bank's settlement file whole with our records of its days.",
  notes: [
    'The file is CSV with a first line that names the columns order, amount, type and date; currency may stand beside them, and other columns are ignored. Cells may be quoted, amounts have a decimal point or comma, dates are 2026-11-23, 23.11.2026, 23/11/2026 or 20261123. Types are sale, auth, capture, postauth; refund, credit, iade; void, iptal.',
    'Differences: missing-at-bank, missing-here (only the bank knows the order: where its gateway lists none, this file alone finds those), other-amount, other-type, other-refunds, charged-at-bank, other-state, other-currency. They are kept for list-differences; with --dry-run they are only shown.',
    'Exit code 1 where there are differences. At most 500,000 lines and 128 MB, of 31 days.',
  ],
  fields: {
    dealerCode: dealerCodeField,
    posId: required(code(32), 'The virtual POS that the file is of.'),
    days: defaulted(choice(settlementDayKinds), 'bank days', {
      meaning: 'Whether the days of the file end when the bank closes its day, or at midnight.',
    }),
  },
  changes: true,
  example: { dealerCode: '1001', posId: 'isbank' },
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

/** The commands of the operators' function, with those of sandbox stages. */
export const functionCommands = await loadCommands({ sandbox: true });

/** Every command of the command line, also those that the operators' function does not have. */
export const allCommands: readonly DescribedCommand[] = [
  onboardDealer,
  ...functionCommands,
  makeStatementsCommand,
  reencryptCommand,
  setUpCanaryCommand,
  compareSettlementCommand,
  adoptTableCommand,
];

/** True for commands that can be called without an input. */
export const worksWithoutInput = ({ name }: DescribedCommand): boolean =>
  [reencryptCommand.name, makeStatementsCommand.name, setUpCanaryCommand.name].some((one) => one === name);
