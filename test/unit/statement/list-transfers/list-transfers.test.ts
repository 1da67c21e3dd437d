import { describe, expect, test } from 'vitest';
import { listTransfers } from '../../../../functions/statement/list-transfers/list-transfers.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Statement } from '../../../../shared/domain/statement/statement.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { statementWith } from '../../../support/payment/statements.ts';

const totals = (count: number, total: number, commission: number) => ({
  count,
  total: minor(total),
  commission: minor(commission),
});
const FRIDAY: Statement = { ...statementWith('1001'), statementId: 100_001, day: '20261120', paidOn: '20261123' };
const SATURDAY: Statement = {
  ...FRIDAY,
  statementId: 100_002,
  day: '20261121',
  sales: totals(2, 2000, 40),
  refunds: totals(1, 500, 10),
  payout: minor(1470),
};
const DOLLARS: Statement = { ...FRIDAY, statementId: 100_003, currency: 'USD', payout: minor(700) };

/** The transfers of a dealer with these statements, asked for on 24 November 2026. */
const ask = async (
  fields: object,
  {
    made = [FRIDAY, SATURDAY, DOLLARS],
    dealerCode = '1001',
  }: { made?: readonly Statement[]; dealerCode?: string } = {},
) => {
  const asked: object[] = [];
  const ofDays = async (account: object, days: object) => {
    asked.push({ ...account, ...days });
    return made;
  };
  const clock = new FakeClock(Date.UTC(2026, 10, 24, 9));
  const none = {
    TransferStartDate: undefined,
    TransferEndDate: undefined,
    CurrencyCode: undefined,
    SubDealerId: undefined,
  };
  const call = { operation: 'GetAccountingList', sourceAddress: '203.0.113.7' } as const;
  const { data } = await listTransfers({ statements: { ofDays }, clock })({
    dealer: dealerWith({ dealerCode }),
    ...call,
    read: { ok: true, value: { ...none, ...fields } },
  });
  return { asked, data: data as { readonly ListItemCount: number; readonly AccountingList: readonly object[] } };
};

describe('What is paid out (decisions: statements)', () => {
  test('is one transfer for all statements of one day and currency, with every member', async () => {
    const { data, asked } = await ask({});
    expect(data).toEqual({
      IsSuccessful: true,
      ResultCode: '',
      ResultMessage: '',
      ListItemCount: 2,
      AccountingList: [
        expect.objectContaining({ CurrencyCode: 'USD', PayoutTotal: 7, DealerStatementIdList: [100_003] }),
        {
          DealerAccountingId: 1001,
          CurrencyCode: 'TL',
          TransferDate: '2026-11-23T00:00:00',
          SalesCount: 3,
          SalesTotal: 75,
          SalesCommissionTotal: 1.39,
          RefundCount: 1,
          RefundTotal: 5,
          RefundCommissionTotal: 0.1,
          BlockedCount: 0,
          BlockedAmount: 0,
          UnBlockedCount: 0,
          UnBlockedAmount: 0,
          ChargebackCount: 0,
          ChargebackAmount: 0,
          PayoutTotal: 68.71,
          DealerStatementIdList: [100_001, 100_002],
        },
      ],
    });
    // 31 days up to today, of statements that are paid out up to three days later.
    expect(asked).toEqual([{ dealerCode: '1001', subDealerId: 0, from: '20261022', until: '20261123' }]);
  });

  test.each(['USD', 'usd', ' USD '])('may be asked for in one currency, as %j', async (CurrencyCode) => {
    const { data } = await ask({ CurrencyCode });
    expect(data.AccountingList).toMatchObject([{ CurrencyCode: 'USD' }]);
  });

  test('is that of all currencies where the member is empty', async () => {
    for (const CurrencyCode of ['', '  ']) expect((await ask({ CurrencyCode })).data.ListItemCount).toBe(2);
  });

  test('may be asked for a sub-dealer, whose number the account has then', async () => {
    const { data, asked } = await ask({ SubDealerId: 1774 }, { made: [{ ...FRIDAY, subDealerId: 1774 }] });
    expect(asked).toMatchObject([{ subDealerId: 1774 }]);
    expect(data.AccountingList).toMatchObject([{ DealerAccountingId: 1774 }]);
  });

  test('of a dealer whose code is no number has the account 0', async () => {
    const { data } = await ask({}, { dealerCode: 'SHOP' });
    expect(data.AccountingList).toMatchObject([{ DealerAccountingId: 0 }, { DealerAccountingId: 0 }]);
  });

  test.each([
    [{ CurrencyCode: 'JPY' }, 'InvalidRequest', 'CurrencyCode must be TL, USD, EUR or GBP.'],
    [{ TransferStartDate: 'soon' }, 'InvalidRequest', 'TransferStartDate is not a date such as 2026-11-22.'],
    [{ TransferEndDate: 'soon' }, 'InvalidRequest', 'TransferEndDate is not a date such as 2026-11-22.'],
    [{ CurrencyCode: 'EUR' }, 'NoDataFound', 'Nothing is paid out in this period.'],
    [{ TransferStartDate: '2026-11-24' }, 'NoDataFound', 'Nothing is paid out in this period.'],
  ])('asked for by %j is refused with %s', async (fields, reason, sentence) => {
    await expect(ask(fields)).rejects.toMatchObject({ reason, sentence });
  });
});
