import { parseDecimal, scaledTo } from './decimal.ts';
import { type MinorUnits, minor } from './money.ts';

declare const tenThousandths: unique symbol;

/** A percentage in ten-thousandths of a percent (3.85 % is 38500): rates have at most four decimals. */
export type Rate = number & { readonly [tenThousandths]: true };

const HUNDRED_PERCENT = 1_000_000n;

/** 100 %. */
export const WHOLE_RATE = Number(HUNDRED_PERCENT) as Rate;

/** Reads a percentage from its text; undefined unless it is 0 to 100 with at most four decimals. */
export const parseRate = (text: string): Rate | undefined => {
  const decimal = parseDecimal(text);
  const scaled = decimal === undefined ? undefined : scaledTo(decimal, 4);
  if (scaled === undefined || scaled < 0n || scaled > HUNDRED_PERCENT) return undefined;
  return Number(scaled) as Rate;
};

/** The percentage as a JSON number, for showing: 38500 is 3.85. */
export const toWireRate = (rate: Rate): number => Number(`${rate}e-4`);

/**
 * `amount * rate / 100`, rounded half up to the kurus (decisions: commission). The product is computed beyond 53 bits.
 * Throws on a negative amount, which is a defect.
 */
export const percentOf = (amount: MinorUnits, rate: Rate): MinorUnits => {
  if (amount < 0) throw new RangeError('a percentage is taken of an amount that is not negative');
  return minor(Number((BigInt(amount) * BigInt(rate) + HUNDRED_PERCENT / 2n) / HUNDRED_PERCENT));
};
