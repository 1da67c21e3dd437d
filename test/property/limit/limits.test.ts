import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import {
  changeLimits,
  type LimitSetting,
  type LimitValues,
  limitsInForce,
} from '../../../shared/domain/limit/limits.ts';
import { minor } from '../../../shared/domain/money/money.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 20, 12);
const dayOf = (index: number): string => istanbulDayOf(FIRST_DAY + index * DAY_MS);

const values = (daily: number): LimitValues => ({ daily: minor(daily), monthly: 'unlimited', shards: (daily % 8) + 1 });

/** Changes by day; several may fall on one day. */
const histories = fc
  .array(fc.nat(20), { minLength: 1, maxLength: 15 })
  .map((days) => days.toSorted((a, b) => a - b).map((day, index) => ({ day, values: values(index + 1) })));

/** The value that rule 18 gives for a day: the first setting, or the last change of an earlier day. */
const documented = (history: readonly { day: number; values: LimitValues }[], day: number): LimitValues | undefined =>
  (history.findLast((change, index) => index > 0 && change.day < day) ?? history[0])?.values;

describe('limits that change (rule 18)', () => {
  test('no day ever uses other values than the documented ones, at any moment of any history', () => {
    fc.assert(
      fc.property(histories, (history) => {
        let setting: LimitSetting | undefined;
        for (const [index, change] of history.entries()) {
          setting = changeLimits(setting, change.values, { today: dayOf(change.day), tomorrow: dayOf(change.day + 1) });
          const soFar = history.slice(0, index + 1);
          for (let day = change.day; day < 25; day += 1) {
            expect(limitsInForce(setting, dayOf(day))).toEqual(documented(soFar, day));
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
