import { minor } from '../../shared/domain/money/money.ts';
import { type CommissionScenario, commissionScenarios } from '../../shared/domain/split/payment-split.ts';
import * as domain from '../../shared/domain/split/split-payment.ts';
import { entryOf, rateOf, subDealerWith, topDealer } from '../support/payment/splits.ts';
import { fixed, inTurn, median, print, type Row, total } from './figures.ts';
import type { RunSetup } from './run-setup.ts';

const SUB_DEALERS = 50;
const CALCULATIONS = 500;

const questionOf = (scenario: CommissionScenario): domain.SplitQuestion => {
  const rates = { dealerCommissionRate: rateOf('3.85'), groupRevenueRate: rateOf('2.75') };
  const sums = { dealerCommissionAmount: minor(4321), groupRevenueAmount: minor(3210) };
  const ofEach = { ...rates, ...sums, dealerCommissionFixedAmount: minor(50), isIncludedFixedAmount: 1 };
  const amounts = Array.from({ length: SUB_DEALERS }, (_, index) => minor(124_990 + index * 37));
  const entries = amounts.map((one, index) => entryOf(1000 + index, one, { ...ofEach, amountToBeCommissioned: one }));
  // Scenario 6 takes commissions from what is left.
  const amount = minor(total(amounts) + (scenario === 6 ? 999_937 : 0));
  const subDealers = entries.map(({ dealerId = 0 }) => subDealerWith(dealerId));
  return { scenario, entries, amount, installments: 1, dealer: topDealer, subDealers };
};

/** What a payment asks: its required fields, its values and sums, and the splits. */
const split = (question: domain.SplitQuestion): number => {
  domain.requireSplitFields(question.scenario, question.entries);
  domain.checkSplitValues(question.scenario, question.entries, question.amount);
  return total(domain.splitPayment(question).map(({ net }) => net));
};

/** Two exact percentages of every amount and their sums, with no rule, no check and no name. */
const bareSplit = ({ entries }: domain.SplitQuestion): number => {
  const share = (amount: number, rate: bigint): number => Number((BigInt(amount) * rate + 500_000n) / 1_000_000n);
  return total(entries.map(({ amount = 0 }) => amount - share(amount, 38_500n) + share(amount, 17_900n)));
};

/** Microseconds of processor time of one calculation, over a batch of them. */
const cpuUs = (calculate: () => number): number => {
  const before = process.cpuUsage();
  const sum = total(Array.from({ length: CALCULATIONS }, calculate));
  const { user, system } = process.cpuUsage(before);
  // Used, so that no calculation can be left out as one that nobody needs.
  if (sum <= 0) throw new Error('A calculation came to nothing.');
  return (user + system) / CALCULATIONS;
};

/** Prints what splitting a payment costs by each scenario, beside the arithmetic alone. */
export const splits = async ({ amount }: RunSetup): Promise<void> => {
  const [rows, rounds]: [Row[], number] = [[], amount(25)];
  for (const scenario of commissionScenarios) {
    const question = questionOf(scenario);
    const subjects = [split, bareSplit].map((calculate) => async () => cpuUs(() => calculate(question)));
    const [own = Number.NaN, bare = Number.NaN] = (await inTurn(subjects, rounds, 1)).map(median);
    rows.push([scenario, ...fixed(bare, own, own / bare)]);
  }
  const text = `Processor time of the commission scenarios with ${SUB_DEALERS} sub-dealers
Required fields, values and sums, and the splits, beside a bare loop of two exact percentages and their sums.
Microseconds of a calculation, median of ${rounds} rounds of ${CALCULATIONS}. No aim is set.`;
  print(text, 'scenario, bare µs, µs, ratio', rows);
};
