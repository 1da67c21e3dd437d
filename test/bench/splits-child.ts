import { minor } from '../../shared/domain/money/money.ts';
import {
  type CommissionScenario,
  commissionScenarios,
  type SplitEntry,
} from '../../shared/domain/split/payment-split.ts';
import {
  checkSplitValues,
  requireSplitFields,
  type SplitQuestion,
  splitPayment,
} from '../../shared/domain/split/split-payment.ts';
import { entryOf, rateOf, subDealerWith, topDealer } from '../support/splits.ts';

export interface SplitsInput {
  readonly subDealers: number;
  readonly rounds: number;
  /** Calculations whose time is taken together. */
  readonly calculations: number;
}

/** Microseconds of processor time of one calculation, each round's. */
export interface SplitTimes {
  readonly scenario: CommissionScenario;
  readonly whole: readonly number[];
  readonly bare: readonly number[];
}

const AMOUNT_MINOR = 124_990;
const LEFT_FOR_COMMISSION_MINOR = 999_937;
const FIRST_ID = 1000;

const questionOf = (scenario: CommissionScenario, subDealers: number): SplitQuestion => {
  const entries: SplitEntry[] = Array.from({ length: subDealers }, (_, index) => {
    const amount = AMOUNT_MINOR + index * 37;
    return entryOf(FIRST_ID + index, amount, {
      dealerCommissionRate: rateOf('3.85'),
      dealerCommissionFixedAmount: minor(50),
      dealerCommissionAmount: minor(4321),
      groupRevenueRate: rateOf('2.75'),
      groupRevenueAmount: minor(3210),
      amountToBeCommissioned: minor(amount),
      isIncludedFixedAmount: index % 2,
    });
  });
  const sum = entries.reduce((total, { amount = 0 }) => total + amount, 0);
  return {
    scenario,
    entries,
    amount: minor(scenario === 6 ? sum + LEFT_FOR_COMMISSION_MINOR : sum),
    installments: 1,
    dealer: topDealer,
    subDealers: entries.map(({ dealerId = 0 }) => subDealerWith(dealerId)),
  };
};

/** What a payment asks: its required fields, its values and sums, and the splits. */
const whole = (question: SplitQuestion): number => {
  requireSplitFields(question.scenario, question.entries);
  checkSplitValues(question.scenario, question.entries, question.amount);
  return splitPayment(question).reduce((total, { net }) => total + net, 0);
};

const HALF = 500_000n;
const MILLION = 1_000_000n;

/** Two exact percentages of every amount and their sums, with no rule, no check and no name. */
const bare = (question: SplitQuestion, rates: readonly [bigint, bigint]): number => {
  let total = 0;
  for (const { amount = 0 } of question.entries) {
    const exact = BigInt(amount);
    total += amount - Number((exact * rates[0] + HALF) / MILLION) + Number((exact * rates[1] + HALF) / MILLION);
  }
  return total;
};

/** Processor time of the process, its other threads' included. */
const cpuUs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const microsecondsOf = (calculate: () => number, calculations: number): number => {
  // Used below, so that no calculation can be left out as one that nobody needs.
  let sum = 0;
  const before = cpuUs();
  for (let done = 0; done < calculations; done += 1) sum += calculate();
  const tookUs = cpuUs() - before;
  if (sum <= 0) throw new Error('A calculation came to nothing.');
  return tookUs / calculations;
};

/** Times the six scenarios and, in turn with each, the bare loop over the same numbers. */
export async function measure({ subDealers, rounds, calculations }: SplitsInput): Promise<readonly SplitTimes[]> {
  const rates = [38_500n, 17_900n] as const;
  return commissionScenarios.map((scenario) => {
    const question = questionOf(scenario, subDealers);
    const times = { scenario, whole: [] as number[], bare: [] as number[] };
    // The first round is the warm-up, and is not kept.
    for (let round = 0; round <= rounds; round += 1) {
      const wholeUs = microsecondsOf(() => whole(question), calculations);
      const bareUs = microsecondsOf(() => bare(question, rates), calculations);
      if (round === 0) continue;
      times.whole.push(wholeUs);
      times.bare.push(bareUs);
    }
    return times;
  });
}
