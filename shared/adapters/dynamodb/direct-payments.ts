import type { DirectAttempt } from '../../domain/attempt/attempt.ts';
import type { DirectBegin, DirectIntent, DirectPayments } from '../../ports/direct-payments.ts';
import { cardTaken, reservationOf, taken } from './budget-writes.ts';
import type { Table, WriteOutcome } from './engine/table.ts';
import { ABSENT, atVersion, type Write } from './engine/writes.ts';
import { keys } from './keys.ts';
import { attemptItem } from './rows/attempt-row.ts';
import { customerItems } from './rows/customer-row.ts';
import { idempotencyItem, readIdempotencyRow } from './rows/payment-request-row.ts';

type Purpose = 'attempt' | 'claim' | 'before' | 'customer' | 'budget' | 'card';

interface PlannedWrite {
  readonly purpose: Purpose;
  readonly write: Write;
}

/**
 * The claim of a first attempt, or its move from the attempt before: on condition that the code still names that one,
 * and that it is still as it was read, over without a charge (rule 10).
 */
const claimWrites = ({ attempt, claim }: DirectIntent): readonly PlannedWrite[] => {
  if (claim === undefined) return [];
  const { dealerCode, reference: attemptReference, direct } = attempt;
  const { otherTrxCode, fingerprint, after } = claim;
  const item = idempotencyItem({
    dealerCode,
    otherTrxCode,
    fingerprint,
    operation: direct.operation,
    attemptReference,
  });
  if (after === undefined) return [{ purpose: 'claim', write: { put: item, onlyIf: ABSENT } }];
  const names = { '#attemptReference': 'attemptReference' };
  const moved = { expression: '#attemptReference = :before', names, values: { ':before': after.reference } };
  return [
    { purpose: 'claim', write: { put: item, onlyIf: moved } },
    { purpose: 'before', write: { check: keys.attempt(after.reference), onlyIf: atVersion(after.version) } },
  ];
};

const begunOf = ({ attempt, takes, card }: DirectIntent): DirectAttempt => ({
  ...attempt,
  reservations: takes.map(reservationOf),
  direct: {
    ...attempt.direct,
    ...(card === undefined ? {} : { cardReservation: { day: card.day, currency: card.currency, amount: card.amount } }),
  },
});

const plan = (intent: DirectIntent, begun: DirectAttempt): readonly PlannedWrite[] => {
  const { takes, card, newCustomer } = intent;
  const planned = (purpose: Purpose, writes: readonly Write[]) => writes.map((write) => ({ purpose, write }));
  const customer = newCustomer === undefined ? [] : customerItems(newCustomer);
  return [
    ...planned('attempt', [{ put: attemptItem(begun), onlyIf: ABSENT }]),
    ...claimWrites(intent),
    ...planned(
      'customer',
      customer.map((put) => ({ put, onlyIf: ABSENT })),
    ),
    ...planned(
      'budget',
      takes.map((take) => taken(begun.dealerCode, take)),
    ),
    ...planned('card', card === undefined ? [] : cardTaken(begun, card)),
  ];
};

export const dynamoDirectPayments = (table: Table): DirectPayments => ({
  begin: async (intent): Promise<DirectBegin> => {
    const begun = begunOf(intent);
    const planned = plan(intent, begun);
    const outcome = await table.transact(planned.map(({ write }) => write));
    if (outcome.applied) return { kind: 'begun', attempt: begun };
    const failed = (purpose: Purpose): WriteOutcome | undefined =>
      outcome.writes.find(({ conditionFailed }, index) => conditionFailed && planned[index]?.purpose === purpose);
    const claimed = failed('claim');
    if (claimed !== undefined) return { kind: 'code-known', claimed: readIdempotencyRow(claimed.item) };
    if (failed('before') !== undefined) return { kind: 'attempt-changed' };
    // The dealer's limit goes before the card's, as in the code table of 7.2.
    if (failed('customer') !== undefined) return { kind: 'customer-taken' };
    if (failed('budget') !== undefined) return { kind: 'budget-changed' };
    if (failed('card') !== undefined) return { kind: 'card-limit' };
    throw new Error('an attempt found its reference in use');
  },
});
