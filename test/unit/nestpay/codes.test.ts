import { describe, expect, test } from 'vitest';
import { declineCodeOf, gateRefusalCode, saysMalformedRequest } from '../../../shared/nestpay/codes.ts';

/** The interface's code of each return code of the bank. */
const table: Readonly<Record<string, readonly string[]>> = {
  '000': ['06'],
  '002': ['51', '61', '65'],
  '003': ['14'],
  '004': ['05'],
  '005': ['57'],
  '006': ['33', '54', '80'],
  '007': ['12', '13', '30'],
  '011': ['01', '02'],
  '012': ['63'],
  '014': ['15', '39', '52', '53', '78'],
  '015': ['82'],
  '016': ['91', '92'],
  '017': ['96'],
  '018': ['43'],
  '019': ['41'],
  '020': ['04', '07', '36', '37', '62', 'YK'],
  '021': ['68'],
  '022': ['03', '58'],
  '023': ['34'],
  '028': ['59'],
};
const rows = Object.entries(table).flatMap(([code, returned]) => returned.map((one) => [one, code] as const));
const characters = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const everyCode = characters.flatMap((one) => characters.map((other) => one + other));

describe('Return codes of a decline', () => {
  test.each(rows)('%s is %s, with and without 3D', (returned, code) => {
    expect(declineCodeOf(returned, false)).toBe(code);
    expect(declineCodeOf(returned, true)).toBe(code);
  });

  test('every other code is 009, and 024 after a passed 3D', () => {
    const listed = new Set(rows.map(([returned]) => returned));
    const others = everyCode.filter((code) => !listed.has(code));
    expect(new Set(others.map((code) => declineCodeOf(code, false)))).toEqual(new Set(['009']));
    expect(new Set(others.map((code) => declineCodeOf(code, true)))).toEqual(new Set(['024']));
  });
});

test('a malformed request is CORE-1001 to CORE-1999 and CORE-2013 to CORE-2015, and nothing else', () => {
  const all = Array.from({ length: 10_000 }, (_, number) => `CORE-${String(number).padStart(4, '0')}`);
  const ours = all.filter(saysMalformedRequest);
  expect(ours).toHaveLength(999 + 3);
  expect([ours[0], ours.at(998), ours.at(999), ours.at(-1)]).toEqual([
    'CORE-1001',
    'CORE-1999',
    'CORE-2013',
    'CORE-2015',
  ]);
});

test.each([
  ['HPP-1001', '003'],
  ['HPP-1002', '025'],
  ['', '025'],
])('a gate that refuses the form with %j has failed it with %s', (errorCode, code) => {
  expect(gateRefusalCode(errorCode)).toBe(code);
});
