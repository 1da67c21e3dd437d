import type { Currency, MinorUnits } from '../money/money.ts';
import { minor } from '../money/money.ts';
import type { LedgerAccount, Posting } from './posting.ts';

/** Accounts of the ledger in a day's totals: pools of dealer and sub-dealers are one, and so are the sub-dealers. */
export const totalAccounts = ['payer', 'dealer', 'pool', 'sub-dealers', 'service', 'bank'] as const;
export type TotalAccount = (typeof totalAccounts)[number];

/** The sum of one account in one currency, signed as postings are. */
export interface LedgerTotal {
  readonly currency: Currency;
  readonly account: TotalAccount;
  readonly amount: MinorUnits;
}

const totalAccountOf = (account: LedgerAccount): TotalAccount => {
  if (account === 'payer' || account === 'dealer' || account === 'service' || account === 'bank') return account;
  return account.startsWith('sub-dealer:') ? 'sub-dealers' : 'pool';
};

/** One total for each account and currency; an account that sums to zero is left out. */
export const addTotals = (totals: readonly LedgerTotal[]): readonly LedgerTotal[] => {
  const currencies = [...new Set(totals.map(({ currency }) => currency))];
  const all = currencies.flatMap((currency) =>
    totalAccounts.map((account) => {
      const ofAccount = totals.filter((total) => total.currency === currency && total.account === account);
      return { currency, account, amount: minor(ofAccount.reduce((sum, { amount }) => sum + amount, 0)) };
    }),
  );
  return all.filter(({ amount }) => amount !== 0);
};

/** What postings add to the totals. */
export const totalsOf = (postings: readonly Posting[], currency: Currency): readonly LedgerTotal[] =>
  addTotals(postings.map(({ account, amount }) => ({ currency, account: totalAccountOf(account), amount })));

/** Currencies whose totals do not sum to zero: money came from nowhere, or went nowhere. */
export const unbalancedCurrencies = (totals: readonly LedgerTotal[]): readonly Currency[] =>
  [...new Set(totals.map(({ currency }) => currency))].filter(
    (currency) =>
      totals.filter((total) => total.currency === currency).reduce((sum, { amount }) => sum + amount, 0) !== 0,
  );
