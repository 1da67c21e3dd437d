import type { DirectAttempt } from '../../../domain/attempt/attempt.ts';
import type { AttemptChange } from '../../../domain/attempt/attempt-change.ts';
import { beginDirect } from '../../../domain/attempt/transitions.ts';
import { registeredWith } from '../../../domain/outbox/event-of-customer.ts';
import type { DirectBegin, DirectIntent, DirectPayments } from '../../../ports/direct-payments.ts';
import { customerItems } from '../customer/customers.ts';
import { type PlannedWrite, plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Write } from '../engine/writes.ts';
import { keys, paymentKeys } from '../keys.ts';
import { cardTaken, taken } from '../limit/budget-writes.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { attemptWrites } from './attempts.ts';
import { directPaymentItem, idempotencyRecordOf, paymentPointerItem } from './payment-item.ts';

type Purpose = 'payment' | 'id' | 'before' | 'attempt' | 'customer' | 'budget' | 'card' | 'event';

type Planned = readonly PlannedWrite<Purpose>[];

/** The payment itself, with its first attempt. */
const newPayment = ({ attempt, fingerprint }: DirectIntent): Planned => {
  const { payment, paymentId, dealerCode, startedAtMs: createdAtMs } = attempt;
  const item = directPaymentItem({ payment, paymentId, dealerCode, createdAtMs }, attempt.direct, fingerprint);
  const pointer = paymentPointerItem(keys.paymentPointer(dealerCode, paymentId), payment);
  return [
    ...plannedFor<Purpose>('payment', [{ put: item, onlyIf: ABSENT }]),
    ...plannedFor<Purpose>('id', [{ put: pointer, onlyIf: ABSENT }]),
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

const plan = (intent: DirectIntent, change: AttemptChange<DirectAttempt>): Planned => {
  const { after, card, newCustomer } = intent;
  const { attempt, takes } = change;
  const customer = newCustomer === undefined ? [] : customerItems(newCustomer);
  return [
    ...(after === undefined ? newPayment(intent) : plannedFor<Purpose>('before', [followed(after)])),
    ...plannedFor<Purpose>('attempt', attemptWrites(change)),
    ...plannedFor<Purpose>(
      'customer',
      customer.map((put) => ({ put, onlyIf: ABSENT })),
    ),
    ...plannedFor<Purpose>(
      'budget',
      takes.map((take) => taken(attempt.dealerCode, take)),
    ),
    ...plannedFor<Purpose>('card', card === undefined ? [] : cardTaken(attempt, card)),
  ];
};

export const dynamoDirectPayments = (table: Table, events: EventWriter = NOBODY_TOLD): DirectPayments => ({
  begin: async (intent): Promise<DirectBegin> => {
    const begun = beginDirect(intent.attempt, intent.takes, intent.card);
    const { attempt, newCustomer } = intent;
    const registered = registeredWith({ ...attempt, createdAtMs: attempt.startedAtMs }, newCustomer);
    const told = plannedFor<Purpose>('event', await events.writesOf([registered]));
    const outcome = await transactPlanned(table, [...plan(intent, begun), ...told]);
    if (outcome.applied) return { kind: 'begun', attempt: begun.attempt };
    const failed = outcome.refusalOf;
    const known = failed('payment');
    if (known !== undefined) return { kind: 'code-known', record: idempotencyRecordOf(known.item) };
    if (failed('before') !== undefined || failed('attempt') !== undefined) return { kind: 'attempt-changed' };
    // The dealer's limit is reported before the card's, as in the code table (dealer interface 7.2).
    if (failed('customer') !== undefined) return { kind: 'customer-taken' };
    if (failed('budget') !== undefined) return { kind: 'budget-changed' };
    if (failed('card') !== undefined) return { kind: 'card-limit' };
    return { kind: 'id-taken' };
  },
});
