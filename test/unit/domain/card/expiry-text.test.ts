import { describe, expect, test } from 'vitest';
import { expiryPartsOf } from '../../../../shared/domain/card/expiry-text.ts';

describe('The expiry of a card as payers and browsers write it', () => {
  test.each([
    ['0130', '01', '30'],
    ['01/30', '01', '30'],
    ['1/30', '01', '30'],
    ['12/30', '12', '30'],
    ['01 / 2030', '01', '2030'],
    ['01-30', '01', '30'],
    ['01.30', '01', '30'],
    ['01 30', '01', '30'],
    ['012030', '01', '2030'],
    ['130', '1', '30'],
    ['2030-01', '01', '2030'],
    ['2030-1', '01', '2030'],
    [' 01/30 ', '01', '30'],
    ['13/30', '13', '30'],
  ])('%j is month %s and year %s', (text, month, expiryYear) => {
    expect(expiryPartsOf(text)).toEqual({ expiryMonth: month.padStart(2, '0'), expiryYear });
  });

  test.each([
    '',
    '01',
    '1/3',
    '01/301',
    '01/20301',
    '001/30',
    'x01/30',
    '01/30x',
    'x0130',
    '0130x',
    'x130',
    '030',
    '01,30',
    '030-01',
    '12030-01',
    '2030-012',
    '2030-x1',
    'ab/cd',
  ])('%j is none', (text) => expect(expiryPartsOf(text)).toBeUndefined());
});
