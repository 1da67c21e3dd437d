import * as z from 'zod/mini';
import { given } from '../../../domain/given.ts';
import { currencies } from '../../../domain/money.ts';
import type { BankChallenge, BankOrder } from '../../../ports/bank-ledger.ts';
import type { Key } from '../keys.ts';
import { bankKeys } from '../keys.ts';
import type { Row } from '../writes.ts';
import { parseRow, storedAmount, storedText, storedWhole } from './row.ts';

const momentMs = z.int().check(z.positive());

const orderRow = z.object({
  clientId: storedText,
  orderId: storedText,
  version: storedWhole,
  state: z.enum(['authorised', 'captured', 'voided', 'declined', 'refunded']),
  amount: storedAmount,
  capturedAmount: storedAmount,
  currency: z.enum(currencies),
  procReturnCode: storedText,
  cardId: storedText,
  maskedNumber: storedText,
  authCode: storedText,
  hostReference: storedText,
  transactionId: storedText,
  authorisedAtMs: momentMs,
  capturedAtMs: z.optional(momentMs),
  voidedAtMs: z.optional(momentMs),
});

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
  echoes: z.array(z.tuple([storedText, storedText])),
  md: storedText,
  xid: storedText,
  eci: storedText,
  cavv: storedText,
});

export const readBankOrder = (row: unknown): BankOrder => given(parseRow('bank order', orderRow, row));
export const readBankChallenge = (row: unknown): BankChallenge => parseRow('bank challenge', challengeRow, row);

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
