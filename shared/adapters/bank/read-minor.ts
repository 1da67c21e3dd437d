import { MAX_AMOUNT_MINOR, type MinorUnits, minor } from '../../domain/money/money.ts';

const MINOR_UNITS = /^[0-9]{1,11}$/;

/** An amount in minor units as banks write it; undefined where it cannot be read. */
export const readMinor = (text: string | undefined): MinorUnits | undefined => {
  if (text === undefined || !MINOR_UNITS.test(text) || Number(text) > MAX_AMOUNT_MINOR) return undefined;
  return minor(Number(text));
};
