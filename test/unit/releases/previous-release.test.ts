import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoOperatorRecords } from '../../../shared/adapters/dynamodb/operator/operator-records.ts';
import { hasJoined, readDelivery } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import { isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import { approve, lockForCharge } from '../../../shared/domain/attempt/transitions.ts';
import { stepMove } from '../../../shared/domain/payment/charge-of-attempt.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import { rescheduleStep } from '../../../shared/domain/payment/step-transitions.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { previousRelease } from '../../support/releases/previous-release.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const { dealerCode, rows } = previousRelease();

/** What a later release may add: attributes at every depth, and rows of a kind that this one does not know. */
const extended = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(extended);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, extended(inner)]);
  return { ...Object.fromEntries(members), addedByTheNextRelease: { kind: 'new', atMs: 1 } };
};

/** Members of these are names that somebody chose, so that a new one is a new record and no new attribute. */
const MAPS = ['limits', 'rates', 'topDealerRates'];

const asNextRelease = (row: Row & Key): Row & Key => {
  const kept = Object.fromEntries(Object.entries(row).filter(([name]) => MAPS.includes(name)));
  return { ...(extended(row) as Row & Key), ...kept };
};

const newRowsBeside = (all: readonly (Row & Key)[]): readonly (Row & Key)[] =>
  [...new Set(all.map(({ pk }) => pk))]
    .filter((pk) => pk.startsWith('PAY#'))
    .flatMap((pk) =>
      ['2#STATE-OF-NEXT', '3#NEXT#01', '4#NEXT#01', '5#NEXT#001', '9#NEXT#01'].map((sk) => ({
        pk,
        sk,
        entity: 'next',
      })),
    );

const tableWith = async (all: readonly (Row & Key)[]): Promise<MemoryTable> => {
  const table = new MemoryTable();
  for (const row of all) await table.transact([{ put: row }]);
  return table;
};

const releases = [
  ['the release before', rows],
  ['a release that adds attributes and rows', [...rows.map(asNextRelease), ...newRowsBeside(rows)]],
] as const;

const statesOf = (payment: Payment | undefined) => ({
  kind: payment?.kind,
  attempts: payment?.attempts.map(({ state, reportedOutcome }) => `${state} ${reportedOutcome}`),
  steps: payment?.steps.map(({ kind, state }) => `${kind} ${state}`),
});

describe.each(releases)('Rows of %s (rule 50)', (_name, written) => {
  const opened = async () => {
    const table = await tableWith(written);
    return { table, payments: dynamoPayments(table, hmacPaymentNames('local')) };
  };

  test.each([
    ['paid', 'direct', ['approved paid'], []],
    ['declined', 'direct', ['declined failed'], []],
    ['voided', 'direct', ['voided paid'], ['void done']],
    ['refunded', 'direct', ['approved paid'], ['refund intended']],
    ['pre-authorised', 'direct', ['approved paid'], []],
    ['captured', 'direct', ['approved paid'], ['capture done']],
    ['open-link', 'link', [], []],
    ['paid-link', 'link', ['approved paid'], []],
    ['at-3d', 'link', ['authenticating nobody'], []],
  ])('the payment %s is read as it stands', async (code, kind, attempts, steps) => {
    const { payments } = await opened();
    expect(statesOf(await payments.findByCode(dealerCode, code))).toEqual({ kind, attempts, steps });
  });

  test('a payer who was at the bank’s 3D page meanwhile is charged to the end', async () => {
    const { table, payments } = await opened();
    const attempts = dynamoAttempts(table);
    const [attempt] = (await payments.findByCode(dealerCode, 'at-3d'))?.attempts ?? [];
    if (attempt === undefined || !isOfLink(attempt)) throw new Error('no attempt');
    const locked = lockForCharge(attempt, [], Date.now());
    if (locked === undefined) throw new Error('not locked');
    expect(await attempts.lockForCharge(locked)).toEqual({ kind: 'locked' });
    const references = { authCode: '1', hostReference: '2', transactionId: '3' };
    const approved = approve(locked.attempt, references, { nowMs: Date.now(), resultReference: attempt.linkToken });
    if (approved === undefined) throw new Error('not approved');
    expect(await attempts.apply(approved)).toBe(true);
    expect(statesOf(await payments.findByCode(dealerCode, 'at-3d')).attempts).toEqual(['approved paid']);
  });

  test('a changed request follows a declined one, whose attempt keeps what it asked for (rule 10)', async () => {
    const { table, payments } = await opened();
    const [first] = (await payments.findByCode(dealerCode, 'declined'))?.attempts ?? [];
    if (first?.kind !== 'direct') throw new Error('no direct payment');
    const { fingerprint = expect.unreachable() } = first;
    const changed = {
      ...directAttemptWith(dealerCode, { payment: first.payment, paymentId: first.paymentId, number: 2 }, first.direct),
      fingerprint: 'another',
    };
    const next = { ...changed, direct: { ...changed.direct, description: 'Another cart' } };
    expect(await dynamoDirectPayments(table).begin({ attempt: next, after: first, takes: [] })).toMatchObject({
      kind: 'begun',
    });
    const attempts = (await payments.findByCode(dealerCode, 'declined'))?.attempts ?? [];
    expect(attempts.map((one) => [one.fingerprint, one.kind === 'direct' && one.direct.description])).toEqual([
      [fingerprint, first.direct.description],
      ['another', 'Another cart'],
    ]);
  });

  test('a refund that waits for the bank’s day is carried on', async () => {
    const { table, payments } = await opened();
    const { attempts: [attempt] = [], steps: [step] = [] } = (await payments.findByCode(dealerCode, 'refunded')) ?? {};
    if (attempt === undefined || step === undefined) throw new Error('no step');
    const later = rescheduleStep(step, { nowMs: Date.now(), event: 'doubt', sent: step.sent });
    const move = later === undefined ? undefined : stepMove(later, attempt);
    if (move === undefined) throw new Error('no move');
    expect(await dynamoSteps(table).apply(move)).toMatchObject({ kind: 'applied' });
    expect(statesOf(await payments.findByCode(dealerCode, 'refunded')).steps).toEqual(['refund in-doubt']);
  });

  test('dealer, virtual POS and customer are read', async () => {
    const { table } = await opened();
    expect((await dynamoDealers(table).load(dealerCode))?.dealer).toMatchObject({ dealerCode, enabled: true });
    expect(await dynamoOperatorRecords(table).virtualPos(dealerCode, 'isbank')).toMatchObject({
      kind: 'nestpay',
      // It charges cards without CVC, as it did.
      withoutCvc: true,
    });
    const customers = await dynamoCustomers(table).find(dealerCode, { customerCode: 'C-1' });
    expect(customers.byCode).toMatchObject({ customerCode: 'C-1' });
  });

  test('every event and delivery is read', () => {
    const events = written.filter(({ entity }) => entity === 'event').map(readEvent);
    const deliveries = written.filter((row) => row.entity === 'delivery' || hasJoined(row)).map(readDelivery);
    expect([events.length > 0, deliveries.length > 0]).toEqual([true, true]);
    expect(new Set([...events, ...deliveries].map(({ dealerCode: of }) => of))).toEqual(new Set([dealerCode]));
  });
});
