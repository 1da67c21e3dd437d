import { type MinorUnits, minor } from '../money/money.ts';

/** One participant of a sharing; `weight` is a whole number, 0 or more. */
export interface Sharer {
  readonly id: number;
  readonly weight: number;
}

const byId = (a: Sharer, b: Sharer): number => a.id - b.id;

/**
 * Shares an amount in proportion to the weights, by largest remainder. Each share is rounded down; the rest goes, one
 * minor unit each, to those who lost most by the rounding, the lower id first (decisions: commission). The shares add
 * up to the amount. Throws if ids repeat or all weights are 0, which is a defect.
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
  // The sort is stable, so equal remainders stay ordered by id.
  const inTurn = exact.toSorted((a, b) => Number(b.remainder - a.remainder));
  const shares = new Map(
    inTurn.map(({ id, share }, place) => [id, minor(Number(place < left ? share + 1n : share))] as const),
  );
  if (shares.size !== sharers.length) throw new RangeError('an amount is shared by ids that are unique');
  return shares;
};
