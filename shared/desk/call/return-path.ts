import { holdsCardNumber } from '../../domain/card/card-number-in-text.ts';

/** Where somebody who names no page is led. */
export const DESK_START = '/desk';

const PATH_OF_DESK = /^\/desk(?:[/?][\w\-./~%?&=+:,@]*)?$/;
/** A refund shared among a hundred sub-dealers stands in an address whole. */
const LONGEST = 4000;
/** Browsers read an encoded dot in a path as a dot. */
const UPWARDS = /\.\.|%2e/i;

const unescaped = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * The page of the desk that an address asks to go back to; the first page where it names none. Anybody can write the address:
 * what leaves the desk, or could be read as another host, is not followed, and what holds a card number is not said again
 * (rule 32).
 */
export const returnPathOf = (from: string | undefined): string =>
  from !== undefined &&
  from.length <= LONGEST &&
  PATH_OF_DESK.test(from) &&
  !UPWARDS.test(from) &&
  !holdsCardNumber(unescaped(from))
    ? from
    : DESK_START;
