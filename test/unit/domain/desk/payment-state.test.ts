import { describe, expect, test } from 'vitest';
import {
  type AskedState,
  askedStates,
  type DeskPaymentState,
  deskStateOf,
  isAskedState,
  tookMoney,
} from '../../../../shared/domain/desk/payment-state.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { directAttemptWith } from '../../../support/payment/attempts.ts';

const MINUTE_MS = 60_000;
const paid = directAttemptWith('D1', { state: 'approved', reportedOutcome: 'paid' });
const open = directAttemptWith('D1');
const stateOf = (attempt: typeof paid, nowMs = paid.startedAtMs + 1000) => deskStateOf(attempt, {}, nowMs);

describe('The state of a payment at the desk', () => {
  test('a charge waits until its bank should have answered, and is in doubt from then on', () => {
    expect(stateOf(open)).toBe('waiting');
    expect(stateOf(open, open.startedAtMs + MINUTE_MS)).toBe('in-doubt');
  });

  test('a paid one of which a part was given back is told apart', () => {
    expect(stateOf(paid)).toBe('paid');
    expect(stateOf({ ...paid, refunded: minor(0) })).toBe('paid');
    expect(stateOf({ ...paid, refunded: minor(1) })).toBe('part-refunded');
  });

  test('one that is no longer paid is told by its stage, whatever was given back', () => {
    expect(stateOf({ ...paid, state: 'refunded', refunded: minor(10_000) })).toBe('refunded');
    expect(stateOf({ ...paid, state: 'voided' })).toBe('voided');
    expect(stateOf({ ...open, state: 'declined', reportedOutcome: 'failed' })).toBe('failed');
  });
});

const STATES: readonly (readonly [DeskPaymentState, readonly AskedState[], boolean])[] = [
  ['waiting', ['waiting'], false],
  ['in-doubt', ['waiting'], false],
  ['failed', ['failed'], false],
  ['pre-authorised', ['pre-authorised'], true],
  ['paid', ['paid'], true],
  ['part-refunded', ['paid', 'refunded'], true],
  ['voided', ['voided'], true],
  ['refunded', ['refunded'], true],
];

describe('A list of payments in a state', () => {
  test.each(STATES)('one that is %s stands in those of %j; it took money: %s', (state, lists, took) => {
    expect(askedStates.filter((asked) => isAskedState(state, asked))).toEqual(lists);
    expect(tookMoney(state)).toBe(took);
  });
});
