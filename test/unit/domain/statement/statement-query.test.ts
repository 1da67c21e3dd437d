import { describe, expect, test } from 'vitest';
import { statementDays } from '../../../../shared/domain/statement/statement-query.ts';

const TODAY = '20261123';

describe('The days that a question about statements means', () => {
  test.each([
    ['nothing', {}, '20261024', TODAY],
    ['one day', { start: '2026-11-20', end: '2026-11-20' }, '20261120', '20261120'],
    ['times of day', { start: '2026-11-20 00:00', end: '2026-11-21T23:59:59' }, '20261120', '20261121'],
    ['days without hyphens', { start: '20261120', end: '20261121' }, '20261120', '20261121'],
    ['a first day alone', { start: '2026-11-20' }, '20261120', TODAY],
    ['a last day alone', { end: '2026-03-01' }, '20260130', '20260301'],
    ['a whole year', { start: '2025-11-23', end: '2026-11-23' }, '20251123', TODAY],
  ])('%s', (_what, asked, from, until) => {
    expect(statementDays(asked, TODAY)).toEqual({ kind: 'days', from, until });
  });

  test.each([
    ['a day that does not exist', { start: '2026-02-30' }, 'StatementStartDate is not a date such as 2026-11-22.'],
    ['a date in another order', { end: '22.11.2026' }, 'StatementEndDate is not a date such as 2026-11-22.'],
    [
      'an end before the start',
      { start: '2026-11-20', end: '2026-11-19' },
      'StatementEndDate is before StatementStartDate.',
    ],
    ['a start behind today', { start: '2026-11-24' }, 'StatementEndDate is before StatementStartDate.'],
    [
      'more than a year',
      { start: '2025-11-22', end: '2026-11-23' },
      'StatementStartDate and StatementEndDate are more than 366 days apart.',
    ],
  ])('refuses %s', (_what, asked, sentence) => {
    expect(statementDays(asked, TODAY)).toEqual({ kind: 'refused', sentence });
  });
});
