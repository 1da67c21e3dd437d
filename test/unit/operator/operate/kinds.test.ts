import { describe, expect, test } from 'vitest';
import {
  amount,
  amountAboveZero,
  anyId,
  choice,
  code,
  codeProblem,
  day,
  dealersCode,
  flag,
  freeText,
  givenId,
  installmentCounts,
  isGivenId,
  type Kind,
  list,
  numberChoice,
  orWord,
  ratesByCount,
  shaped,
  timeOfDay,
  whole,
} from '../../../../functions/operator/operate/kinds.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';

const NUMBER = '4111111111111111';
const upper = shaped('capitals', 'must be capitals', (text) =>
  /^[A-Z]+$/.test(text) ? text.toLowerCase() : undefined,
);
const limit = orWord('unlimited', amount);

describe('A value of a command that is accepted', () => {
  test.each<readonly [string, Kind<unknown>, unknown, unknown]>([
    ['a code', code(5), 'a b-c', 'a b-c'],
    ['a code that is written as a number', code(5), 1001, '1001'],
    ['a code of as many characters as it may have', code(2), '😀😀', '😀😀'],
    ['a code of a dealer with the blanks around it', dealersCode(4), ' a\tb', ' a\tb'],
    ['a code of a dealer that ends in a line end', dealersCode(3), 'ab\n', 'ab\n'],
    ['a code of a dealer with a carriage return', dealersCode(3), '\rab', '\rab'],
    ['a text for people', freeText(20), 'Çiçek', 'Çiçek'],
    ['a text that is normalized', upper, 'ABC', 'abc'],
    ['a time', timeOfDay, '22:00', '22:00'],
    ['a flag', flag, true, true],
    ['a flag that is written as text', flag, 'true', true],
    ['no flag', flag, false, false],
    ['no flag that is written as text', flag, 'false', false],
    ['the least number', whole(2, 12), 2, 2],
    ['the greatest number, as text', whole(2, 12), '12', 12],
    ['the first id', anyId, 1, 1],
    ['the last id', anyId, 2_147_483_647, 2_147_483_647],
    ['the last id that an operator may choose', givenId, 99_999, 99_999],
    ['a day', day, '20240229', '20240229'],
    ['a day that is written as a number', day, 20_240_229, '20240229'],
    ['an amount', amount, '27.50', 2750],
    ['nothing', amount, 0, 0],
    ['the least amount above nothing', amountAboveZero, '0.01', 1],
    ['a word in place of an amount', limit, 'unlimited', 'unlimited'],
    ['an amount in place of a word', limit, '5', 500],
    ['one of some words', choice(['all', 'none']), 'none', 'none'],
    ['one of some numbers, as text', numberChoice([1, 2]), '2', 2],
    ['a list', list(code(3), 2), ['a', 'b'], ['a', 'b']],
    ['an empty list', list(code(3), 2), [], []],
    ['counts of installments, sorted', installmentCounts, [12, 2, 3], [2, 3, 12]],
    ['rates by count', ratesByCount, { 1: 1.79, 12: '3.8501' }, { 1: 17_900, 12: 38_501 }],
  ])('%s', (_what, kind, raw, value) => {
    expect(kind.read(raw)).toEqual({ value });
  });
});

type Refused = readonly [what: string, kind: Kind<unknown>, raw: unknown, problem: string, path?: readonly string[]];

describe('A value of a command that is refused', () => {
  const refused: readonly Refused[] = [
    ['a code that is no text', code(5), {}, 'must be text'],
    ['a code that is half a number', code(5), 1.5, 'must be text'],
    ['an empty code', code(5), '', 'must not be empty'],
    ['a code of blanks', code(5), '  ', 'must not be empty'],
    ['a code behind a blank', code(5), ' a', 'must not begin or end with a blank'],
    ['a code before a blank', code(5), 'a ', 'must not begin or end with a blank'],
    ['a code that is too long', code(2), 'abc', 'must be at most 2 characters long'],
    ['a code with a control character', code(5), 'a\u0007b', 'must not hold control characters'],
    [
      'a code of a dealer that is too long with its blanks',
      dealersCode(3),
      ' ab ',
      'must not begin or end with a blank',
    ],
    ['a code of a dealer that is too long', dealersCode(3), 'abcd', 'must be at most 3 characters long'],
    ['a code of a dealer that is no text', dealersCode(3), null, 'must be text'],
    ['a code of a dealer that is blank', dealersCode(3), '\t\n', 'must not be empty'],
    ['a code of a dealer with a bell', dealersCode(3), 'a\u0007', 'must not hold control characters'],
    ['a text with a card number', freeText(40), `card ${NUMBER}`, 'must not hold a card number'],
    ['a text that reads as another', freeText(9), 'a\u202Eb', 'must not hold marks that change the direction of text'],
    ['an empty text', freeText(9), '', 'must not be empty'],
    ['a text of another form', upper, 'abc', 'must be capitals'],
    ['a form that is no text', upper, ['ABC'], 'must be capitals'],
    ['no time', timeOfDay, '24:00', 'must be a time such as 22:00'],
    ['no flag', flag, 'yes', 'must be true or false'],
    ['a number below the least', whole(2, 12), 1, 'must be a whole number from 2 to 12'],
    ['a number above the greatest', whole(2, 12), 13, 'must be a whole number from 2 to 12'],
    ['half a number', whole(2, 12), 2.5, 'must be a whole number from 2 to 12'],
    ['no number', whole(2, 12), 'x', 'must be a whole number from 2 to 12'],
    ['the id zero', anyId, 0, 'must be a whole number from 1 to 2147483647'],
    ['an id that the service generates', givenId, 100_000, 'must be a whole number from 1 to 99999'],
    ['a day that there is not', day, '20230229', 'must be a real day, written YYYYMMDD'],
    ['a negative amount', amount, -1, 'must not be negative'],
    ['nothing, where there must be something', amountAboveZero, '0.00', 'must be above 0'],
    ['an amount with three decimals', amountAboveZero, '1.001', 'must have at most two decimals'],
    [
      'neither word nor amount',
      limit,
      'none',
      'must be a number with a dot before its decimals, or the word "unlimited"',
    ],
    [
      'a wrong entry of a list behind a word',
      orWord('any', list(code(1), 2)),
      ['ab'],
      'must be at most 1 characters long',
      ['0'],
    ],
    ['none of some words', choice(['all', 'none']), 'some', 'must be one of all, none'],
    ['none of some numbers', numberChoice([1, 2]), 3, 'must be one of 1, 2'],
    ['what is no list', list(code(3), 2), 'a', 'must be a list'],
    ['a list that is too long', list(code(3), 2), ['a', 'b', 'c'], 'must have at most 2 entries'],
    ['a list with a wrong entry', list(code(3), 2), ['a', ''], 'must not be empty', ['1']],
    ['a list that names an entry twice', list(code(3), 2), ['a', 'a'], 'must not name an entry twice'],
    ['a count of one', installmentCounts, [1], 'must be a whole number from 2 to 12', ['0']],
    ['a count of thirteen', installmentCounts, [2, 13], 'must be a whole number from 2 to 12', ['1']],
    ['rates that are no object', ratesByCount, [1], 'must be an object with a percentage per count'],
    ['a rate of a count of zero', ratesByCount, { 0: 1 }, 'must be a count from 1 to 12', ['0']],
    ['a rate of a count of thirteen', ratesByCount, { 13: 1 }, 'must be a count from 1 to 12', ['13']],
    ['a rate of a count of twenty', ratesByCount, { 20: 1 }, 'must be a count from 1 to 12', ['20']],
    ['a rate of a count with a letter', ratesByCount, { '2x': 1 }, 'must be a count from 1 to 12', ['2x']],
    [
      'a rate above all',
      ratesByCount,
      { 2: 101 },
      'must be a percentage of 0 to 100 with at most four decimals',
      ['2'],
    ],
  ];
  test.each(
    refused.map(([what, kind, raw, problem, path]) => ({ what, kind, raw, told: omitUndefined({ problem, path }) })),
  )('$what', ({ kind, raw, told }) => {
    expect(kind.read(raw)).toEqual(told);
  });
});

test('the help says what a value is', () => {
  const kinds = [
    code(5),
    dealersCode(5),
    freeText(5),
    timeOfDay,
    flag,
    whole(2, 12),
    anyId,
    givenId,
    day,
    amount,
    amountAboveZero,
    limit,
    choice(['all', 'none']),
    numberChoice([1, 2]),
    list(day, 2),
    installmentCounts,
    ratesByCount,
  ];
  expect(kinds.map(({ type }) => type)).toEqual([
    'text, at most 5 characters',
    'text, at most 5 characters',
    'text, at most 5 characters, without card numbers',
    'time of the day, HH:MM',
    'true or false',
    'whole number, 2 to 12',
    'id',
    'id below 100000',
    'day, YYYYMMDD',
    'amount, such as 27.50',
    'amount above 0, such as 27.50',
    '"unlimited" or amount, such as 27.50',
    'one of all, none',
    'one of 1, 2',
    'list of: day, YYYYMMDD',
    'list of counts from 2 to 12',
    'percentages by count, such as {"1": 1.79, "2": 3.85}',
  ]);
});

test('an id below those that the service generates is an operator’s own', () => {
  expect([99_999, 100_000].map(isGivenId)).toEqual([true, false]);
});

test('a code of a new record is checked as one that an operator gives', () => {
  expect(codeProblem('C-1', 3)).toBeUndefined();
  expect(codeProblem('C-12', 3)).toBe('must be at most 3 characters long');
  expect(codeProblem(' C', 3)).toBe('must not begin or end with a blank');
});
