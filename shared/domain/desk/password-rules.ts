/** Fewest and most characters of a password of the desk. */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 200;

/** Why a password is not acceptable. */
export type PasswordProblem = 'too-short' | 'too-long' | 'holds-email' | 'holds-dealer' | 'most-used';

interface PasswordOwner {
  readonly email: string;
  /** Names of the dealers that it opens. */
  readonly dealerNames: readonly string[];
  /** True for one of the most used passwords, in small letters. */
  readonly isMostUsed: (password: string) => boolean;
}

/** A name shorter than this is part of too many words to be refused. */
const SHORTEST_NAME = 4;
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

const holds = (password: string, name: string): boolean => {
  const wanted = plain(name);
  return wanted.length >= SHORTEST_NAME && plain(password).includes(wanted);
};

/** Why a password is not acceptable; undefined when it is (rule 53). */
export const passwordProblem = (
  password: string,
  { email, dealerNames, isMostUsed }: PasswordOwner,
): PasswordProblem | undefined => {
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD) return 'too-short';
  if (length > MAX_PASSWORD) return 'too-long';
  const [local = ''] = email.split('@');
  if (holds(password, email) || holds(password, local)) return 'holds-email';
  if (dealerNames.some((name) => holds(password, name))) return 'holds-dealer';
  return isMostUsed(plain(password)) ? 'most-used' : undefined;
};
