import { expect, test } from 'vitest';
import { cardSecretsIn, cardSecretsInLog } from '../../support/card/card-secrets.ts';
import { CVC } from '../../support/payment/payer.ts';

test.each([
  ['a text that is the CVC', { note: CVC }],
  ['a text that holds it as a word', { message: `typed ${CVC} twice` }],
  ['one deep inside', { fields: [{ values: ['a', CVC] }] }],
  ['the number of a test card', { message: 'card 4111111111111111 declined' }],
  ['a field for a CVC, whatever it holds', { card: { cvc: 1 } }],
])('%s is found in a row or a log line', (_what, line) => {
  expect(cardSecretsIn(JSON.stringify(line))).toHaveLength(1);
});

test('a CVC is found in a line that is no JSON', () => {
  expect(cardSecretsInLog(`fine\nError: CVC ${CVC} is wrong\n`)).toEqual([CVC]);
});

test.each([
  ['a duration', { durationMs: Number(CVC) }],
  ['measurements', { values: [1, Number(CVC), 3], share: 0.947 }],
  ['a moment', { at: `2026-11-22T05:50:15.${CVC}Z` }],
  ['a part of a UUID', { id: `3e5f1c2a-${CVC}0-4d6e-9f01-0a1b2c3d4e5f` }],
  ['a part of a base64 text', { sealed: `v2.Zm9v+${CVC}/YmFy=` }],
  ['a place in a source file', { frames: [`at shared/http/body.ts:${CVC}:12`] }],
])('%s in which the digits of the CVC happen to stand is no CVC', (_what, line) => {
  expect(cardSecretsIn(JSON.stringify(line))).toEqual([]);
});
