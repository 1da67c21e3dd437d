import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { statementCommand } from '../../../../../functions/operator/operate/commands/statement.ts';
import { statementCsvHeader, statementCsvRow } from '../../../../../functions/operator/operate/statement-csv.ts';
import type { Statement } from '../../../../../shared/domain/statement/statement.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';
import { statementWith } from '../../../../support/payment/statements.ts';

/** Noon in Istanbul of 15 January 2027: the 14th is the latest day that is over. */
const NOON_MS = Date.UTC(2027, 0, 15, 9);
const YESTERDAY = '20270114';
const PAGE = 200;
const POSITION = '000000001800000#TL#0';

const scene = (statements: readonly Statement[] = [], unknown: readonly number[] = []) => {
  const asked: unknown[] = [];
  const namesRead: number[] = [];
  const dealer = dealerWith({ dealerCode: 'D1', name: 'The shop' });
  const deps = {
    dealers: { load: async (code: string) => (code === 'D1' ? { dealer, credentials: [] } : undefined) },
    records: {
      subDealer: async (dealerCode: string, subDealerId: number) => {
        namesRead.push(subDealerId);
        return unknown.includes(subDealerId) ? undefined : { dealerCode, subDealerId, name: `Sub ${subDealerId}` };
      },
    },
    statements: {
      pageOfDealer: async (query: object) => {
        asked.push(query);
        return statements.map((statement, index) => ({ statement, position: `${POSITION}${index}` }));
      },
    },
  };
  const call = { deps, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
  return {
    asked,
    namesRead,
    show: (input: object = {}) => statementCommand.show({ dealerCode: 'D1', ...input }, call),
  };
};

const accountOf = (subDealerId: number): Statement => ({ ...statementWith('D1'), subDealerId });

describe('statement', () => {
  test('writes a row for each account, by its name', async () => {
    const [own, one, lost] = [accountOf(0), accountOf(11), accountOf(12)];
    const { show } = scene([own, one, lost], [12]);
    expect(await show()).toEqual({
      dealerCode: 'D1',
      header: statementCsvHeader,
      // A sub-dealer without a record has no name.
      rows: [statementCsvRow(own, 'The shop'), statementCsvRow(one, 'Sub 11'), statementCsvRow(lost, '')],
    });
  });

  test('reads the name of each sub-dealer once, and the one of the dealer never', async () => {
    const ids = Array.from({ length: 45 }, (_, index) => index + 1);
    const { show, namesRead } = scene([0, ...ids, 0, ...ids].map(accountOf));
    const { rows } = await show();
    expect(namesRead).toEqual(ids);
    expect((rows as readonly string[]).filter((row) => row.includes(',Sub 45,'))).toHaveLength(2);
  });

  test.each([
    [{}, YESTERDAY, YESTERDAY],
    [{ from: '20270101' }, '20270101', YESTERDAY],
    [{ from: '20270101', until: '20270101' }, '20270101', '20270101'],
    [{ from: null, until: '20270120' }, YESTERDAY, '20270120'],
  ])('of %j is that of the days from %s until %s', async (input, from, until) => {
    const { show, asked } = scene();
    await show({ ...input, cursor: POSITION });
    await show({ ...input, cursor: null });
    expect(asked).toEqual([
      { dealerCode: 'D1', from, until, after: POSITION, limit: PAGE },
      { dealerCode: 'D1', from, until, limit: PAGE },
    ]);
  });

  test('goes on behind a full page, and ends with one that is not full', async () => {
    const full = Array.from({ length: PAGE }, () => accountOf(0));
    expect((await scene(full).show()).next).toBe(`${POSITION}${PAGE - 1}`);
    expect(await scene(full.slice(1)).show()).not.toHaveProperty('next');
    expect(await scene().show()).toEqual({ dealerCode: 'D1', header: statementCsvHeader, rows: [] });
  });

  test('of days the wrong way round, or of nobody, is refused', async () => {
    const { show, asked } = scene();
    await expect(show({ from: '20270102', until: '20270101' })).rejects.toMatchObject({
      code: 'InvalidInput',
      field: 'until',
      sentence: 'until must not be before "from".',
    });
    await expect(show({ dealerCode: 'D2' })).rejects.toMatchObject({ code: 'NotFound' });
    expect(asked).toEqual([]);
  });
});
