import type { DirectAttempt } from '../../../domain/attempt/attempt.ts';
import type { AttemptChange } from '../../../domain/attempt/attempt-change.ts';
import { beginDirect } from '../../../domain/attempt/transitions.ts';
import { registeredWith } from '../../../domain/outbox/event-of-customer.ts';
import type { DirectBegin, DirectIntent, DirectPayments } from '../../../ports/direct-payments.ts';
import { attemptWrites } from '../attempt/attempts.ts';
import { customerItems } from '../customer/customers.ts';
import { type PlannedWrite, plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import type { Table, WriteOutcome } from '../engine/table.ts';
import { ABSENT, atVersion, type Write } from '../engine/writes.ts';
import { keys } from '../keys.ts';
import { cardTaken, taken } from '../limit/budget-writes.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { callItems, directPaymentItem } from '../payment/call-item.ts';
import { changedCalls, idempotencyRecordOf, paymentPointerItem } from '../payment/payment-item.ts';
import { paymentKeys } from '../payment/payment-keys.ts';

export type DirectPurpose = 'payment' | 'id' | 'before' | 'attempt' | 'customer' | 'budget' | 'card' | 'event';

type Planned = readonly PlannedWrite<DirectPurpose>[];

/** The payment itself, with its first attempt. */
const newPayment = ({ attempt }: DirectIntent): Planned => {
  const { payment, paymentId, dealerCode } = attempt;
  const pointer = paymentPointerItem(keys.paymentPointer(dealerCode, paymentId), payment);
  return [
    ...plannedFor<DirectPurpose>('payment', [{ put: directPaymentItem(attempt), onlyIf: ABSENT }]),
    ...plannedFor<DirectPurpose>('id', [{ put: pointer, onlyIf: ABSENT }]),
  ];
};

/** Marks the earlier attempt as followed by another one, on condition that it has not changed (rule 10). */
const followed = ({ payment, number, version }: DirectAttempt): Write => ({
  update: paymentKeys.attempt({ payment, number }),
  set: {
    expression: 'SET #next = :true, #version = #version + :one',
    names: { '#next': 'next', '#version': 'version' },
    values: { ':true': true, ':one': 1 },
  },
  onlyIf: atVersion(version),
});

/** The next attempt of a code, whose request may be another one. */
const nextAttempt = ({ attempt, after }: DirectIntent & { readonly after: DirectAttempt }): Planned => {
  const isChanged = after.fingerprint !== undefined && after.fingerprint !== attempt.fingerprint;
  return plannedFor<DirectPurpose>('before', [
    followed(after),
    ...(isChanged ? [changedCalls(attempt.payment, after.fingerprint)] : []),
  ]);
};

/** Everything that an intent writes, with its change. */
const writesOf = (intent: DirectIntent, change: AttemptChange<DirectAttempt>): Planned => {
  const { after, card, newCustomer } = intent;
  const { attempt, takes } = change;
  const customer = newCustomer === undefined ? [] : customerItems(newCustomer);
  return [
    ...(after === undefined ? newPayment(intent) : nextAttempt({ ...intent, after })),
    ...plannedFor<DirectPurpose>('attempt', attemptWrites(change)),
    ...plannedFor<DirectPurpose>(
      'attempt',
      callItems(attempt).map((put) => ({ put, onlyIf: ABSENT })),
    ),
    ...plannedFor<DirectPurpose>(
      'customer',
      customer.map((put) => ({ put, onlyIf: ABSENT })),
    ),
    ...plannedFor<DirectPurpose>(
      'budget',
      takes.map((take) => taken(attempt.dealerCode, take)),
    ),
    ...plannedFor<DirectPurpose>('card', card === undefined ? [] : cardTaken(attempt, card)),
  ];
};

/** Why the conditions of an intent refused it; undefined where none of them did. */
export const directRefusal = (
  failed: (purpose: DirectPurpose) => WriteOutcome | undefined,
): Exclude<DirectBegin, { kind: 'begun' }> | undefined => {
  const known = failed('payment');
  if (known !== undefined) return { kind: 'code-known', record: idempotencyRecordOf(known.item) };
  if (failed('before') !== undefined || failed('attempt') !== undefined) return { kind: 'attempt-changed' };
  // The dealer's limit is reported before the card's, as in the code table (dealer interface 7.2).
  if (failed('customer') !== undefined) return { kind: 'customer-taken' };
  if (failed('budget') !== undefined) return { kind: 'budget-changed' };
  if (failed('card') !== undefined) return { kind: 'card-limit' };
  return failed('id') === undefined ? undefined : { kind: 'id-taken' };
};

/** The attempt of an intent with its reservations, and all that is written with it. */
export const directWrites = async (
  intent: DirectIntent,
  events: EventWriter,
): Promise<{ readonly attempt: DirectAttempt; readonly planned: Planned }> => {
  const begun = beginDirect(intent.attempt, intent.takes, intent.card);
  const { attempt, newCustomer } = intent;
  const registered = registeredWith({ ...attempt, createdAtMs: attempt.startedAtMs }, newCustomer);
  const told = plannedFor<DirectPurpose>('event', await events.writesOf([registered]));
  return { attempt: begun.attempt, planned: [...writesOf(intent, begun), ...told] };
};

export const dynamoDirectPayments = (table: Table, events: EventWriter = NOBODY_TOLD): DirectPayments => ({
  begin: async (intent): Promise<DirectBegin> => {
    const { attempt, planned } = await directWrites(intent, events);
    const outcome = await transactPlanned(table, planned);
    if (outcome.applied) return { kind: 'begun', attempt };
    return directRefusal(outcome.refusalOf) ?? { kind: 'id-taken' };
  },
});
