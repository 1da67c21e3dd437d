import { describe, expect, test } from 'vitest';
import { type Comparison, compareOrder, type ToldOrder } from '../../../../shared/domain/comparison/bank-difference.ts';
import { type ExpectedOrder, expectedOrderOf } from '../../../../shared/domain/comparison/expected-order.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { FoundOrder, KnownHistory, OrderHistory } from '../../../../shared/domain/payment/bank-facts.ts';
import { directAttemptWith } from '../../../support/payment/attempts.ts';

const WHOLE = minor(10_000);
const PART = minor(4_000);

const found = (kind: FoundOrder['kind'], amount?: number): ToldOrder => ({
  found: { kind, ...(amount === undefined ? {} : { amount: minor(amount) }) },
});

const withHistory = (
  kind: FoundOrder['kind'],
  charge: KnownHistory['charge'],
  credits: readonly number[],
  creditPending = false,
): ToldOrder => ({
  ...found(kind),
  history: { kind: 'history', charge, amount: WHOLE, credits: credits.map(minor), creditPending },
});

const noHistory = (kind: FoundOrder['kind'], history: OrderHistory['kind']): ToldOrder => ({
  ...found(kind),
  history: { kind: history } as OrderHistory,
});

const shownWithCode = (shows: 'captured' | 'settled'): ToldOrder => ({ found: { kind: 'unknown', shows } });

const NOTHING: ExpectedOrder = { kind: 'nothing' };
const HELD: ExpectedOrder = { kind: 'held', amount: WHOLE };
const SALE: ExpectedOrder = { kind: 'taken', type: 'sale', amount: WHOLE, refunded: minor(0) };
const CAPTURED: ExpectedOrder = { ...SALE, type: 'pre-authorisation' };
const REFUNDED: ExpectedOrder = { ...SALE, refunded: PART };
const BACK: ExpectedOrder = { kind: 'given-back', amount: WHOLE };

const short = (comparison: Comparison): string =>
  comparison.kind === 'different' ? comparison.difference : comparison.kind;

describe('What differs between our record of an order and the bank (decisions: comparison with the bank)', () => {
  test.each<readonly [string, ExpectedOrder, ToldOrder, string]>([
    ['a sale that the bank settled', SALE, found('settled', WHOLE), 'same'],
    ['a sale on its own day', SALE, found('captured', WHOLE), 'same'],
    ['a whole sale that the bank shows as authorised', SALE, found('authorised', WHOLE), 'same'],
    ['a sale of another amount', SALE, found('settled', 9_999), 'other-amount'],
    ['a sale that the bank voided', SALE, found('voided'), 'other-state'],
    ['a sale that the bank declined', SALE, found('declined'), 'other-state'],
    ['a sale that the bank does not know', SALE, found('no-record'), 'missing-at-bank'],
    ['a sale whose history is unknown', SALE, noHistory('credited', 'no-record'), 'missing-at-bank'],
    ['a sale about which the bank says nothing', SALE, found('unknown'), 'unclear'],
    ['a sale with a credit: by its history', SALE, found('credited'), 'ask-history'],
    ['a sale with a credit that we do not know', SALE, withHistory('credited', 'settled', [PART]), 'other-refunds'],
    ['a sale with a credit that failed', SALE, withHistory('credit-failed', 'settled', []), 'same'],
    ['a credit that the bank has not decided', SALE, withHistory('credited', 'settled', [PART], true), 'unclear'],
    ['a history without an answer', SALE, noHistory('credited', 'unknown'), 'unclear'],
    ['a capture that the bank settled', CAPTURED, found('settled', WHOLE), 'same'],
    ['a capture that the bank still holds', CAPTURED, found('authorised', WHOLE), 'other-state'],
    ['a capture of another amount', CAPTURED, found('captured', 9_000), 'other-amount'],
    ['a part refund: by its history', REFUNDED, found('settled', WHOLE), 'ask-history'],
    ['a part refund', REFUNDED, withHistory('credited', 'settled', [PART]), 'same'],
    ['a part refund in two credits', REFUNDED, withHistory('credited', 'settled', [1_000, 3_000]), 'same'],
    ['a part refund that is missing', REFUNDED, withHistory('settled', 'settled', []), 'other-refunds'],
    ['a part refund that was sent twice', REFUNDED, withHistory('credited', 'settled', [PART, PART]), 'other-refunds'],
    ['a part refund of a charge that was voided', REFUNDED, found('voided'), 'other-state'],
    ['a hold', HELD, found('authorised', WHOLE), 'same'],
    ['a hold of another amount', HELD, found('authorised', 1), 'other-amount'],
    ['a hold that the bank captured', HELD, found('captured', WHOLE), 'other-state'],
    ['a hold that is gone', HELD, found('voided'), 'other-state'],
    ['a decline', NOTHING, found('declined'), 'same'],
    ['a decline that the bank does not know', NOTHING, found('no-record'), 'same'],
    ['a charge that we call declined', NOTHING, found('settled', WHOLE), 'charged-at-bank'],
    ['a charge that was credited since', NOTHING, withHistory('credited', 'settled', [WHOLE]), 'same'],
    ['a void', BACK, found('voided'), 'same'],
    ['a void that the bank does not show', BACK, found('captured', WHOLE), 'charged-at-bank'],
    ['a whole refund', BACK, withHistory('credited', 'settled', [PART, 6_000]), 'same'],
    ['a whole refund of which a part is missing', BACK, withHistory('credited', 'settled', [PART]), 'charged-at-bank'],
    ['a whole refund, and more', BACK, withHistory('credited', 'settled', [10_000, 10_000]), 'other-refunds'],
    [
      'a charge that was credited twice since',
      NOTHING,
      withHistory('credited', 'settled', [10_000, 1]),
      'other-refunds',
    ],
    ['a decline that stands beside its code', NOTHING, shownWithCode('settled'), 'charged-at-bank'],
    ['a void that stands beside the code of a decline', BACK, shownWithCode('captured'), 'charged-at-bank'],
    ['a sale that stands beside the code of a decline', SALE, shownWithCode('settled'), 'unclear'],
    ['what is open and stands beside the code of a decline', { kind: 'open' }, shownWithCode('settled'), 'unclear'],
    ['a refund that the bank does not know', BACK, found('no-record'), 'missing-at-bank'],
    ['what is open here, whatever the bank says', { kind: 'open' }, found('settled', 1), 'unclear'],
  ])('%s: %#', (_title, expected, told, wanted) => {
    expect(short(compareOrder(expected, told))).toBe(wanted);
  });
});

describe('What the bank should hold for an attempt', () => {
  const attempt = (changes: Parameters<typeof directAttemptWith>[1]) =>
    directAttemptWith('D', { state: 'approved', told: 'paid', ...changes });
  const { terms } = attempt({});
  const preAuthorised = { terms: { ...terms, type: 'pre-authorisation' } } as const;
  const step = { attempt: 1, state: 'done' } as const;

  test.each([
    ['an approved sale', attempt({}), [], SALE],
    ['a sale with refunds', attempt({ refunded: PART }), [step], REFUNDED],
    ['a sale while a step runs', attempt({ activeStep: 1 }), [{ ...step, state: 'in-doubt' }], { kind: 'open' }],
    ['a step that needs a person', attempt({}), [{ ...step, state: 'stuck' }], { kind: 'open' }],
    ['a step of another attempt', attempt({}), [{ attempt: 2, state: 'in-doubt' }], SALE],
    ['a step that is asked about once more', attempt({}), [{ ...step, recheckAtMs: 1 }], { kind: 'open' }],
    ['an attempt in doubt', attempt({ state: 'in-doubt' }), [], { kind: 'open' }],
    ['an end that is asked about once more', attempt({ state: 'declined', recheckAtMs: 1 }), [], { kind: 'open' }],
    ['a decline', attempt({ state: 'declined' }), [], NOTHING],
    ['a pre-authorisation', attempt(preAuthorised), [], HELD],
    ['a capture of a part', attempt({ ...preAuthorised, captured: PART }), [step], { ...CAPTURED, amount: PART }],
    ['a void', attempt({ state: 'voided' }), [step], BACK],
    ['a whole refund', attempt({ state: 'refunded', refunded: WHOLE }), [step], BACK],
  ] as const)('%s', (_title, of, steps, wanted) => {
    expect(expectedOrderOf(of, steps)).toEqual(wanted);
  });
});
