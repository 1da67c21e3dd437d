import * as z from 'zod/mini';
import type { AttemptName } from '../../../domain/payment/payment-name.ts';
import { optionalWhole, parseRow } from '../engine/row.ts';
import type { Row } from '../engine/writes.ts';
import { itemOfKey } from '../index-keys.ts';
import { attemptsInState } from '../link/state-item.ts';
import { readPaymentItem } from './payment-item.ts';

/*
 * Which call an attempt belongs to. A call of a direct payment or of a shop's 3D payment has the number of its attempt.
 * A mobile payment's call may have several attempts, as its payer types the card: each row names the call.
 */

const generationRow = z.object({ generation: optionalWhole });

/** The call that a row of a mobile payment names; its first one where it names none. */
const namedIn = (row: Row): number => parseRow('call', generationRow, row).generation ?? 1;

/** The call that an attempt belongs to, by its row. */
export const callOfAttempt = (payment: Row, attempt: Row): AttemptName => {
  const { payment: name, number } = itemOfKey({ pk: String(attempt.pk), sk: String(attempt.sk) });
  return { payment: name, number: readPaymentItem(payment).kind === 'mobile-3d' ? namedIn(attempt) : number };
};

/** The call that a payment's state is about. */
export const latestCall = (payment: Row, state: Row): AttemptName => {
  const { name, kind } = readPaymentItem(payment);
  return { payment: name, number: kind === 'mobile-3d' ? namedIn(state) : attemptsInState(state) };
};
