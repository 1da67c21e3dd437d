import * as z from 'zod/mini';
import type { Attempt } from '../../../domain/attempt/attempt.ts';
import { bankCodes } from '../../../domain/attempt/bank-codes.ts';
import type { Reversal } from '../../../domain/attempt/reversal.ts';
import { attemptStates, isQueued } from '../../../domain/attempt/states.ts';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { pinnedPosOf } from '../../../domain/virtual-pos/virtual-pos.ts';
import { optionalText, optionalWhole, parseRow, storedAmount, storedText, storedWhole } from '../engine/row.ts';
import { chargeIndexKeys, dueIndexKeys } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { directPaymentOf, directPaymentRow } from './direct-payment-row.ts';
import { pendingCardOf, pendingCardRow } from './stored-card-row.ts';
import { pinnedPosRow } from './virtual-pos-row.ts';

const attemptRow = z.object({
  reference: storedText,
  number: storedWhole,
  previous: optionalText,
  orderId: storedText,
  dealerCode: storedText,
  pos: pinnedPosRow,
  state: z.enum(attemptStates),
  told: z.enum(['nobody', 'failed', 'paid']),
  version: storedWhole,
  listingShards: storedWhole,
  startedAtMs: storedWhole,
  dueAtMs: storedWhole,
  terms: z.object({
    total: storedAmount,
    currency: z.enum(currencies),
    installments: z.int().check(z.minimum(1), z.maximum(12)),
    type: z.enum(['sale', 'pre-authorisation']),
  }),
  maskedCard: storedText,
  payerAddress: storedText,
  lastCallAtMs: optionalWhole,
  answerByMs: optionalWhole,
  postponed: storedWhole,
  reservations: z.array(
    z.object({
      kind: z.enum(['day', 'month']),
      name: storedText,
      currency: z.enum(currencies),
      shard: storedWhole,
      amount: storedAmount,
    }),
  ),
  takeBackSinceMs: optionalWhole,
  reversal: z.optional(
    z.object({
      voidSentAtMs: optionalWhole,
      voidUnheardAtMs: optionalWhole,
      credit: z.optional(
        z.object({
          atMs: storedWhole,
          amount: storedAmount,
          doneBefore: storedWhole,
          answer: z.optional(z.enum(['approved', 'refused'])),
        }),
      ),
    }),
  ),
  said: z.optional(
    z.object({ state: storedText, amount: z.optional(storedAmount), code: optionalText, atMs: storedWhole }),
  ),
  recheckAtMs: optionalWhole,
  endedAtMs: optionalWhole,
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

const reversalOf = ({ credit, ...voids }: NonNullable<z.output<typeof attemptRow>['reversal']>): Reversal =>
  omitUndefined({ ...voids, credit: credit === undefined ? undefined : omitUndefined(credit) });

/** What an attempt has beside the rest, by what it pays. */
const paidForRow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('link'),
    linkToken: storedText,
    language: z.enum(['tr', 'en']),
    random: storedText,
    gatewayState: optionalText,
  }),
  z.object({ kind: z.literal('direct'), direct: directPaymentRow }),
]);

export const readAttemptRow = (row: unknown): Attempt => {
  const { bank, pendingCard, reversal, said, ...attempt } = parseRow('attempt', attemptRow, row);
  const paidFor = parseRow('attempt', paidForRow, row);
  return {
    ...omitUndefined({
      ...attempt,
      bank: bank === undefined ? undefined : omitUndefined(bank),
      reversal: reversal === undefined ? undefined : reversalOf(reversal),
      said: said === undefined ? undefined : omitUndefined(said),
      pendingCard: pendingCard === undefined ? undefined : pendingCardOf(pendingCard),
    }),
    ...(paidFor.kind === 'direct'
      ? { kind: paidFor.kind, direct: directPaymentOf(paidFor.direct) }
      : omitUndefined(paidFor)),
  };
};

/**
 * An attempt stands in the queue until it is final, and a close on "no record" for one day more (rules 5, 8). Its place
 * among the day's payments never moves; each change of its state writes the index once more.
 */
export const attemptItem = (attempt: Attempt) => ({
  ...keys.attempt(attempt.reference),
  ...chargeIndexKeys(attempt),
  ...(isQueued(attempt) ? dueIndexKeys({ ...attempt, gateway: attempt.pos.gateway }) : {}),
  entity: 'attempt',
  ...attempt,
  pos: pinnedPosOf(attempt.pos),
});
