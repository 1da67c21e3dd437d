import { maskCardNumbers } from '../card/card-number-in-text.ts';

/** Most characters of a text of dealers or payers in a message (rule 43). */
const MOST_CHARACTERS = 40;
/** Controls, invisible marks, and blanks and line ends of every kind. */
const BLANKS = /[\p{C}\p{Z}\s]+/gu;
/** Full stops of other scripts, which browsers read as dots of an address. */
const OTHER_STOPS = /[\u3002\uff61]/g;

/** Parts of Turkish company names that are written with dots and without blanks: `San.Tic.Ltd.Şti.`. */
const COMPANY_WORDS: ReadonlySet<string> = new Set(
  'san tic ltd şti sti a.ş as paz gıda gida inş ins tur dış dis iç ic ith ihr teks oto nak müh muh elek koll kom şb'.split(
    ' ',
  ),
);
/** `M.Ali`: an initial and a name. */
const INITIAL_AND_NAME = /^\p{Lu}\.\p{Lu}\p{Ll}+$/u;
const AT_LEAST_TWO_LETTERS = /\p{L}.*\p{L}/u;

/** True for what a phone or a mail program may turn into a link, or a reader take for an address. */
const readsAsAddress = (word: string): boolean => {
  if (word.includes('@') || word.includes('://') || /^\P{L}*www\./iu.test(word)) return true;
  if (INITIAL_AND_NAME.test(word)) return false;
  const labels = word.split('.').filter((label) => label !== '');
  const isCompany = labels.every((label) => label.length === 1 || COMPANY_WORDS.has(label.toLocaleLowerCase('tr')));
  return !isCompany && labels.some((label, index) => index > 0 && AT_LEAST_TWO_LETTERS.test(label));
};

/** Blanks part what is left, so that no cut makes an address of it: dots before letters, colons, IPv4 addresses. */
const parted = (text: string): string =>
  text
    .replaceAll(/\.(?=[\p{L}\p{M}])/gu, '. ')
    .replaceAll(/:(?=\S)/g, ': ')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/\p{Nd}+(?:\.\p{Nd}+){3,}/gu, (numbers) => numbers.replaceAll('.', ' '));

/**
 * A text of a dealer or a payer as a message may show it: one line, at most 40 characters, without addresses and card
 * numbers (rules 32 and 43). Empty where nothing is left.
 */
export const shownValue = (text: string): string => {
  const line = text.normalize('NFKC').replaceAll(OTHER_STOPS, '.').replaceAll(BLANKS, ' ').trim();
  const words = line.split(' ').filter((word) => !readsAsAddress(word));
  const safe = maskCardNumbers(parted(words.join(' ')))
    .replaceAll(BLANKS, ' ')
    .trim();
  return Array.from(safe).slice(0, MOST_CHARACTERS).join('').trim();
};
