import * as z from 'zod/mini';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { BankChallenge, BankOrder, ClosedDay, DayOf } from '../../../ports/bank-ledger.ts';
import { optionalText, parseRow, storedAmount, storedText, storedWhole } from '../engine/row.ts';
import type { Row } from '../engine/writes.ts';
import type { Key } from '../keys.ts';
import { bankKeys } from '../keys.ts';

const momentMs = z.int().check(z.positive());

const charge = {
  state: z.enum(['authorised', 'captured', 'voided', 'declined', 'refunded']),
  amount: storedAmount,
  capturedAmount: storedAmount,
  procReturnCode: storedText,
  authCode: storedText,
  hostReference: storedText,
  transactionId: storedText,
  authorisedAtMs: momentMs,
  capturedAtMs: z.optional(momentMs),
  voidedAtMs: z.optional(momentMs),
};

const creditRow = z.object({
  state: z.enum(['done', 'voided', 'declined']),
  amount: storedAmount,
  procReturnCode: storedText,
  authCode: storedText,
  hostReference: storedText,
  transactionId: storedText,
  atMs: momentMs,
  voidedAtMs: z.optional(momentMs),
});

const orderRow = z.object({
  ...charge,
  clientId: storedText,
  orderId: storedText,
  version: storedWhole,
  type: z.enum(['Auth', 'PreAuth']),
  currency: z.enum(currencies),
  cardId: storedText,
  maskedNumber: storedText,
  declinedBefore: z.array(z.object(charge)),
  credits: z.array(creditRow),
});

const closedDayRow = z.object({ closedAtMs: momentMs, version: storedWhole });

const challengeRow = z.object({
  reference: storedText,
  version: storedWhole,
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
});

export const readBankOrder = (row: unknown): BankOrder => {
  const { declinedBefore, credits, ...order } = parseRow('bank order', orderRow, row);
  return {
    ...omitUndefined(order),
    declinedBefore: declinedBefore.map(omitUndefined),
    credits: credits.map(omitUndefined),
  };
};
export const readBankChallenge = (row: unknown): BankChallenge =>
  omitUndefined(parseRow('bank challenge', challengeRow, row));
export const readClosedDay = (row: unknown): ClosedDay => parseRow('closed bank day', closedDayRow, row);

export const closedDayKey = (of: DayOf): Key =>
  of === 'every merchant' ? bankKeys.everyClosedDay() : bankKeys.closedDay(of.clientId);

export const closedDayItem = ({ of, closedAtMs, version }: ClosedDay & { readonly of: DayOf }) => ({
  ...closedDayKey(of),
  entity: 'closed-bank-day',
  closedAtMs,
  version,
});

export const bankOrderItem = (order: BankOrder): Row & Key => ({
  ...bankKeys.order(order.clientId, order.orderId),
  entity: 'bank-order',
  ...order,
});

export const bankChallengeItem = (challenge: BankChallenge): Row & Key => ({
  ...bankKeys.challenge(challenge.reference),
  entity: 'bank-challenge',
  ...challenge,
});
