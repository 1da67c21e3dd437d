import { type MinorUnits, minor } from '../money/money.ts';

/**
 * An account of the ledger. Amounts are signed: what a payer paid is negative on `payer`, and what somebody is owed is
 * positive on their account. `pool` accounts hold what waits for the dealer's approval. `service` earns the commissions;
 * `bank` is what the bank keeps of a charge.
 */
export type LedgerAccount =
  | 'payer'
  | 'dealer'
  | 'dealer-pool'
  | 'service'
  | 'bank'
  | `sub-dealer:${number}`
  | `sub-dealer-pool:${number}`;

/** One line of a movement of money. The postings of one movement sum to zero. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly amount: MinorUnits;
}

/** What each account holds. An account that holds nothing is absent. */
export type Balances = ReadonlyMap<LedgerAccount, MinorUnits>;

/** The sums of postings by account. */
export const balancesOf = (postings: readonly Posting[]): Balances => {
  const sums = new Map<LedgerAccount, number>();
  for (const { account, amount } of postings) sums.set(account, (sums.get(account) ?? 0) + amount);
  return new Map([...sums].filter(([, sum]) => sum !== 0).map(([account, sum]) => [account, minor(sum)] as const));
};

/** One posting for each account that the movement changes. Throws where it does not sum to zero, which is a defect. */
export const movementOf = (postings: readonly Posting[]): readonly Posting[] => {
  const movement = [...balancesOf(postings)].map(([account, amount]) => ({ account, amount }));
  if (sumOfPostings(movement) !== 0) throw new RangeError('the postings of a movement sum to zero');
  return movement;
};

export const sumOfPostings = (postings: readonly Posting[]): number =>
  postings.reduce((sum, { amount }) => sum + amount, 0);

/** What postings move on one account. */
export const sumOfAccount = (postings: readonly Posting[], account: LedgerAccount): MinorUnits =>
  minor(postings.reduce((sum, posting) => (posting.account === account ? sum + posting.amount : sum), 0));
