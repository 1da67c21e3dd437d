import { describe, expect, test } from 'vitest';
import { attemptItem, readAttemptRow } from '../../../shared/adapters/dynamodb/rows/attempt-row.ts';
import { isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import { UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { directAttemptWith, linkAttemptWith } from '../../support/attempts.ts';
import { linkWith } from '../../support/records.ts';

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
