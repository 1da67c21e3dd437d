import { type MinorUnits, minor } from '../money/money.ts';
import { proportionOf } from '../money/proportion.ts';
import { type LedgerAccount, movementOf, type Posting } from './posting.ts';

/**
 * The share of one sub-dealer in a charge, or the whole charge when it has no sub-dealers. `gross` is what the card was
 * charged for the share. `commission` is deducted from it: `toService` of it goes to the service, the rest to the
 * dealer. `bankCost` is what the bank keeps; the service bears it.
 */
export interface LedgerShare {
  /** Absent: the dealer's own. */
  readonly subDealerId?: number;
  readonly gross: MinorUnits;
  readonly commission: MinorUnits;
  readonly toService: MinorUnits;
  readonly bankCost: MinorUnits;
  /** What was refunded to the payer so far. */
  readonly refunded: MinorUnits;
  /** True while it waits for the dealer's approval. */
  readonly pooled: boolean;
}

/** What was refunded of a share, by who bears it. The four amounts add up to what the payer got. */
interface GivenBack {
  readonly net: number;
  readonly income: number;
  readonly service: number;
  readonly bank: number;
}

/**
 * Who bears how much when `upTo` of the share is refunded in all: each commission in proportion, rounded. A refund is
 * the difference of two of these, so the last refund leaves zero on every account.
 */
const givenBack = ({ gross, commission, toService, bankCost }: LedgerShare, upTo: MinorUnits): GivenBack => {
  if (upTo === 0) return { net: 0, income: 0, service: 0, bank: 0 };
  const of = (amount: MinorUnits): number => proportionOf(amount, { part: upTo, whole: gross });
  const [deducted, service, bank] = [of(commission), of(toService), of(bankCost)];
  return { net: upTo - deducted, income: deducted - service, service: service - bank, bank };
};

/** The account that holds the net amount of a share: the pool or the balance of its owner. */
const netAccountOf = ({ subDealerId }: LedgerShare, pooled: boolean): LedgerAccount => {
  if (subDealerId === undefined) return pooled ? 'dealer-pool' : 'dealer';
  return pooled ? `sub-dealer-pool:${subDealerId}` : `sub-dealer:${subDealerId}`;
};

const dealerAccount = (pooled: boolean): LedgerAccount => (pooled ? 'dealer-pool' : 'dealer');

/** What moves when `refunded` of a share changes from one amount to another; more refunded is money to the payer. */
const postingsBetween = (share: LedgerShare, from: MinorUnits, to: MinorUnits): readonly Posting[] => {
  const [before, after] = [givenBack(share, from), givenBack(share, to)];
  const taken = (part: keyof GivenBack): MinorUnits => minor(before[part] - after[part]);
  return [
    { account: 'payer', amount: minor(to - from) },
    { account: netAccountOf(share, share.pooled), amount: taken('net') },
    { account: dealerAccount(share.pooled), amount: taken('income') },
    { account: 'service', amount: taken('service') },
    { account: 'bank', amount: taken('bank') },
  ];
};

/** What a charge of these shares moves. */
export const chargeMovement = (shares: readonly LedgerShare[]): readonly Posting[] =>
  movementOf(shares.flatMap((share) => postingsBetween(share, share.gross, minor(0))));

/** What moves when shares of which nothing was refunded are exchanged for others of the same sum. */
export const exchangeMovement = (before: readonly LedgerShare[], after: readonly LedgerShare[]): readonly Posting[] =>
  movementOf([
    ...before.flatMap((share) => postingsBetween(share, minor(0), share.gross)),
    ...after.flatMap((share) => postingsBetween(share, share.gross, minor(0))),
  ]);

/** The amount that is refunded of one share. */
export interface ShareRefund {
  readonly share: LedgerShare;
  readonly amount: MinorUnits;
}

/** What a refund moves, from the pool or the balance of each share. Throws for more than is left, which is a defect. */
export const refundMovement = (refunds: readonly ShareRefund[]): readonly Posting[] =>
  movementOf(
    refunds.flatMap(({ share, amount }) => {
      if (amount < 0 || amount > leftOfShare(share)) throw new RangeError('a refund passes what is left of a share');
      return postingsBetween(share, share.refunded, minor(share.refunded + amount));
    }),
  );

/** What may still be refunded of a share. */
export const leftOfShare = ({ gross, refunded }: Pick<LedgerShare, 'gross' | 'refunded'>): MinorUnits =>
  minor(gross - refunded);

/** What may still be refunded of all shares. */
export const leftOfShares = (shares: readonly LedgerShare[]): MinorUnits =>
  minor(shares.reduce((sum, share) => sum + leftOfShare(share), 0));

/** What a pool approval or its undo moves: all that is not refunded of the shares, and the dealer's income on them. */
export const poolMovement = (shares: readonly LedgerShare[], to: 'balance' | 'pool'): readonly Posting[] =>
  movementOf(
    shares.flatMap((share) => {
      const [all, back] = [givenBack(share, share.gross), givenBack(share, share.refunded)];
      const [net, income] = [all.net - back.net, all.income - back.income];
      const move = (pooled: boolean, sign: 1 | -1): readonly Posting[] => [
        { account: netAccountOf(share, pooled), amount: minor(sign * net) },
        { account: dealerAccount(pooled), amount: minor(sign * income) },
      ];
      return [...move(to === 'balance', -1), ...move(to === 'pool', 1)];
    }),
  );
