import { describe, expect, test } from 'vitest';
import { type AttemptState, attemptStates, type ReportedOutcome } from '../../../../shared/domain/attempt/states.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import {
  type LostOrder,
  lostKindOf,
  marksIn,
  takeBackFacts,
  takeBackWay,
} from '../../../../shared/domain/payment/lost-order.ts';
import { nextUndoAction } from '../../../../shared/domain/payment/undo.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 9);
const MINUTE_MS = 60_000;

describe('What an order of the bank is to a restored table (rule 47)', () => {
  const expected: Readonly<Record<AttemptState, string>> = {
    authenticating: 'open',
    charging: 'open',
    'in-doubt': 'open',
    declined: 'ended',
    closed: 'ended',
    approved: 'nothing lost',
    reversing: 'nothing lost',
    voided: 'nothing lost',
    refunded: 'nothing lost',
  };

  test.each(attemptStates)('an attempt that it holds as %s, of which nobody heard', (state) => {
    expect(lostKindOf({ state, reportedOutcome: 'nobody' }) ?? 'nothing lost').toBe(expected[state]);
  });

  test('an order without an attempt is unknown; what was reported failed is never kept, so the service reverses it', () => {
    expect(lostKindOf(undefined)).toBe('unknown');
    const reportedOutcome: ReportedOutcome = 'failed';
    expect([
      lostKindOf({ state: 'charging', reportedOutcome }),
      lostKindOf({ state: 'in-doubt', reportedOutcome }),
    ]).toEqual([undefined, undefined]);
  });
});

describe('Marks of a virtual POS', () => {
  const now = { dealerCode: 'D1', posId: 'isbank', tableName: 'restored-2' };
  const stored = { ...now, version: 7, imported: 4, undecided: 0, complete: true };

  test('of a recovery that was restored over keep what was undecided: it stands in the copy', () => {
    const before = { ...stored, tableName: 'restored-1', undecided: 2 };
    expect(marksIn(before, now)).toEqual({ ...now, version: 7, imported: 0, undecided: 2, complete: false });
  });

  test('count for their own recovery alone: another restore begins at nought', () => {
    expect(marksIn(undefined, now)).toEqual({ ...now, version: 0, imported: 0, undecided: 0, complete: false });
    expect(marksIn(stored, now)).toBe(stored);
    const before = { ...stored, tableName: 'restored-1' };
    expect(marksIn(before, now)).toEqual({ ...now, version: 7, imported: 0, undecided: 0, complete: false });
  });
});

describe('Who gives the money back of an order that is taken back (rule 47)', () => {
  const expected: Readonly<Record<AttemptState, string>> = {
    authenticating: 'sweeper',
    charging: 'sweeper',
    'in-doubt': 'sweeper',
    // Its payer came back after the import, and the paused stage declined what the bank had charged.
    declined: 'bank',
    closed: 'bank',
    // The command that kept it was interrupted, or another one voided it.
    approved: 'paid',
    reversing: 'sweeper',
    voided: 'sweeper',
    refunded: 'sweeper',
  };

  test.each(attemptStates)('an attempt that stands as %s', (state) => {
    expect(takeBackWay({ state: 'undecided' }, { state, reportedOutcome: 'nobody' })).toBe(expected[state]);
  });

  test('what the bank was asked to give back goes on there, and an order without an attempt begins there', () => {
    expect(takeBackWay({ state: 'taking-back' }, { state: 'charging', reportedOutcome: 'nobody' })).toBe('bank');
    expect(takeBackWay({ state: 'undecided' }, undefined)).toBe('bank');
  });
});

describe('A lost order is taken back by the bank’s word (rules 4 and 47)', () => {
  const amount = minor(2750);
  const order: LostOrder = {
    dealerCode: 'D1',
    posId: 'isbank',
    orderId: `ORDER-${'a'.repeat(26)}-01`,
    version: 1,
    amount,
    currency: 'TL',
    kind: 'unknown',
    state: 'taking-back',
    importedAtMs: NOW_MS - MINUTE_MS,
    decidedAtMs: NOW_MS,
    sent: {},
  };
  const pos = { noRecordHorizonHours: 24 };
  const next = (changes: Partial<LostOrder>, at: Omit<Parameters<typeof takeBackFacts>[2], 'nowMs'>, nowMs = NOW_MS) =>
    nextUndoAction(takeBackFacts({ ...order, ...changes }, pos, { nowMs, ...at }));
  const history = { kind: 'history', charge: 'settled', amount, credits: [], creditPending: false } as const;
  const settled = { kind: 'settled', amount } as const;

  test.each([
    ['a charge of the open day is voided', {}, { found: { kind: 'captured', amount } }, { kind: 'void' }],
    ['a settled one is looked up first', {}, { found: settled }, { kind: 'ask-history' }],
    ['and then credited', {}, { found: settled, history }, { kind: 'credit', amount, doneBefore: 0 }],
    ['a voided one is done', {}, { found: { kind: 'voided' } }, { kind: 'done', state: 'voided' }],
    [
      'a hold that an answered Void left is no rest of a capture',
      { sent: { voidSentAtMs: NOW_MS } },
      { found: { kind: 'authorised', amount } },
      { kind: 'wait', untilMs: NOW_MS + 2 * MINUTE_MS },
    ],
    ['silence decides nothing', {}, { found: { kind: 'unknown' } }, { kind: 'wait' }],
    ['no record decides nothing', {}, { found: { kind: 'no-record' } }, { kind: 'wait' }],
  ] as const)('%s', (_title, changes, at, action) => {
    expect(next(changes, at)).toEqual(action);
  });

  test('is an operator’s after 72 hours, never refused', () => {
    const late = NOW_MS + 72 * 60 * MINUTE_MS;
    expect(next({}, { found: { kind: 'captured', amount } }, late)).toEqual({ kind: 'stuck' });
  });

  test('a Credit whose answer never came is not sent again, and one that the history shows ends it', () => {
    const sent = { credit: { atMs: NOW_MS, amount, doneBefore: 0 } };
    const later = NOW_MS + 60 * MINUTE_MS;
    expect(next({ sent }, { found: settled, history }, later).kind).toBe('wait');
    const credited = { ...history, credits: [amount] };
    expect(next({ sent }, { found: { kind: 'credited' }, history: credited }, later)).toEqual({
      kind: 'done',
      state: 'refunded',
    });
  });
});
