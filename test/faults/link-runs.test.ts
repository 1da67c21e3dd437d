import { describe, expect, test } from 'vitest';
import { LinkRun } from './link-run.ts';

const FIRST = 1;
const SEEDS = 500;

describe('A link under crashes, lost answers and everything at once (rules 1 to 9, 17)', () => {
  test(`ends with the bank's books equal to ours, from ${SEEDS} seeds`, { timeout: 120_000 }, async () => {
    const failures: string[] = [];
    const sums = { charges: 0, faults: 0, kills: 0, paid: 0, stuck: 0, voided: 0, refunded: 0 };
    for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
      try {
        const report = await new LinkRun(seed).run();
        sums.charges += report.charges;
        sums.faults += report.faults;
        sums.kills += report.kills;
        if (report.linkState === 'paid') sums.paid += 1;
        for (const state of ['stuck', 'voided', 'refunded'] as const) {
          sums[state] += report.states.filter((one) => one === state).length;
        }
      } catch (error) {
        failures.push(`seed ${seed}: ${error instanceof Error ? error.message : 'unknown'}`);
      }
    }
    expect(failures).toEqual([]);
    // Runs that met nothing would prove nothing.
    for (const count of Object.values(sums)) expect(count).toBeGreaterThan(SEEDS / 100);
  });
});
