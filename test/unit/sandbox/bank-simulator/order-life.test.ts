import { describe, expect, test } from 'vitest';
import type { BankDay } from '../../../../functions/sandbox/bank-simulator/bank-day.ts';
import {
  captured,
  creditRefusal,
  followUpFaultOf,
  transactionsOf,
  voided,
} from '../../../../functions/sandbox/bank-simulator/nestpay/order-life.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { testCard } from '../../../../shared/nestpay/test-cards.ts';
import { type BankCredit, type BankOrder, bankFollowUps } from '../../../../shared/ports/bank-ledger.ts';
import { bankOrderWith } from '../../../support/bank/bank-orders.ts';

const AT = 1000;
const OPEN: BankDay = { nowMs: AT + 10, closedAtMs: AT };
const CLOSED: BankDay = { nowMs: AT + 10, closedAtMs: AT + 1 };

const hold = bankOrderWith({ type: 'PreAuth', state: 'authorised', capturedAmount: minor(0), authorisedAtMs: 1 });
const taken = bankOrderWith({ type: 'PreAuth', capturedAmount: minor(8000), authorisedAtMs: 1, capturedAtMs: AT });
const sale = bankOrderWith({ authorisedAtMs: AT, capturedAtMs: AT });
const creditOf = (amount: number, atMs: number): BankCredit => ({
  state: 'done',
  amount: minor(amount),
  procReturnCode: '00',
  authCode: '1',
  hostReference: '2',
  transactionId: 'C',
  atMs,
});

describe('PostAuth', () => {
  test.each([
    ['a hold in full by default', hold, undefined, undefined, 10_000],
    ['a part', hold, 1, undefined, 1],
    ['more up to 115 %', hold, 11_500, 10_000, 11_500],
    ['more than that', hold, 11_501, 10_000, 'CORE-2505'],
    ['more without naming the hold', hold, 10_001, undefined, 'CORE-2512'],
    ['more naming another amount', hold, 10_001, 10_001, 'CORE-2512'],
    ['nothing', hold, 0, undefined, 'CORE-2009'],
    ['a second time', taken, 1000, undefined, 'CORE-2506'],
    ['after it was refunded', { ...taken, state: 'refunded' }, 1000, undefined, 'CORE-2506'],
    ['after a void', { ...hold, state: 'voided' }, 1000, undefined, 'CORE-2509'],
    ['after a decline', { ...hold, state: 'declined' }, 1000, undefined, 'CORE-2509'],
    ['a sale', sale, 1000, undefined, 'CORE-2115'],
  ] as const)('of %s', (_what, order: BankOrder, amount, named, outcome) => {
    const asked = {
      amount: amount === undefined ? undefined : minor(amount),
      named: named === undefined ? undefined : minor(named),
    };
    const done = { state: 'captured', capturedAmount: outcome, capturedAtMs: AT };
    expect(captured(order, asked, AT)).toEqual(typeof outcome === 'string' ? { refused: outcome } : done);
  });
});

const LEFT = { state: 'authorised', capturedAmount: 0 };
const GONE = { state: 'voided', voidedAtMs: AT + 10 };
const NOT_POSSIBLE = { refused: 'CORE-2008' };

describe('Void', () => {
  test.each([
    ['a hold on its day', hold, 'approved', OPEN, GONE],
    ['a hold days later', hold, 'approved', CLOSED, GONE],
    ['a capture on its day', taken, 'approved', OPEN, LEFT],
    ['a capture at a bank that voids the hold too', taken, 'capture-void-takes-hold', OPEN, GONE],
    ['a capture after its day', taken, 'approved', CLOSED, NOT_POSSIBLE],
    ['a capture after its day at such a bank', taken, 'capture-void-takes-hold', CLOSED, NOT_POSSIBLE],
    ['a capture that the card does not let void', taken, 'void-refused', OPEN, NOT_POSSIBLE],
    ['a sale on its day', sale, 'approved', OPEN, GONE],
    ['a sale after its day', sale, 'approved', CLOSED, NOT_POSSIBLE],
    ['what is voided', { ...sale, state: 'voided' }, 'approved', OPEN, NOT_POSSIBLE],
    ['what is refunded', { ...sale, state: 'refunded' }, 'approved', OPEN, NOT_POSSIBLE],
  ] as const)('of %s', (_what, order: BankOrder, cardId, day, outcome) => {
    expect(voided(order, testCard(cardId), day)).toEqual(outcome);
  });
});

describe('Credit', () => {
  test.each([
    ['a hold', hold, 100, CLOSED, 'CORE-2508'],
    ['a capture on its day', taken, 100, OPEN, 'CORE-2508'],
    ['a capture after its day', taken, 8000, CLOSED, undefined],
    ['more than was captured', taken, 8001, CLOSED, 'CORE-2503'],
    ['the rest of it', { ...taken, credits: [creditOf(5000, AT)] }, 3000, CLOSED, undefined],
    ['more than the rest', { ...taken, credits: [creditOf(5000, AT)] }, 3001, CLOSED, 'CORE-2503'],
    ['what has no rest', { ...taken, credits: [creditOf(5000, AT), creditOf(3000, AT)] }, 1, CLOSED, 'CORE-2504'],
    ['a voided charge', { ...sale, state: 'voided' }, 100, CLOSED, 'CORE-2504'],
  ] as const)('of %s', (_what, order: BankOrder, amount, { closedAtMs }, refusal) => {
    expect(creditRefusal(order, testCard('approved'), { amount: minor(amount), closedAtMs })).toBe(refusal);
  });
});

describe('The rows of an order', () => {
  const rows = (order: BankOrder, { closedAtMs }: BankDay) =>
    transactionsOf(order, closedAtMs).map(({ type, state, amount, capturedAmount }) => [
      `${type} ${state}`,
      amount,
      capturedAmount,
    ]);

  test.each([
    ['a hold', hold, OPEN, [['S A', 10_000, undefined]]],
    ['a hold after day ends', hold, CLOSED, [['S A', 10_000, undefined]]],
    ['a capture', taken, OPEN, [['S C', 10_000, 8000]]],
    ['a capture after its day', taken, CLOSED, [['S S', 10_000, 8000]]],
    [
      'credits in parts',
      { ...taken, credits: [creditOf(5000, AT), creditOf(3000, AT + 5)] },
      CLOSED,
      [
        ['S S', 10_000, 8000],
        ['C S', 5000, 5000],
        ['C C', 3000, 3000],
      ],
    ],
    [
      'a credit that was refused before the capture',
      { ...taken, credits: [{ ...creditOf(5000, AT - 5), state: 'declined' as const }] },
      OPEN,
      [
        ['C D', 5000, 5000],
        ['S C', 10_000, 8000],
      ],
    ],
    ['a hold whose capture was voided', { ...taken, ...LEFT }, OPEN, [['S A', 10_000, undefined]]],
  ] as const)('show %s', (_what, order, day, expected) => {
    expect(rows(order as BankOrder, day)).toEqual(expected);
  });
});

describe('The fault of a card', () => {
  test('meets each kind of call once, and no order of another card', () => {
    const cardId = 'follow-up-truncated';
    expect(bankFollowUps.map((type) => followUpFaultOf({ cardId }, type))).toEqual(Array(3).fill('truncated'));
    expect(bankFollowUps.map((type) => followUpFaultOf({ cardId, faultsMet: ['Void'] }, type))).toEqual([
      'truncated',
      undefined,
      'truncated',
    ]);
    expect(followUpFaultOf({ cardId: 'approved' }, 'Credit')).toBeUndefined();
  });
});
