import { describe, expect, test } from 'vitest';
import {
  badBuyerPhone,
  badGsm,
  isBuyerPhone,
  isEmail,
  normalizeGsm,
  spelledGsm,
} from '../../../../shared/domain/customer/contact.ts';

/** An address of so many characters, of labels no longer than DNS takes. */
const emailOf = (length: number): string => {
  const labels = `${`${'b'.repeat(60)}.`.repeat(4)}com`;
  return `${'a'.repeat(length - labels.length - 1)}@${labels}`;
};

describe('An e-mail address', () => {
  test('has at most 254 characters', () => {
    expect([emailOf(254).length, isEmail(emailOf(254)), isEmail(emailOf(255))]).toEqual([254, true, false]);
  });

  test.each([
    ['a host of one letter', 'a@b.c'],
    ['labels of 63 characters', `a@${'b'.repeat(63)}.${'c'.repeat(63)}`],
    ['64 characters before the at', `${'a'.repeat(64)}@b.co`],
    ['hyphens inside a label', 'a@b-c.d-e.co'],
  ])('may have %s', (_what, text) => expect(isEmail(text)).toBe(true));

  test.each([
    ['nothing before the at', '@b.co'],
    ['65 characters before the at', `${'a'.repeat(65)}@b.co`],
    ['a label of 64 characters', `a@${'b'.repeat(64)}.co`],
    ['a last label of 64 characters', `a@b.${'c'.repeat(64)}`],
    ['a host of one label', 'a@localhost'],
    ['a hyphen at the end of a label', 'a@b-.co'],
    ['a hyphen at the end of the host', 'a@b.co-'],
    ['a hyphen at the start of the host', 'a@-b.co'],
    ['a line behind it', 'a@b.co\nc'],
    ['a line before it', 'c\na@b.co'],
    ['a point before the at', 'a.@b.co'],
    ['a point in front', '.a@b.co'],
    ['two points', 'a..b@b.co'],
    ['an encoded word', '=?a?=@b.co'],
  ])('has not %s', (_what, text) => expect(isEmail(text)).toBe(false));
});

describe('A mobile phone', () => {
  test.each(['5301111111', '05301111111', '905301111111', '+90 (530) 111-11.11'])(
    '%s is read as ten digits',
    (text) => {
      expect([normalizeGsm(text), badGsm(text), spelledGsm(text)]).toEqual(['5301111111', false, '5301111111']);
    },
  );

  test.each(['4301111111', '53011111110', 'x5301111111', '5301111111x', '05'])(
    '%s is none, and stays as it is',
    (text) => {
      expect([normalizeGsm(text), badGsm(text), spelledGsm(text)]).toEqual([undefined, true, text]);
    },
  );

  test('that is not given is not wrong', () => {
    expect([badGsm(undefined), badBuyerPhone(undefined), spelledGsm(undefined)]).toEqual([false, false, undefined]);
  });
});

describe('A buyer’s phone', () => {
  test.each(['(0212) 111 22 33', ' 0212 111 22 33 ', '+4222222222222'])('%j is one', (text) => {
    expect([isBuyerPhone(text), badBuyerPhone(text)]).toEqual([true, false]);
  });

  test.each(['0212 (', '123456', '4222222222222', '4111111111111111', '0212x1112233'])('%j is none', (text) =>
    expect([isBuyerPhone(text), badBuyerPhone(text)]).toEqual([false, true]),
  );

  test('may have a parenthesis in front, and any text in front of that is none', () => {
    expect(isBuyerPhone('x(0212) 111 22 33')).toBe(false);
  });
});
