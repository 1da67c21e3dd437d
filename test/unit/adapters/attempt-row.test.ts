import { describe, expect, test } from 'vitest';
import { attemptItem, readAttemptRow } from '../../../shared/adapters/dynamodb/rows/attempt-row.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { type BudgetReservation, isOfLink, type LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { pinnedPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { directAttemptWith, linkAttemptWith } from '../../support/attempts.ts';
import { linkWith } from '../../support/records.ts';
import { posWith } from '../../support/virtual-pos.ts';

const UNIT_BYTES = 1024;

/** Bytes of a value as DynamoDB counts them: two digits of a number in a byte, and a byte for each member of a list or map. */
const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + (value < 0 ? 2 : 1);
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + 1 + bytesOf(one), 3);
  if (typeof value === 'object' && value !== null) return 3 + Object.keys(value).length + itemBytes(value);
  return 1;
};

const itemBytes = (item: object): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOf(value), 0);

const reservation = (kind: 'day' | 'month', name: string): BudgetReservation => ({
  kind,
  name,
  currency: 'TL',
  shard: 0,
  amount: minor(12_345_678),
});

describe('the row of an attempt', () => {
  test('keeps of its virtual POS what names the version and what is asked of it, and no key (rule 14)', () => {
    const pos = posWith();
    const attempt = linkAttemptWith(linkWith(), { pos });
    const row = attemptItem(attempt);
    expect(row.pos).toEqual(pinnedPosOf(pos));
    expect(readAttemptRow(row)).toEqual({ ...attempt, pos: pinnedPosOf(pos) });
    expect(row.pos).not.toHaveProperty('merchant');
    expect(row.pos).not.toHaveProperty('rates');
  });

  test('of a link takes one write unit from its intent to its approval, limits included', () => {
    const { pendingCard: _card, ...begun } = linkAttemptWith(linkWith(), { previous: systemRandomness.token() });
    const reservations = [reservation('day', '20270115'), reservation('month', '202701')];
    const bank = { code: '000', authCode: '123456', hostReference: '987654321012', transactionId: '27015JkQbE1234567' };
    const approved = { ...begun, state: 'approved', told: 'paid', endedAtMs: begun.startedAtMs, bank } as const;
    for (const attempt of [begun, { ...begun, reservations }, { ...approved, reservations }] as LinkAttempt[]) {
      expect(itemBytes(attemptItem(attempt))).toBeLessThanOrEqual(UNIT_BYTES);
    }
  });
});

describe('the row of an attempt says what is paid for', () => {
  const link = linkAttemptWith(linkWith());
  const direct = directAttemptWith('D1');

  test.each([
    ['link', link],
    ['direct', direct],
  ] as const)('%s: and is read again as it was written', (kind, attempt) => {
    const row = attemptItem(attempt);
    expect(row.kind).toBe(kind);
    expect(readAttemptRow(row)).toEqual(attempt);
    expect(isOfLink(readAttemptRow(row))).toBe(kind === 'link');
  });

  test.each([undefined, 'plan'])('kind %s: the row is not read as something else', (kind) => {
    expect(() => readAttemptRow({ ...attemptItem(link), kind })).toThrow(UnreadableRow);
    expect(() => readAttemptRow({ ...attemptItem(direct), kind })).toThrow(UnreadableRow);
  });

  test('a kind that contradicts the rest is not read', () => {
    expect(() => readAttemptRow({ ...attemptItem(link), kind: 'direct' })).toThrow(UnreadableRow);
  });
});
