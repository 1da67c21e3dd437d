import type { Attempt, BudgetReservation } from '../../../domain/attempt/attempt.ts';
import type { CardLimit } from '../../../domain/dealer/dealer.ts';
import type { CardReceipt } from '../../../domain/direct-payment/direct-payment.ts';
import type { BucketTake } from '../../../domain/limit/budget.ts';
import { type CardDayTake, usedAttribute } from '../../../domain/limit/card-day.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, type Write } from '../engine/writes.ts';
import { keys } from '../keys.ts';
import { cardDayPrefix, paymentKeys, paymentPartition } from '../payment/payment-keys.ts';

/** An empty bucket needs no check of the amount: planBudget never asks for more than one share (rule 17). */
export const taken = (dealerCode: string, { share, amount, ...bucket }: BucketTake): Write => ({
  update: keys.limitBucket(dealerCode, bucket),
  set: {
    expression: 'SET #used = if_not_exists(#used, :zero) + :amount, #kind = :kind',
    names: { '#used': 'usedMinor', '#kind': 'kind' },
    values: { ':zero': 0, ':amount': amount, ':kind': bucket.kind },
  },
  onlyIf: { expression: 'attribute_not_exists(#used) OR #used <= :room', values: { ':room': share - amount } },
});

/** Given back once, to the very bucket it came from; a bucket that is not there is not made (rule 17). */
export const givenBack = (dealerCode: string, { amount, ...bucket }: BudgetReservation): Write => ({
  update: keys.limitBucket(dealerCode, bucket),
  set: { expression: 'SET #used = #used - :amount', names: { '#used': 'usedMinor' }, values: { ':amount': amount } },
  onlyIf: { expression: '#used >= :amount' },
});

/** A card's day outlives the day that it counts by as long again; nothing depends on when it goes. */
const CARD_DAY_LIFE_S = 3 * 86_400;

/**
 * That the day had room: for one payment more, and for its amount. Written without brackets, AND before OR: a day that
 * counts nothing yet holds no amount either. What is unlimited asks for no room.
 */
const cardRoom = ({ count, amount }: CardLimit, takenMinor: number): Pick<Write, 'onlyIf'> => {
  const [fewer, noAmount, room] = ['#count < :mostCount', 'attribute_not_exists(#used)', '#used <= :room'];
  const fresh = 'attribute_not_exists(#count)';
  if (count === 'unlimited' && amount === 'unlimited') return {};
  if (amount === 'unlimited')
    return { onlyIf: { expression: `${fresh} OR ${fewer}`, values: { ':mostCount': count } } };
  const values = { ':room': amount - takenMinor };
  if (count === 'unlimited') return { onlyIf: { expression: `${noAmount} OR ${room}`, values } };
  const expression = `${fresh} OR ${fewer} AND ${noAmount} OR ${fewer} AND ${room}`;
  return { onlyIf: { expression, values: { ...values, ':mostCount': count } } };
};

/**
 * A payment counts in its card's day and takes its amount there. The receipt stands apart from the attempt, since no
 * item may hold a card's hash beside its masked number (rule 26).
 */
export const cardTaken = (attempt: Attempt, take: CardDayTake): readonly Write[] => {
  const { dealerCode, startedAtMs } = attempt;
  const { hash, day, currency, amount, most } = take;
  return [
    {
      update: keys.cardDay(dealerCode, hash, day),
      set: {
        expression:
          'SET #count = if_not_exists(#count, :zero) + :one, #used = if_not_exists(#used, :zero) + :amount, #expiresAt = :expiresAt',
        names: { '#count': 'count', '#used': usedAttribute(currency), '#expiresAt': 'expiresAt' },
        values: {
          ':zero': 0,
          ':one': 1,
          ':amount': amount,
          ':expiresAt': Math.floor(startedAtMs / 1000) + CARD_DAY_LIFE_S,
        },
      },
      ...cardRoom(most, amount),
    },
    { put: { ...paymentKeys.cardDay(attempt, hash), entity: 'card-day-of-attempt' }, onlyIf: ABSENT },
  ];
};

/** The amount of a payment back to its card's day; the count of that day stays (rule 17). */
export const cardGivenBack = async (
  table: Table,
  { dealerCode, payment, number }: Pick<Attempt, 'dealerCode' | 'payment' | 'number'>,
  { day, currency, amount }: CardReceipt,
): Promise<readonly Write[]> => {
  const skPrefix = cardDayPrefix({ number });
  const [row] = await table.query({ pk: paymentPartition(payment), skPrefix, limit: 1 });
  if (row === undefined) return [];
  return [
    {
      update: keys.cardDay(dealerCode, String(row.sk).slice(skPrefix.length), day),
      set: {
        expression: 'SET #used = #used - :amount',
        names: { '#used': usedAttribute(currency) },
        values: { ':amount': amount },
      },
      onlyIf: { expression: '#used >= :amount' },
    },
  ];
};
