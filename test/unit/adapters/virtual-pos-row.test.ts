import { describe, expect, test } from 'vitest';
import { attemptItem, readAttemptRow } from '../../../shared/adapters/dynamodb/rows/attempt-row.ts';
import { readVirtualPosRow, virtualPosItems } from '../../../shared/adapters/dynamodb/rows/virtual-pos-row.ts';
import { linkAttemptWith } from '../../support/attempts.ts';
import { linkWith } from '../../support/records.ts';
import { posWith } from '../../support/virtual-pos.ts';

describe('The row of a virtual POS', () => {
  test('is read as it was written, with the kind of its gateway', () => {
    const pos = posWith();
    expect(readVirtualPosRow(virtualPosItems(pos).current)).toEqual(pos);
    expect(pos.kind).toBe('nestpay');
  });

  test.each(['posnet', '', undefined])('of kind %j is refused: nobody can call its gateway', (kind) => {
    expect(() => readVirtualPosRow({ ...virtualPosItems(posWith()).current, kind })).toThrow();
  });
});

describe('The row of a link’s attempt', () => {
  test.each([{}, { gatewayState: 'session-7' }])('keeps what its gateway wants to see again: %j', (changes) => {
    const attempt = linkAttemptWith(linkWith(), changes);
    expect(readAttemptRow(attemptItem(attempt))).toEqual(attempt);
  });
});
