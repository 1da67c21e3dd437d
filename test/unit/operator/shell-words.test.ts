import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { completionsOf, isKept } from '../../../infra/operator/completion.ts';
import { allCommands } from '../../../infra/operator/own-commands.ts';
import { OpenQuotation, wordsOf } from '../../../infra/operator/shell-words.ts';

test.each([
  ['', []],
  ['   ', []],
  ['show-dealer  dealerCode=1001 ', ['show-dealer', 'dealerCode=1001']],
  [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
  [`payer="Elif Çınar"`, ['payer=Elif Çınar']],
  [`x='["a"]' y=a\\ b`, ['x=["a"]', 'y=a b']],
  [`"a\\"b" ''`, ['a"b', '']],
])('%s is read as %j', (line, words) => {
  expect(wordsOf(line)).toEqual(words);
});

test.each([`a 'b`, `"a`, `a\\`])('%s does not end', (line) => {
  expect(() => wordsOf(line)).toThrow(OpenQuotation);
});

test('words in single quotation marks are read back as they are', () => {
  const word = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll("'", ''));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(wordsOf(words.map((one) => `'${one}'`).join(' '))).toEqual(words);
    }),
  );
});

test.each([
  ['show-dea', ['show-dealer']],
  ['ex', ['export-payments', 'exit']],
  ['help onboard', ['onboard-dealer']],
  ['show-virtual-pos posId=x ', ['dealerCode=', 'version=']],
  ['put-virtual-pos store', ['storeKey=?']],
  ['show-day --j', ['--json']],
  ['no-such-command x', []],
])('Tab behind "%s" offers %j', (line, hits) => {
  expect(completionsOf(line, allCommands)[0]).toEqual(hits);
});

test.each([
  ['show-dealer dealerCode=1001 --stage sandbox', true],
  ['help put-dealer', true],
  ['shwo-dealer dealerCode=1001', true],
  ['put-virtual-pos storeKey=? dealerCode=1', true],
  ['put-virtual-pos storeKey=geheim', false],
  ['put-virtual-pos storeKye=geheim', false],
  ['put-virtual-pos --dry-run storeKey=geheim', false],
  ['put-virtual-pos {"storeKey":"geheim"}', false],
  [`onboard-dealer 'dealer={"x":"geheim"}'`, false],
  [`put-virtual-pos 'storeKey=geheim`, false],
  ['put-virtual-pos geheim', false],
  ['help geheim=1', false],
  ['{"storeKey":"geheim"}', false],
])('the history keeps %s: %s', (line, kept) => {
  expect(isKept(line, allCommands)).toBe(kept);
});
