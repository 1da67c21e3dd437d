/** An exact decimal: `unscaled / 10 ** scale`, with no trailing zeros in the fraction. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

const MAX_TEXT_LENGTH = 40;
const MAX_EXPONENT = 40;
const DECIMAL_TEXT = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Reads a decimal from its text, never through a binary float: `27.5`, `27.50` and `2.75e1` are the same value.
 * Answers undefined for anything that is not a plain decimal number, and for texts or exponents past 40.
 */
export const parseDecimal = (text: string): Decimal | undefined => {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const match = DECIMAL_TEXT.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
  return normalized(BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), fraction.length - exponent);
};

const normalized = (unscaled: bigint, scale: number): Decimal => {
  if (unscaled === 0n) return { unscaled, scale: 0 };
  let [value, places] = [unscaled, scale];
  while (places > 0 && value % 10n === 0n) {
    value /= 10n;
    places -= 1;
  }
  return places < 0 ? { unscaled: value * 10n ** BigInt(-places), scale: 0 } : { unscaled: value, scale: places };
};

/** The decimal as an integer count of `10 ** -places`, or undefined when it has more decimals than that. */
export const scaledTo = (decimal: Decimal, places: number): bigint | undefined =>
  decimal.scale > places ? undefined : decimal.unscaled * 10n ** BigInt(places - decimal.scale);
