import { holdsCardNumber } from '../domain/card/card-number-in-text.ts';

/** Marks that turn the direction of what follows: a name with one reads as another name. */
const DIRECTION_MARK = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const CONTROL = /\p{Cc}/u;

/** Why a text for people is not acceptable; undefined when it is (rule 32). */
export const freeTextProblem = (text: string): 'direction-mark' | 'card-number' | undefined => {
  if (DIRECTION_MARK.test(text)) return 'direction-mark';
  return holdsCardNumber(text) ? 'card-number' : undefined;
};

/** True for one line of text that people may read: not empty, not too long, no card number, no mark that deceives. */
export const isFreeText = (text: string, max: number): boolean =>
  text.trim() !== '' &&
  text === text.trim() &&
  text.isWellFormed() &&
  Array.from(text).length <= max &&
  !CONTROL.test(text) &&
  freeTextProblem(text) === undefined;
