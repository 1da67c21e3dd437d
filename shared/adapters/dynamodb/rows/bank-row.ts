import * as z from 'zod/mini';
import { given } from '../../../domain/given.ts';
import { currencies } from '../../../domain/money.ts';
import type { BankChallenge, BankOrder } from '../../../ports/bank-ledger.ts';
import type { Key } from '../keys.ts';
import { bankKeys } from '../keys.ts';
import type { Row } from '../writes.ts';
import { parseRow, storedAmount } from './row.ts';

const momentMs = z.int().check(z.positive());

const orderRow = z.object({
  clientId: z.string(),
  orderId: z.string(),
  version: z.int(),
  state: z.enum(['authorised', 'captured', 'voided', 'declined', 'refunded']),
  amount: storedAmount,
  capturedAmount: storedAmount,
  currency: z.enum(currencies),
  procReturnCode: z.string(),
  cardId: z.string(),
  maskedNumber: z.string(),
  authCode: z.string(),
  hostReference: z.string(),
  transactionId: z.string(),
  authorisedAtMs: momentMs,
  capturedAtMs: z.optional(momentMs),
  voidedAtMs: z.optional(momentMs),
});

const challengeRow = z.object({
  reference: z.string(),
  version: z.int(),
  clientId: z.string(),
  orderId: z.string(),
  amount: storedAmount,
  currency: z.enum(currencies),
  type: z.enum(['Auth', 'PreAuth']),
  cardId: z.string(),
  maskedNumber: z.string(),
  oneTimeCode: z.string(),
  wrongCodes: z.int(),
  state: z.enum(['open', 'abandoned', 'answered']),
  mdStatus: z.string(),
  echoes: z.array(z.tuple([z.string(), z.string()])),
  md: z.string(),
  xid: z.string(),
  eci: z.string(),
  cavv: z.string(),
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
