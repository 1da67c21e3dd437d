import { inChild } from './child.ts';
import type { Lab } from './lab.ts';
import { heading, table } from './report.ts';
import { measure } from './splits-child.ts';
import { median } from './statistics.ts';

const SUB_DEALERS = 50;

/** Prints what splitting a payment costs by each scenario, beside the arithmetic alone. */
export async function splits(lab: Lab): Promise<void> {
  const { splitRounds: rounds, splitCalculations: calculations } = lab.plan;
  const times = await inChild('splits-child.ts', measure, { subDealers: SUB_DEALERS, rounds, calculations });
  heading(`Processor time of the commission scenarios with ${SUB_DEALERS} sub-dealers`, [
    'Required fields, values and sums, and the splits, beside a bare loop that takes two exact percentages of the same',
    `amounts and adds them up. Microseconds of a calculation, median of ${rounds} rounds of ${calculations}. No aim is set.`,
  ]);
  table(
    ['scenario', 'bare µs', 'µs', 'ratio'],
    times.map(({ scenario, whole, bare }) => [
      String(scenario),
      median(bare).toFixed(1),
      median(whole).toFixed(1),
      (median(whole) / median(bare)).toFixed(2),
    ]),
  );
}
