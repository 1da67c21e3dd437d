import type { DayText } from '../../../domain/calendar.ts';
import type { Difference } from '../../../domain/comparison/difference.ts';
import type { Key } from '../keys.ts';

// Keys of the nightly comparison. The table at the top of keys.ts tells what each is for.

export const differencesPartition = (day: DayText): string => `DIFFERENCES#${day}`;

export const comparisonKeys = {
  /** `owner` is a dealer, or `-` for the stage. */
  job: (owner: string): Key => ({ pk: `JOB#comparison#${owner}`, sk: 'POSITION' }),
  difference: ({ day, source, dealerCode, posId, orderId }: Difference): Key => ({
    pk: differencesPartition(day),
    sk: `${dealerCode}#${source}#${posId}#${orderId}`,
  }),
} as const;
