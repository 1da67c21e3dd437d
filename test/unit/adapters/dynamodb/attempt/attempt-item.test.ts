import { describe, expect, test } from 'vitest';
import {
  attemptItem,
  readAttempt,
  waitingCardItem,
} from '../../../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { linkPaymentItem } from '../../../../../shared/adapters/dynamodb/payment/call-item.ts';
import {
  type Attempt,
  type BudgetReservation,
  type DirectAttempt,
  isOfLink,
} from '../../../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { pinnedPosOf } from '../../../../../shared/domain/virtual-pos/virtual-pos.ts';
import { UnreadableRow } from '../../../../../shared/ports/store-errors.ts';
import { linkWith } from '../../../../support/dealer/records.ts';
import { posWith } from '../../../../support/dealer/virtual-pos.ts';
import { directAttemptWith, linkAttemptWith, splitWith } from '../../../../support/payment/attempts.ts';
import {
  attemptsAmong,
  itemsOfAttempt,
  itemsOfDirect,
  itemsOfLink,
} from '../../../../support/payment/stored-payments.ts';
import { itemBytes, UNIT_BYTES } from '../../../../support/store/item-bytes.ts';

/** A put of one item carries the name of its write. */
const WRITE_ID = { writeId: 'x'.repeat(12) };

const reservation = (kind: 'day' | 'month', name: string, shard = 0): BudgetReservation => ({
  kind,
  name,
  currency: 'TL',
  shard,
  amount: minor(12_345_678),
});

const link = linkWith();
const ofLink = linkAttemptWith(link);
const direct = directAttemptWith('D1');

/** The attempt as it is read from the items that are written for its payment. */
const readAgain = (attempt: Attempt): Attempt | undefined =>
  attemptsAmong(isOfLink(attempt) ? [...itemsOfLink(link), ...itemsOfAttempt(attempt)] : itemsOfDirect(attempt))[0];

describe('the item of an attempt', () => {
  test('keeps of its virtual POS what names the version and what is asked of it, and no key (rule 14)', () => {
    const pos = posWith();
    const attempt = linkAttemptWith(link, { pos });
    const item = attemptItem(attempt);
    expect(item.pos).toEqual(pinnedPosOf(pos));
    expect(readAgain(attempt)).toEqual({ ...attempt, pos: pinnedPosOf(pos) });
    expect(item.pos).not.toHaveProperty('merchant');
    expect(item.pos).not.toHaveProperty('rates');
  });

  test('holds no waiting card and no share of a sub-dealer: these stand beside it', () => {
    expect(direct.direct.splits).toHaveLength(2);
    const item = JSON.stringify(attemptItem(direct));
    expect(item).not.toContain(direct.pendingCard?.sealed);
    expect(item).not.toMatch(/\b4850\b/);
    expect(itemsOfAttempt(direct).map(({ sk }) => sk)).toEqual([
      '3#ATTEMPT#01',
      '2#CALL#01',
      '7#WAITING-CARD#01',
      '6#SUB-DEALERS#01',
    ]);
  });

  test.each([
    ['of a link', ofLink],
    ['of a link with 3D', { ...ofLink, threeD: true, mdStatus: 0 }],
    ['of a direct payment with sub-dealers', direct],
    [
      'of a direct payment alone',
      directAttemptWith('D1', { number: 10, next: true }, { otherTrxCode: 'T-1', splits: [] }),
    ],
  ] as const)('%s is read again as it was written, with the item of its payment', (_of, attempt) => {
    expect(readAgain(attempt)).toEqual(attempt);
  });

  test('is one of a link exactly where its payment is one', () => {
    for (const attempt of [ofLink, direct]) expect(readAgain(attempt)?.kind).toBe(attempt.kind);
  });
});

describe('the item of an attempt beside the payment of another kind', () => {
  const payment = (changes: object) => ({ ...linkPaymentItem(link, undefined), ...changes });

  test.each([undefined, 'plan'])('kind %s: it is not read as something else', (kind) => {
    for (const attempt of [attemptItem(ofLink), attemptItem(direct)]) {
      expect(() => readAttempt({ attempt, payment: payment({ kind }) })).toThrow(UnreadableRow);
    }
  });

  test('that contradicts the rest is not read', () => {
    const ofDirect = itemsOfDirect(direct)[0] ?? expect.unreachable('a payment has an item');
    expect(() => readAttempt({ attempt: attemptItem(ofLink), payment: ofDirect })).toThrow(UnreadableRow);
    expect(() => readAttempt({ attempt: attemptItem(direct), payment: payment({}) })).toThrow(UnreadableRow);
  });
});

describe('an attempt takes one write unit from its intent to its end', () => {
  const SMALL = [reservation('day', '20270115'), reservation('month', '202701')];
  /** The amount came out of two buckets of each limit. */
  const LARGE = [...SMALL, reservation('day', '20270115', 1), reservation('month', '202701', 1)];
  const BANK = { code: '000', authCode: '123456', hostReference: '987654321012', transactionId: '27015JkQbE1234567' };

  const lifeOf = (begun: Attempt): readonly Attempt[] => {
    const threeD = isOfLink(begun) ? ({ threeD: true, mdStatus: 1 } as const) : {};
    const end = {
      state: 'approved',
      reportedOutcome: 'paid',
      endedAtMs: begun.startedAtMs,
      bank: BANK,
      ...threeD,
    } as const;
    return [begun, { ...begun, ...end, version: 12 }] as readonly Attempt[];
  };

  /** Everything that a direct payment may have of its own, as long as callers usually write it. */
  const fullDirect = (reservations: readonly BudgetReservation[]): DirectAttempt =>
    directAttemptWith(
      'D100001',
      { reservations },
      {
        otherTrxCode: 'T-1',
        cardHolderName: 'Elif Deneme',
        splits: [splitWith(11), splitWith(12)],
        caller: { clientIp: '203.0.113.7', software: 'WooCommerce 9.4' },
        customer: { dealerCustomerId: 100_001, customerCode: 'customer-100001' },
        cardReservation: { day: '20270115', currency: 'TL', amount: minor(12_345_678) },
      },
    );

  test.each([
    ['a link, with two buckets', linkAttemptWith(link, { reservations: SMALL })],
    ['a link, with four buckets', linkAttemptWith(link, { reservations: LARGE })],
    ['a direct payment, with two buckets', fullDirect(SMALL)],
    ['a direct payment, with four buckets', fullDirect(LARGE)],
  ])('of %s', (_of, attempt) => {
    for (const moment of lifeOf(attempt))
      expect(itemBytes({ ...attemptItem(moment), ...WRITE_ID })).toBeLessThanOrEqual(UNIT_BYTES);
  });

  test('its waiting card is an item of its own, of one write unit', () => {
    const item = waitingCardItem(ofLink) ?? expect.unreachable('a card waits');
    expect(itemBytes({ ...item, sealed: 'x'.repeat(600) })).toBeLessThanOrEqual(UNIT_BYTES);
  });
});
