import { describe, expect, test } from 'vitest';
import {
  addCounts,
  counted,
  countedMinutes,
  type UnwrittenCounts,
} from '../../../../shared/domain/breaker/breaker-counts.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 9, 0, 30);
const [ANSWERED, SILENT] = ['answered', 'silent'] as const;

/** Charges of an instance, at seconds; answers what it writes when. */
const writesOf = (...charges: readonly [second: number, heard: typeof ANSWERED | typeof SILENT, posId?: string][]) => {
  let unwritten: UnwrittenCounts | undefined;
  return charges.flatMap(([second, heard, posId = 'a']) => {
    const after = counted(unwritten, { dealerCode: 'D1', posId, heard }, NOW_MS + second * 1000);
    unwritten = after.unwritten;
    return after.toWrite.length === 0
      ? []
      : [[second, ...after.toWrite.map((one) => `${one.posId} ${one.failures}/${one.answers}`)]];
  });
};

describe('What an instance counts for breakers (rule 46)', () => {
  test('is written with a failure, and never for answers alone', () => {
    expect(writesOf([0, ANSWERED], [1, ANSWERED], [9, SILENT], [20, ANSWERED])).toEqual([[9, 'a 1/2']]);
  });

  test('is written every five seconds at most; what comes between is added', () => {
    const charges = Array.from({ length: 21 }, (_, second) => [second, SILENT] as [number, typeof SILENT]);
    expect(writesOf(...charges)).toEqual([
      [0, 'a 1/0'],
      [5, 'a 5/0'],
      [10, 'a 5/0'],
      [15, 'a 5/0'],
      [20, 'a 5/0'],
    ]);
  });

  test('forgets answers that are older than a minute', () => {
    expect(writesOf([0, ANSWERED], [61, SILENT])).toEqual([[61, 'a 1/0']]);
  });

  test('tells virtual POS apart', () => {
    expect(writesOf([0, ANSWERED, 'b'], [1, SILENT, 'a'])).toEqual([[1, 'b 0/1', 'a 1/0']]);
  });

  test('stands under its minute; a breaker looks at this one and the one before', () => {
    expect(countedMinutes(NOW_MS)).toEqual([Date.UTC(2027, 0, 15, 8, 59), Date.UTC(2027, 0, 15, 9, 0)]);
  });

  test('adds up by virtual POS', () => {
    const one = { dealerCode: 'D1', posId: 'a', failures: 1, answers: 2 };
    expect(addCounts([one, { ...one, dealerCode: 'D2' }, one])).toEqual([
      { ...one, failures: 2, answers: 4 },
      { ...one, dealerCode: 'D2' },
    ]);
  });
});
