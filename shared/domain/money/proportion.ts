import { type MinorUnits, minor } from './money.ts';

/**
 * `amount * part / whole`, rounded half up to the minor unit and computed beyond 53 bits. Throws on a negative number or a
 * `whole` of 0, which is a defect.
 */
export const proportionOf = (amount: MinorUnits, { part, whole }: { part: number; whole: number }): MinorUnits => {
  if (amount < 0 || part < 0 || whole <= 0)
    throw new RangeError('a proportion is taken of amounts that are not negative');
  return minor(Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole))));
};
