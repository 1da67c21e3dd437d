import * as z from 'zod/mini';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { gatewayKinds } from '../../../domain/virtual-pos/virtual-pos.ts';
import {
  type BankChallenge,
  type BankDays,
  type BankLedger,
  type BankOrder,
  bankFollowUps,
  type ClosedDay,
  type DayOf,
} from '../../../ports/bank-ledger.ts';
import { objectRow, optionalText, parseRow, rowSchema, storedAmount, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Row } from '../engine/writes.ts';
import type { Key } from '../keys.ts';
import { bankKeys } from './sandbox-keys.ts';
import { dynamoTerminalLedger } from './terminal-ledger.ts';

const momentMs = rowSchema(() => z.int().check(z.positive()));

const charge = {
  state: z.enum(['authorised', 'captured', 'voided', 'declined', 'refunded']),
  amount: storedAmount,
  capturedAmount: storedAmount,
  procReturnCode: storedText,
  authCode: storedText,
  hostReference: storedText,
  transactionId: storedText,
  authorisedAtMs: momentMs(),
  capturedAtMs: z.optional(momentMs()),
  voidedAtMs: z.optional(momentMs()),
};

const creditRow = objectRow(() => ({
  state: z.enum(['done', 'voided', 'declined']),
  amount: storedAmount,
  procReturnCode: storedText,
  authCode: storedText,
  hostReference: storedText,
  transactionId: storedText,
  atMs: momentMs(),
  voidedAtMs: z.optional(momentMs()),
}));

const orderRow = objectRow(() => ({
  ...charge,
  clientId: storedText,
  orderId: storedText,
  version: storedWhole,
  type: z.enum(['Auth', 'PreAuth']),
  currency: z.enum(currencies),
  cardId: storedText,
  maskedNumber: storedText,
  declinedBefore: z.array(z.object(charge)),
  credits: z.array(creditRow()),
  faultsMet: z.optional(z.array(z.enum(bankFollowUps))),
}));

const closedDayRow = objectRow(() => ({ closedAtMs: momentMs(), version: storedWhole }));

const challengeRow = objectRow(() => ({
  reference: storedText,
  version: storedWhole,
  kind: z.optional(z.enum(gatewayKinds)),
  clientId: storedText,
  orderId: storedText,
  amount: storedAmount,
  currency: z.enum(currencies),
  type: z.enum(['Auth', 'PreAuth']),
  cardId: storedText,
  maskedNumber: storedText,
  oneTimeCode: storedText,
  wrongCodes: storedWhole,
  state: z.enum(['open', 'abandoned', 'answered']),
  mdStatus: storedText,
  gateError: optionalText,
  echoes: z.array(z.tuple([storedText, storedText])),
  md: storedText,
  xid: storedText,
  eci: storedText,
  cavv: storedText,
}));

export const readBankOrder = (row: unknown): BankOrder => {
  const { declinedBefore, credits, ...order } = parseRow('bank order', orderRow, row);
  return {
    ...omitUndefined(order),
    declinedBefore: declinedBefore.map(omitUndefined),
    credits: credits.map(omitUndefined),
  };
};
const readBankChallenge = (row: unknown): BankChallenge => omitUndefined(parseRow('bank challenge', challengeRow, row));
const readClosedDay = (row: unknown): ClosedDay => parseRow('closed bank day', closedDayRow, row);

const closedDayKey = (of: DayOf): Key =>
  of === 'every merchant' ? bankKeys.everyClosedDay() : bankKeys.closedDay(of.clientId);

export const closedDayItem = ({ of, closedAtMs, version }: ClosedDay & { readonly of: DayOf }) => ({
  ...closedDayKey(of),
  entity: 'closed-bank-day',
  closedAtMs,
  version,
});

const bankOrderItem = (order: BankOrder): Row & Key => ({
  ...bankKeys.order(order.clientId, order.orderId),
  entity: 'bank-order',
  ...order,
});

const bankChallengeItem = (challenge: BankChallenge): Row & Key => ({
  ...bankKeys.challenge(challenge.reference),
  entity: 'bank-challenge',
  ...challenge,
});

/** Days that an operator's command ended. */
export const dynamoBankDays = (table: Table): BankDays => ({
  closedDay: async (of) => {
    const row = await table.get(closedDayKey(of));
    return row === undefined ? undefined : readClosedDay(row);
  },
});

/** The embedded bank's books in the stage's table, under keys of their own. */
export const dynamoBankLedger = (table: Table): BankLedger => {
  const enter = async (put: Row & Key): Promise<boolean> => (await table.transact([{ put, onlyIf: ABSENT }])).applied;
  const replace = async (put: Row & Key, version: number): Promise<boolean> =>
    (await table.transact([{ put, onlyIf: atVersion(version - 1) }])).applied;

  return {
    enter: (order) => enter(bankOrderItem(order)),
    findOrder: async (clientId, orderId) => {
      const row = await table.get(bankKeys.order(clientId, orderId));
      return row === undefined ? undefined : readBankOrder(row);
    },
    changeOrder: (order) => replace(bankOrderItem(order), order.version),
    latestClose: async (clientId) => {
      const keys = [closedDayKey({ clientId }), closedDayKey('every merchant')];
      const rows = await Promise.all(keys.map((key) => table.get(key)));
      const moments = rows.filter((row) => row !== undefined).map((row) => readClosedDay(row).closedAtMs);
      return moments.length === 0 ? undefined : Math.max(...moments);
    },
    open: async (challenge) => {
      await enter(bankChallengeItem(challenge));
    },
    findChallenge: async (reference) => {
      const row = await table.get(bankKeys.challenge(reference));
      return row === undefined ? undefined : readBankChallenge(row);
    },
    changeChallenge: (challenge) => replace(bankChallengeItem(challenge), challenge.version),
    terminals: dynamoTerminalLedger(table),
  };
};
