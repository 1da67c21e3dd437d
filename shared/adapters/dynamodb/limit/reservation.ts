import * as z from 'zod/mini';
import type { BudgetReservation } from '../../../domain/attempt/attempt.ts';
import { currencies } from '../../../domain/money/money.ts';
import { type RowOf, rowSchema, storedAmount, storedText, storedWhole } from '../engine/row.ts';

/** A reservation of a limit, in few bytes: kind of period, name of the period, currency, shard, amount. */
export const reservationRow = rowSchema(() =>
  z.tuple([z.enum(['day', 'month']), storedText, z.enum(currencies), storedWhole, storedAmount]),
);

export const reservationOf = ([kind, name, currency, shard, amount]: RowOf<
  typeof reservationRow
>): BudgetReservation => ({ kind, name, currency, shard, amount });

export const reservationPart = ({ kind, name, currency, shard, amount }: BudgetReservation) => [
  kind,
  name,
  currency,
  shard,
  amount,
];
