import * as z from 'zod/mini';
import { type Attempt, attemptStates, isQueued } from '../../../domain/attempt.ts';
import { bankCodes } from '../../../domain/bank-codes.ts';
import { istanbulDayOf } from '../../../domain/calendar.ts';
import { given } from '../../../domain/given.ts';
import { currencies } from '../../../domain/money.ts';
import { dueListing, keys, paymentListing } from '../keys.ts';
import { directPaymentOf, directPaymentRow } from './direct-payment-row.ts';
import { parseRow, storedAmount } from './row.ts';
import { pendingCardOf, pendingCardRow } from './stored-card-row.ts';
import { virtualPosRow } from './virtual-pos-row.ts';

const optionalText = z.optional(z.string());

const attemptRow = z.object({
  reference: z.string(),
  number: z.int(),
  previous: optionalText,
  orderId: z.string(),
  dealerCode: z.string(),
  pos: virtualPosRow,
  state: z.enum(attemptStates),
  told: z.enum(['nobody', 'failed', 'paid']),
  version: z.int(),
  startedAtMs: z.int(),
  dueAtMs: z.int(),
  terms: z.object({
    total: storedAmount,
    currency: z.enum(currencies),
    installments: z.int().check(z.minimum(1), z.maximum(12)),
    type: z.enum(['sale', 'pre-authorisation']),
  }),
  maskedCard: z.string(),
  payerAddress: z.string(),
  lastCallAtMs: z.optional(z.int()),
  answerByMs: z.optional(z.int()),
  postponed: z.int(),
  receipts: z.array(
    z.object({
      kind: z.enum(['day', 'month']),
      name: z.string(),
      currency: z.enum(currencies),
      shard: z.int(),
      amount: storedAmount,
    }),
  ),
  takeBackSinceMs: z.optional(z.int()),
  recheckAtMs: z.optional(z.int()),
  endedAtMs: z.optional(z.int()),
  bank: z.optional(
    z.object({
      code: z.optional(z.enum(bankCodes)),
      authCode: optionalText,
      hostReference: optionalText,
      transactionId: optionalText,
    }),
  ),
  pendingCard: z.optional(pendingCardRow),
});

/** What an attempt has beside the rest, by what it pays. */
const paidForRow = z.union([
  z.object({ linkToken: z.string(), language: z.enum(['tr', 'en']), random: z.string() }),
  z.object({ direct: directPaymentRow }),
]);

export const readAttemptRow = (row: unknown): Attempt => {
  const { bank, pendingCard, ...attempt } = parseRow('attempt', attemptRow, row);
  const paidFor = parseRow('attempt', paidForRow, row);
  return {
    ...given({
      ...attempt,
      bank: bank === undefined ? undefined : given(bank),
      pendingCard: pendingCard === undefined ? undefined : pendingCardOf(pendingCard),
    }),
    ...('direct' in paidFor ? { direct: directPaymentOf(paidFor.direct) } : paidFor),
  };
};

/**
 * An attempt stands in the queue until it is final, and a close on "no record" for one day more (rules 5, 8). Its place
 * among the day's payments never moves; each change of its state writes the index once more.
 */
export const attemptItem = (attempt: Attempt) => ({
  ...keys.attempt(attempt.reference),
  ...paymentListing({ ...attempt, day: istanbulDayOf(attempt.startedAtMs) }),
  ...(isQueued(attempt) ? dueListing(attempt.reference, attempt.dueAtMs) : {}),
  entity: 'attempt',
  ...attempt,
});
