import { type MinorUnits, minor } from '../money/money.ts';

/** One who takes part in a sharing; `weight` is a whole number that is not negative. */
export interface Sharer {
  readonly id: number;
  readonly weight: number;
}

const byId = (a: Sharer, b: Sharer): number => a.id - b.id;

/**
 * Shares an amount in proportion to the weights, by largest remainder: each gets its share rounded down, and what is
 * left goes, one minor unit each, to those who lost most by the rounding, ties to the lower id (wire facts, "Scenario
 * 6"). The shares add up to the amount. Ids are unique and the weights not all 0: anything else is a defect, and throws.
 */
export const shareByLargestRemainder = (
  amount: MinorUnits,
  sharers: readonly Sharer[],
): ReadonlyMap<number, MinorUnits> => {
  const total = sharers.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  if (total <= 0n) throw new RangeError('an amount is shared by weights that are not all 0');
  const exact = sharers.toSorted(byId).map(({ id, weight }) => {
    const product = BigInt(amount) * BigInt(weight);
    return { id, share: product / total, remainder: product % total };
  });
  const left = exact.reduce((rest, { share }) => rest - share, BigInt(amount));
  // The sort is stable, so equal remainders stay in the order of their ids.
  const inTurn = exact.toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1));
  const shares = new Map(
    inTurn.map(({ id, share }, place) => [id, minor(Number(place < left ? share + 1n : share))] as const),
  );
  if (shares.size !== sharers.length) throw new RangeError('an amount is shared by ids that are unique');
  return shares;
};
