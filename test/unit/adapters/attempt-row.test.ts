import { describe, expect, test } from 'vitest';
import { attemptItem, readAttemptRow } from '../../../shared/adapters/dynamodb/rows/attempt-row.ts';
import { pinnedPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { linkAttemptWith } from '../../support/attempts.ts';
import { linkWith } from '../../support/records.ts';
import { posWith } from '../../support/virtual-pos.ts';

const UNIT_BYTES = 1024;

/** Names and values of an item, as the store counts them, nearly: numbers take less there than in JSON. */
const sizeOf = (item: object): number => Buffer.byteLength(JSON.stringify(item));

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

  test('of a link, without reservations and waiting card, takes one write unit', () => {
    const { pendingCard: _card, ...attempt } = linkAttemptWith(linkWith());
    expect(sizeOf(attemptItem(attempt))).toBeLessThan(UNIT_BYTES);
  });
});
