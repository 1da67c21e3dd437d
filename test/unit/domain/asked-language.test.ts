import { expect, test } from 'vitest';
import { askedLanguage, badLanguage } from '../../../shared/domain/asked-language.ts';

test.each([
  ['tr', 'tr', false],
  ['EN', 'en', false],
  [' Tr ', 'tr', false],
  ['de', undefined, true],
  ['', undefined, true],
  ['t r', undefined, true],
  [undefined, undefined, false],
] as const)('Of the language %j pages and messages are in %j; bad: %j', (language, asked, isBad) => {
  expect([askedLanguage({ language }), badLanguage({ language })]).toEqual([asked, isBad]);
});
