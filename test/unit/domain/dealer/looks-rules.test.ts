import { expect, test } from 'vitest';
import { colourOf, emailOf, httpsAddressOf, phoneOf } from '../../../../shared/domain/dealer/looks-rules.ts';
import { isFreeText } from '../../../../shared/http/free-text.ts';

test.each([
  [httpsAddressOf, 'https://shop.example', 'https://shop.example/'],
  [httpsAddressOf, 'http://shop.example', undefined],
  [httpsAddressOf, 'javascript:alert(1)', undefined],
  [httpsAddressOf, 'https://user@shop.example', undefined],
  [httpsAddressOf, `https://shop.example/${'x'.repeat(200)}`, undefined],
  [phoneOf, '+90 212 555 01 23', '+90 212 555 01 23'],
  [phoneOf, '12', undefined],
  [emailOf, 'ayse@shop.example', 'ayse@shop.example'],
  [emailOf, 'ayse shop.example', undefined],
  [emailOf, 'a@b.example"><b>', undefined],
  [phoneOf, '4546 7112 3456 7894', undefined],
  [emailOf, '4546711234567894@shop.example', undefined],
  [httpsAddressOf, 'https://shop.example/4546711234567894', undefined],
  [colourOf, '#C2185B', '#c2185b'],
  [colourOf, 'red', undefined],
  [colourOf, '#fff;}body{', undefined],
] as const)('what payers see is checked before it is stored: %o of %s', (read, text, stored) => {
  expect(read(text)).toBe(stored);
});

test.each([
  ['Kardelen Çiçek', true],
  ['', false],
  [' outer blank', false],
  ['two\nlines', false],
  ['4111 1111 1111 1111', false],
  ['turned \u202e around', false],
  ['x'.repeat(61), false],
])('a text for people is one line without a card number or a mark that turns it (rule 32): %j', (text, isGood) => {
  expect(isFreeText(text, 60)).toBe(isGood);
});
