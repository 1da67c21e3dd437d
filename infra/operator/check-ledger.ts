import * as z from 'zod';
import type { CommandFailure } from '../../functions/operator/operate/contract.ts';
import {
  addTotals,
  type LedgerTotal,
  totalAccounts,
  unbalancedCurrencies,
} from '../../shared/domain/ledger/day-totals.ts';
import { currencies, minor, toWireAmount } from '../../shared/domain/money/money.ts';
import type { Invocation } from './arguments.ts';
import { invokeOperate } from './invoke.ts';
import { type ProgressOutput, progressLine } from './progress.ts';

/** A million charges and steps. It ends a list that would otherwise never end. */
const MAX_PAGES = 10_000;

const pageSchema = z.object({
  dealerCode: z.string().optional(),
  day: z.string(),
  charges: z.int(),
  steps: z.int(),
  totals: z.array(
    z.object({ currency: z.enum(currencies), account: z.enum(totalAccounts), amount: z.int().transform(minor) }),
  ),
  disagreements: z.array(
    z.object({
      orderId: z.string(),
      step: z.int().optional(),
      problem: z.string(),
      excessCredit: z.union([z.number(), z.string()]).optional(),
    }),
  ),
  next: z.string().optional(),
});

type Page = z.output<typeof pageSchema>;

/** A dealer's day as it is printed, amounts in currency units. */
interface CheckedDealer {
  readonly dealerCode: string;
  readonly charges: number;
  readonly steps: number;
  readonly totals: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly disagreements: readonly object[];
}

interface CheckedLedger {
  readonly day: string | undefined;
  /** True where nothing disagrees. */
  readonly agrees: boolean;
  readonly dealers: readonly CheckedDealer[];
  /** Why the check ended early. */
  readonly error?: CommandFailure;
  /** Where it stopped. */
  readonly cursor?: unknown;
}

const shownTotals = (totals: readonly LedgerTotal[]): CheckedDealer['totals'] => {
  const used = [...new Set(totals.map(({ currency }) => currency))];
  const of = (currency: string) => totals.filter((total) => total.currency === currency);
  return Object.fromEntries(
    used.map((currency) => [
      currency,
      Object.fromEntries(of(currency).map(({ account, amount }) => [account, toWireAmount(amount)])),
    ]),
  );
};

const dealerOf = (dealerCode: string, pages: readonly Page[]): CheckedDealer => {
  const totals = addTotals(pages.flatMap((page) => page.totals));
  const unbalanced = unbalancedCurrencies(totals).map((currency) => ({
    problem: `the totals in ${currency} do not sum to zero`,
  }));
  return {
    dealerCode,
    charges: pages.reduce((sum, { charges }) => sum + charges, 0),
    steps: pages.reduce((sum, { steps }) => sum + steps, 0),
    totals: shownTotals(totals),
    disagreements: [...pages.flatMap(({ disagreements }) => disagreements), ...unbalanced],
  };
};

const checkedOf = (pages: readonly Page[]): CheckedLedger => {
  const codes = [...new Set(pages.flatMap(({ dealerCode }) => (dealerCode === undefined ? [] : [dealerCode])))];
  const all = codes.map((code) =>
    dealerOf(
      code,
      pages.filter(({ dealerCode }) => dealerCode === code),
    ),
  );
  // Of all dealers only those are told that had something that day.
  const dealers = codes.length === 1 ? all : all.filter(({ charges, steps }) => charges + steps > 0);
  return { day: pages[0]?.day, agrees: all.every(({ disagreements }) => disagreements.length === 0), dealers };
};

/** Checks the ledger of a day page by page, says on `progress` how far it is, and adds the pages up by dealer. */
export const checkWholeLedger = async (
  invocation: Invocation,
  input: Readonly<Record<string, unknown>>,
  progress: ProgressOutput,
): Promise<CheckedLedger> => {
  const pages: Page[] = [];
  let checked = 0;
  let { cursor } = input;
  let given = input;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await invokeOperate(invocation, cursor === undefined ? given : { ...given, cursor });
    if (!answer.ok) return { ...checkedOf(pages), error: answer.error, cursor };
    const read = z.parse(pageSchema, answer.result);
    pages.push(read);
    if (read.next === undefined) return checkedOf(pages);
    cursor = read.next;
    checked += read.charges + read.steps;
    progressLine(progress, `up to dealer ${read.dealerCode}: ${checked} charges and steps checked`);
    // A check that runs over midnight stays with its day.
    given = { ...input, day: read.day };
  }
  return { ...checkedOf(pages), error: { code: 'Unexpected', message: 'The list does not end.' }, cursor };
};
