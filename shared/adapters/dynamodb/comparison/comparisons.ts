import * as z from 'zod/mini';
import { bankDifferences } from '../../../domain/comparison/bank-difference.ts';
import { type Difference, differenceSources } from '../../../domain/comparison/difference.ts';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { ComparisonProgress, Comparisons } from '../../../ports/comparisons.ts';
import {
  objectRow,
  optionalText,
  parseRow,
  storedAmount,
  storedDay,
  storedFlag,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion } from '../engine/writes.ts';
import { comparisonKeys, differencesPartition } from './comparison-keys.ts';

const WRITES_AT_ONCE = 10;

const progressRow = objectRow(() => ({
  version: storedWhole,
  doneDay: storedDay,
  place: z.optional(
    z.object({
      isRead: storedFlag,
      after: optionalText,
      sample: z.record(storedText, z.array(storedText)),
      listed: z.optional(z.array(storedText)),
    }),
  ),
  round: z.optional(z.object({ until: storedDay, after: storedText, open: storedWhole })),
}));

const side = objectRow(() => ({
  state: storedText,
  amount: z.optional(storedAmount),
  refunded: z.optional(storedAmount),
}));

const differenceRow = objectRow(() => ({
  day: storedDay,
  source: z.enum(differenceSources),
  dealerCode: storedText,
  posId: storedText,
  orderId: storedText,
  kind: z.enum([...bankDifferences, 'missing-here', 'other-type', 'other-currency']),
  currency: z.optional(z.enum(currencies)),
  ours: side(),
  bank: side(),
  foundAtMs: storedWhole,
}));

const readProgress = (row: unknown): ComparisonProgress => {
  const { place, ...progress } = parseRow('comparison job', progressRow, row);
  return omitUndefined({ ...progress, place: place && omitUndefined(place) });
};

const readDifference = (row: unknown): Difference => {
  const { ours, bank, ...difference } = parseRow('difference', differenceRow, row);
  return { ...omitUndefined(difference), ours: omitUndefined(ours), bank: omitUndefined(bank) };
};

export const differenceItem = (difference: Difference) => ({
  ...comparisonKeys.difference(difference),
  entity: 'difference',
  ...difference,
});

export const dynamoComparisons = (table: Table): Comparisons => ({
  progress: async (owner) => {
    const row = await table.get(comparisonKeys.job(owner));
    return row === undefined ? undefined : readProgress(row);
  },

  saveProgress: async (owner, progress) => {
    const onlyIf = progress.version === 1 ? ABSENT : atVersion(progress.version - 1);
    const put = { ...comparisonKeys.job(owner), entity: 'comparison-job', ...progress };
    return (await table.transact([{ put, onlyIf }])).applied;
  },

  report: async (differences) => {
    for (let first = 0; first < differences.length; first += WRITES_AT_ONCE) {
      const some = differences.slice(first, first + WRITES_AT_ONCE);
      await Promise.all(some.map((difference) => table.transact([{ put: differenceItem(difference) }])));
    }
  },

  ofDay: async ({ day, after, limit }) =>
    (await table.query({ pk: differencesPartition(day), after, limit })).map((row) => ({
      position: String(row.sk),
      difference: readDifference(row),
    })),
});
