import { describe, expect, test } from 'vitest';
import { printFunnel } from '../../../infra/operator/show-funnel.ts';

const numbers = {
  created: 40,
  sent: 39,
  delivered: 37,
  opened: 31,
  cardSent: 28,
  threeDPassed: 26,
  paid: 25,
  declined: 1,
  expired: 14,
  cancelled: 0,
  givenBack: 1,
  paidSums: { TL: 687.5, EUR: 20 },
  givenBackSums: { TL: 27.5 },
  openMinutesMedian: 2,
  openMinutes90: 11,
  payMinutesMedian: 3,
  payMinutes90: 4,
  declineCodes: [
    { code: '002', count: 4 },
    { code: '012', count: 1 },
  ],
};

const funnel = {
  dealerCode: '1001',
  from: '20261120',
  until: '20261121',
  by: 'day',
  isComplete: true,
  countedSince: '20260820',
  todayCountedAt: '',
  total: numbers,
  rows: [
    { of: '20261120', ...numbers },
    {
      of: '20261121',
      ...numbers,
      openMinutesMedian: null,
      openMinutes90: null,
      paidSums: {},
      givenBackSums: {},
      declineCodes: [],
    },
  ],
};

const printed = (result: object, as: 'bars' | 'csv', columns?: number): string => {
  let text = '';
  const write = (part: string): boolean => {
    text += part;
    return true;
  };
  printFunnel(result, { write, ...(columns === undefined ? {} : { columns }) }, as);
  return text;
};

const barsIn = (text: string): readonly number[] =>
  text
    .split('\n')
    .filter((line) => /^(?:3D )?[a-z ]+ +\d+ +\d+ %(?: +█+)?$/.test(line))
    .map((line) => line.split('█').length - 1);

describe('A funnel on a terminal', () => {
  test('has a bar for each stage by its share of what was created, and none where nothing was counted', () => {
    const text = printed(funnel, 'bars', 94);
    expect(barsIn(text)).toEqual([60, 59, 56, 47, 42, 39, 38, 2, 21, 0]);
    expect(text).toMatch(/^3D passed +26 +65 % +█{39}$/m);
    expect(text).toMatch(/^paid +TL 687\.50, EUR 20\.00$/m);
    expect(text).toMatch(/^minutes until opened +2 in the median, 11 for nine of ten$/m);
    expect(text).toMatch(/^decline codes +002 \(4\), 012 \(1\)$/m);
    expect(text).toMatch(/^20261121 /m);
  });

  test('a narrow one has shorter bars, and a stage that was met at all has a block', () => {
    const text = printed({ ...funnel, total: { ...numbers, created: 9000 } }, 'bars', 50);
    expect(Math.max(...text.split('\n').map((line) => line.split('█').length - 1))).toBe(16);
    expect(text).toMatch(/^declined for good +1 +0 % +█$/m);
  });

  test('a dealer without requests has no shares', () => {
    const none = Object.fromEntries(
      Object.entries(numbers).map(([name, value]) => [name, typeof value === 'number' ? 0 : value]),
    );
    const text = printed({ ...funnel, total: { ...none, paidSums: {}, givenBackSums: {} }, rows: [] }, 'bars');
    expect(text).toMatch(/^created +0$/m);
    expect(text).not.toContain('NaN');
  });

  test('as CSV has a column for each number and each currency', () => {
    const [header = '', first, second] = printed(funnel, 'csv').split('\r\n');
    expect(header.split(',').slice(0, 13)).toEqual([
      'day',
      'created',
      'sent',
      'delivered',
      'opened',
      'cardSent',
      'threeDPassed',
      'paid',
      'declined',
      'expired',
      'cancelled',
      'givenBack',
      'paidTL',
    ]);
    expect(first).toBe('20261120,40,39,37,31,28,26,25,1,14,0,1,687.50,,20.00,,27.50,,,,2,11,3,4,002: 4; 012: 1');
    expect(second?.split(',')).toHaveLength(header.split(',').length);
  });
});
