import { LONG_USED_PASSWORDS, MOST_USED_PASSWORDS } from './most-used-passwords.ts';

/** Fewest and most characters of a password of the desk. */
const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 200;

/** Why a password is not acceptable. */
export const passwordProblems = ['too-short', 'too-long', 'holds-email', 'holds-dealer', 'most-used'] as const;
export type PasswordProblem = (typeof passwordProblems)[number];

interface PasswordOwner {
  readonly email: string;
  /** Names of the dealers that it opens. */
  readonly dealerNames: readonly string[];
}

/** A name shorter than this is part of too many words to be refused. */
const SHORTEST_NAME = 4;
/** Without blanks, marks and capitals: İ, I, ı and i are one letter, so that no spelling of a name gets around it. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\s]/gu, '')
    .replaceAll('ı', 'i');

const holds = (password: string, name: string): boolean => {
  const wanted = plain(name);
  return wanted.length >= SHORTEST_NAME && plain(password).includes(wanted);
};

const mostUsed: ReadonlySet<string> = new Set(MOST_USED_PASSWORDS.split(' '));
const longUsed: ReadonlySet<string> = new Set(LONG_USED_PASSWORDS.split(' '));

const ONLY_DIGITS = /^\p{Nd}+$/u;
const ONE_REPEATED = /^(.)\1*$/u;
const isLetter = (character: string): boolean => /\p{L}/u.test(character);

/** What people write before and behind a word to make a password of it is taken away. */
const withoutEnds = (password: string): string => {
  const characters = Array.from(password);
  const first = characters.findIndex(isLetter);
  return first < 0 ? '' : characters.slice(first, characters.findLastIndex(isLetter) + 1).join('');
};

/** True for a password that is guessed first: a much used one, also with digits and signs around it, or one without variety. */
const isGuessedFirst = (password: string): boolean =>
  ONLY_DIGITS.test(password) ||
  ONE_REPEATED.test(password) ||
  mostUsed.has(password) ||
  longUsed.has(password) ||
  mostUsed.has(withoutEnds(password));

/** Why a password is not acceptable; undefined when it is (rule 53). */
export const passwordProblem = (
  password: string,
  { email, dealerNames }: PasswordOwner,
): PasswordProblem | undefined => {
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD) return 'too-short';
  if (length > MAX_PASSWORD) return 'too-long';
  const [local = ''] = email.split('@');
  if (holds(password, email) || holds(password, local)) return 'holds-email';
  if (dealerNames.some((name) => holds(password, name))) return 'holds-dealer';
  return isGuessedFirst(plain(password)) ? 'most-used' : undefined;
};
