import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { dictionary } from '@zxcvbn-ts/language-common';

// `node infra/desk/generate-most-used-passwords.ts` writes the passwords that the desk refuses; `--check` only says whether they
// are current. The package lists passwords from the most used on.
const OUTPUT = 'shared/domain/desk/most-used-passwords.ts';
const MOST_USED = 1_000;
/** No shorter password is accepted, so that further ones need no place in the list. */
const SHORTEST_ACCEPTED = 12;

const listed = dictionary['passwords-common'].map((password) => password.toLowerCase());
const most = listed.slice(0, MOST_USED);
const long = listed.slice(MOST_USED).filter((password) => Array.from(password).length >= SHORTEST_ACCEPTED);
if (most.length < MOST_USED || long.length === 0) throw new Error('the package lists fewer passwords than are wanted');

const quoted = (passwords: readonly string[]): string => {
  if (passwords.some((password) => /[\s'\\]/.test(password))) throw new Error('a password cannot stand in the list');
  return `'${passwords.join(' ')}'`;
};
const text = `// Written by "node infra/desk/generate-most-used-passwords.ts" from @zxcvbn-ts/language-common (MIT).

/** The 1,000 most used passwords in small letters, the most used first, separated by blanks. */
export const MOST_USED_PASSWORDS =
  ${quoted(most)};

/** Further much used passwords that are long enough to be accepted. */
export const LONG_USED_PASSWORDS =
  ${quoted(long)};
`;

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const file = new URL(`../../${OUTPUT}`, import.meta.url);
if (values.check !== true) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(
    `${OUTPUT} differs from its package: run "node infra/desk/generate-most-used-passwords.ts" and commit it.`,
  );
  process.exitCode = 1;
}
