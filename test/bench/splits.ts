import { minor } from '../../shared/domain/money.ts';
import { type CommissionScenario, commissionScenarios } from '../../shared/domain/payment-split.ts';
import {
  checkSplitValues,
  requireSplitFields,
  type SplitQuestion,
  splitPayment,
} from '../../shared/domain/split-payment.ts';
import { entryOf, rateOf, subDealerWith, topDealer } from '../support/splits.ts';
import { median, print, type Row, timeInTurn, total } from './figures.ts';
import type { Lab } from './lab.ts';

const SUB_DEALERS = 50;
const CALCULATIONS = 500;

const questionOf = (scenario: CommissionScenario): SplitQuestion => {
  const entries = Array.from({ length: SUB_DEALERS }, (_, index) =>
    entryOf(1000 + index, 124_990 + index * 37, {
      dealerCommissionRate: rateOf('3.85'),
      dealerCommissionFixedAmount: minor(50),
      dealerCommissionAmount: minor(4321),
      groupRevenueRate: rateOf('2.75'),
      groupRevenueAmount: minor(3210),
      amountToBeCommissioned: minor(124_990 + index * 37),
      isIncludedFixedAmount: index % 2,
    }),
  );
  const sum = total(entries.map(({ amount = 0 }) => amount));
  return {
    scenario,
    entries,
    // Scenario 6 takes commissions from what is left.
    amount: minor(scenario === 6 ? sum + 999_937 : sum),
    installments: 1,
    dealer: topDealer,
    subDealers: entries.map(({ dealerId = 0 }) => subDealerWith(dealerId)),
  };
};

/** What a payment asks: its required fields, its values and sums, and the splits. */
const split = (question: SplitQuestion): number => {
  requireSplitFields(question.scenario, question.entries);
  checkSplitValues(question.scenario, question.entries, question.amount);
  return total(splitPayment(question).map(({ net }) => net));
};

/** Two exact percentages of every amount and their sums, with no rule, no check and no name. */
const bareSplit = ({ entries }: SplitQuestion): number => {
  const share = (amount: number, rate: bigint): number => Number((BigInt(amount) * rate + 500_000n) / 1_000_000n);
  return total(entries.map(({ amount = 0 }) => amount - share(amount, 38_500n) + share(amount, 17_900n)));
};

/** Microseconds of processor time of one calculation, over a batch of them. */
const cpuUs = (calculate: () => number): number => {
  let sum = 0;
  const before = process.cpuUsage();
  for (let done = 0; done < CALCULATIONS; done += 1) sum += calculate();
  const { user, system } = process.cpuUsage(before);
  // Used, so that no calculation can be left out as one that nobody needs.
  if (sum <= 0) throw new Error('A calculation came to nothing.');
  return (user + system) / CALCULATIONS;
};

/** Prints what splitting a payment costs by each scenario, beside the arithmetic alone. */
export const splits = async ({ amounts: { splitRounds } }: Lab): Promise<void> => {
  const rows: Row[] = [];
  for (const scenario of commissionScenarios) {
    const question = questionOf(scenario);
    const subjects = [async () => cpuUs(() => split(question)), async () => cpuUs(() => bareSplit(question))];
    await timeInTurn(subjects, 1);
    const [whole = Number.NaN, bare = Number.NaN] = (await timeInTurn(subjects, splitRounds)).map(median);
    rows.push([String(scenario), bare.toFixed(1), whole.toFixed(1), (whole / bare).toFixed(2)]);
  }
  print(
    `Processor time of the commission scenarios with ${SUB_DEALERS} sub-dealers`,
    'Required fields, values and sums, and the splits, beside a bare loop that takes two exact percentages of the same\n' +
      `amounts and adds them up. Microseconds of a calculation, median of ${splitRounds} rounds of ${CALCULATIONS}. No aim is set.`,
    [['scenario', 'bare µs', 'µs', 'ratio'], ...rows],
  );
};
