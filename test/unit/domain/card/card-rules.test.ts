import { describe, expect, test } from 'vitest';
import { bankCodes } from '../../../../shared/domain/attempt/bank-codes.ts';
import type { CardField } from '../../../../shared/domain/card/card-input.ts';
import {
  adviceFor,
  binIn,
  maskCard,
  type RawCardFields,
  readCardInput,
} from '../../../../shared/domain/card/card-rules.ts';
import { numbersOfTestCards } from '../../../../shared/nestpay/test-card-numbers.ts';

const TODAY = '20260131';
const good: RawCardFields = {
  number: '4111 1111-1111 1111',
  expiryMonth: '01',
  expiryYear: '2026',
  cvc: '123',
  holderName: 'Elif Yılmaz',
};

const problemsOf = (changes: RawCardFields, today = TODAY): readonly CardField[] => {
  const read = readCardInput({ ...good, ...changes }, today);
  return 'problems' in read ? read.problems : [];
};

describe('The card form', () => {
  test('is read into digits, a two-digit month and a four-digit year', () => {
    expect(
      readCardInput({ ...good, expiryMonth: ' 1 ', expiryYear: '26', holderName: ' Elif Yılmaz ' }, TODAY),
    ).toEqual({
      card: {
        number: '4111111111111111',
        expiryMonth: '01',
        expiryYear: '2026',
        cvc: '123',
        holderName: 'Elif Yılmaz',
      },
    });
  });

  test('that is empty is wrong in every field, named in the order of the form', () => {
    expect(readCardInput({}, TODAY)).toEqual({ problems: ['number', 'expiry', 'cvc', 'holderName'] });
  });

  test('never answers what was typed when a field is wrong', () => {
    expect(JSON.stringify(readCardInput({ ...good, cvc: '12' }, TODAY))).toBe('{"problems":["cvc"]}');
  });

  test.each(numbersOfTestCards)('takes the test card %s', (number) => {
    expect(problemsOf({ number, cvc: number.startsWith('37') ? '1234' : '123' })).toEqual([]);
  });

  test.each([
    ['4111111111111112', 'a wrong check digit'],
    ['411111111111', '12 digits'],
    ['41111111111111111111', '20 digits'],
    ['4111x1111x1111x1111', 'letters'],
    ['٤١١١١١١١١١١١١١١١', 'digits that are not ASCII'],
    [`${' '.repeat(60)}4111111111111111`, 'a text that is too long'],
  ])('refuses the number %s: %s', (number) => {
    expect(problemsOf({ number })).toEqual(['number']);
  });

  test.each([
    ['01', '2026', '20260131', []],
    ['01', '26', '20260201', ['expiry']],
    ['12', '2025', '20260101', ['expiry']],
    ['12', '2025', '20251231', []],
    ['00', '2030', TODAY, ['expiry']],
    ['13', '2030', TODAY, ['expiry']],
    ['1', '1926', TODAY, ['expiry']],
    ['1', '226', TODAY, ['expiry']],
    ['', '2030', TODAY, ['expiry']],
    ['0x1', '2030', TODAY, ['expiry']],
  ])(
    'a card of month %s and year %s on day %s: it is valid through the end of its month',
    (expiryMonth, expiryYear, today, problems) => {
      expect(problemsOf({ expiryMonth, expiryYear }, today)).toEqual(problems);
    },
  );

  test.each([
    ['4111111111111111', '123', []],
    ['4111111111111111', '1234', ['cvc']],
    ['371449635398431', '1234', []],
    ['371449635398431', '123', ['cvc']],
    ['4111111111111111', '12a', ['cvc']],
    ['4111111111111111', '', ['cvc']],
    // With a wrong number the right length is unknown, and one reported problem is enough.
    ['4111111111111112', '1234', ['number']],
  ])('a card %s with the CVC %s: three digits, four on American Express', (number, cvc, problems) => {
    expect(problemsOf({ number, cvc })).toEqual(problems);
  });

  test.each([
    'E',
    ' E ',
    'x'.repeat(101),
    'Elif\u0000',
    'Elif\nY',
    '\ud800 Y',
    '5555 5555 5555 4444',
    'Elif 4111-1111-1111-1111',
  ])('refuses the holder name %j', (holderName) => {
    expect(problemsOf({ holderName })).toEqual(['holderName']);
  });

  test('refuses the card’s own number in the name, also where no brand has such numbers', () => {
    const number = '0000000000000000';
    expect(problemsOf({ number, holderName: 'Elif 0000 0000 0000 0000' })).toEqual(['holderName']);
  });

  test.each(['Öz', 'x'.repeat(100), 'Elif 2'])('takes the holder name %s', (holderName) => {
    expect(problemsOf({ holderName })).toEqual([]);
  });
});

describe('The first eight digits of a card', () => {
  test.each([
    ['41111111', '41111111'],
    ['4111 1111', '41111111'],
    [' 4111-1111 ', '41111111'],
    ['4111111111111111', '41111111'],
    ['4111 1111 1111 1111', '41111111'],
    ['9'.repeat(5000), '99999999'],
  ])('of “%s”', (text, bin) => expect(binIn(text)).toBe(bin));

  test.each([
    undefined,
    '',
    '4111111',
    '41111111x',
    'x41111111',
    '4111.1111',
    '４１１１１１１１',
    `${' '.repeat(64)}41111111`,
  ])('are not in “%s”', (text) => expect(binIn(text)).toBeUndefined());
});

describe('A masked card', () => {
  test.each([
    ['4111111111111111', '411111******1111'],
    ['371449635398431', '371449*****8431'],
    ['4222222222222', '422222***2222'],
    ['6304000000000000000', '630400*********0000'],
  ])('%s is %s', (number, masked) => expect(maskCard(number)).toBe(masked));
});

describe('The advice after a decline (rule 33)', () => {
  test('is one of four things for every code', () => {
    const advices = new Set(bankCodes.map(adviceFor));
    expect(advices).toEqual(new Set(['check-card', 'try-another-card', 'ask-bank', 'try-later']));
  });

  test.each(['018', '019', '020', '023', '027', '028', '029', '030'] as const)(
    'tells no more of a card with code %s than an ordinary refusal does',
    (code) => {
      expect(adviceFor(code)).toBe(adviceFor('004'));
      expect(adviceFor(code)).toBe('ask-bank');
    },
  );

  test.each([
    ['003', 'check-card'],
    ['006', 'check-card'],
    ['015', 'check-card'],
    ['002', 'try-another-card'],
    ['013', 'try-another-card'],
    ['008', 'try-later'],
    ['021', 'try-later'],
  ] as const)('of code %s is %s', (code, advice) => expect(adviceFor(code)).toBe(advice));
});
