import type { DirectAttempt } from '../../domain/attempt/attempt.ts';
import type { AttemptChange } from '../../domain/attempt/attempt-change.ts';
import { beginDirect } from '../../domain/attempt/transitions.ts';
import type { DirectBegin, DirectIntent, DirectPayments } from '../../ports/direct-payments.ts';
import { cardTaken, taken } from './budget-writes.ts';
import { type PlannedWrite, plannedFor, transactPlanned } from './engine/planned-writes.ts';
import type { Table } from './engine/table.ts';
import { ABSENT, atVersion } from './engine/writes.ts';
import { keys } from './keys.ts';
import { attemptItem } from './rows/attempt-row.ts';
import { customerItems } from './rows/customer-row.ts';
import { idempotencyItem, readIdempotencyRow } from './rows/payment-request-row.ts';

type Purpose = 'attempt' | 'claim' | 'before' | 'customer' | 'budget' | 'card';

type Planned = readonly PlannedWrite<Purpose>[];

/**
 * The claim of a first attempt, or its move from the attempt before: on condition that the code still names that one,
 * and that it is still as it was read, over without a charge (rule 10).
 */
const claimWrites = ({ attempt, claim }: DirectIntent): Planned => {
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

const plan = (intent: DirectIntent, { attempt, takes }: AttemptChange<DirectAttempt>): Planned => {
  const { card, newCustomer } = intent;
  const customer = newCustomer === undefined ? [] : customerItems(newCustomer);
  return [
    ...plannedFor('attempt', [{ put: attemptItem(attempt), onlyIf: ABSENT }]),
    ...claimWrites(intent),
    ...plannedFor(
      'customer',
      customer.map((put) => ({ put, onlyIf: ABSENT })),
    ),
    ...plannedFor(
      'budget',
      takes.map((take) => taken(attempt.dealerCode, take)),
    ),
    ...plannedFor('card', card === undefined ? [] : cardTaken(attempt, card)),
  ];
};

export const dynamoDirectPayments = (table: Table): DirectPayments => ({
  begin: async (intent): Promise<DirectBegin> => {
    const begun = beginDirect(intent.attempt, intent.takes, intent.card);
    const outcome = await transactPlanned(table, plan(intent, begun));
    if (outcome.applied) return { kind: 'begun', attempt: begun.attempt };
    const failed = outcome.refusalOf;
    const claimed = failed('claim');
    if (claimed !== undefined) return { kind: 'code-known', claimed: readIdempotencyRow(claimed.item) };
    if (failed('before') !== undefined) return { kind: 'attempt-changed' };
    // The dealer's limit is reported before the card's, as in the code table (dealer interface 7.2).
    if (failed('customer') !== undefined) return { kind: 'customer-taken' };
    if (failed('budget') !== undefined) return { kind: 'budget-changed' };
    if (failed('card') !== undefined) return { kind: 'card-limit' };
    throw new Error('an attempt found its reference in use');
  },
});
