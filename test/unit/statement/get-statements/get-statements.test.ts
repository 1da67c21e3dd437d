import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../../../functions/statement/get-statements/contract.ts';
import { getStatements } from '../../../../functions/statement/get-statements/get-statements.ts';
import { entryMembers, statementMembers } from '../../../../functions/statement/get-statements/statement-members.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import type { StatementEntry } from '../../../../shared/domain/statement/movement.ts';
import type { Statement } from '../../../../shared/domain/statement/statement.ts';
import type { Statements } from '../../../../shared/ports/statements.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { statementWith } from '../../../support/payment/statements.ts';

const DEALER = dealerWith({ dealerCode: '1001' });
const OWN: Statement = { ...statementWith('1001'), statementId: 100_000 };
const OF_SUB: Statement = { ...OWN, statementId: 100_001, subDealerId: 1774 };

const entryOf = (changes: Partial<StatementEntry> = {}): StatementEntry =>
  ({
    paymentId: 7,
    orderId: 'ORDER-1',
    atMs: Date.UTC(2026, 10, 20, 9),
    kind: 'charge',
    currency: 'TL',
    gross: minor(5500),
    commission: minor(99),
    balance: minor(5401),
    pool: minor(0),
    ...changes,
  }) as StatementEntry;

/** The use case over these statements, each with so many entries. */
const ask = async (request: object, { entries = 0 }: { readonly entries?: number } = {}) => {
  const asked: object[] = [];
  const statements: Pick<Statements, 'ofDays' | 'findById' | 'entriesOf'> = {
    ofDays: async (account, days) => {
      asked.push({ ...account, ...days });
      return account.subDealerId === 9 ? [] : [account.subDealerId === 0 ? OWN : OF_SUB];
    },
    findById: async (_dealerCode, id) => [OWN, OF_SUB].find(({ statementId }) => statementId === id),
    entriesOf: async (_statement, most) => Array.from({ length: Math.min(entries, most) }, () => entryOf()),
  };
  const clock = new FakeClock(Date.UTC(2026, 10, 21, 9));
  const call = { dealer: DEALER, operation: 'GetStatementList', sourceAddress: '203.0.113.7' } as const;
  try {
    const { data } = await getStatements({ statements, clock })({
      ...call,
      read: { ok: true, value: z.parse(contract.request, request) },
    });
    return {
      asked,
      data: data as { readonly StatementList: readonly Record<string, unknown>[] } & Record<string, unknown>,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { asked, reason: error.reason };
  }
};

describe('The account of a list of statements', () => {
  test.each([
    [{}, 0, 1001],
    [{ AccountingId: 1001 }, 0, 1001],
    [{ SubDealerId: 1774 }, 1774, 1774],
    [{ AccountingId: 1774 }, 1774, 1774],
    [{ SubDealerId: 1774, AccountingId: 1774 }, 1774, 1774],
  ])('of %j is %d', async (request, subDealerId, accountingId) => {
    const { asked, data } = await ask(request);
    expect(asked).toMatchObject([{ dealerCode: '1001', subDealerId }]);
    expect(data?.StatementList).toMatchObject([{ DealerAccountingId: accountingId }]);
  });

  test.each([
    [{ SubDealerId: 1774, AccountingId: 1001 }],
    [{ SubDealerId: 1774, AccountingId: 8 }],
    [{ SubDealerId: 9 }],
  ])('of %j has no statement', async (request) => expect((await ask(request)).reason).toBe('NoDataFound'));
});

test('The days of a list are those that are asked for, and must be days', async () => {
  const days = { StatementStartDate: '2026-11-01', StatementEndDate: '2026-11-20' };
  const { asked, data } = await ask(days);
  expect(asked).toMatchObject([{ from: '20261101', until: '20261120' }]);
  expect(data).toMatchObject({
    IsSuccessful: true,
    ResultCode: '',
    ResultMessage: '',
    ListItemCount: 1,
    PaymentList: [],
  });
  for (const fields of [{ StatementStartDate: 'soon' }, { StatementEndDate: 'soon' }]) {
    expect(await ask(fields)).toMatchObject({ reason: 'InvalidRequest', asked: [] });
  }
});

describe('A statement by its id', () => {
  test('is that one, with what moved in it', async () => {
    const { data } = await ask({ StatementId: 100_001 }, { entries: 2 });
    expect(data?.StatementList).toMatchObject([{ DealerStatementId: 100_001, DealerAccountingId: 1774 }]);
    expect(data).toMatchObject({ ListItemCount: 1, ResultMessage: '' });
    expect(data?.PaymentList).toHaveLength(2);
  });

  test.each([
    [{ StatementId: 1 }, 'NoDataFound'],
    [{ StatementId: 100_001, SubDealerId: 8 }, 'NoDataFound'],
    [{ StatementId: 100_001, SubDealerId: 1774 }, undefined],
    [{ StatementId: 100_000, AccountingId: 1001 }, undefined],
    [{ StatementId: 100_001, AccountingId: 1001 }, 'NoDataFound'],
  ])('of %j is refused with %s: it must be of the account', async (request, reason) =>
    expect((await ask(request)).reason).toBe(reason),
  );

  test('holds 500 entries at most, and says where it is cut', async () => {
    const whole = await ask({ StatementId: 100_000 }, { entries: 500 });
    expect([(whole.data?.PaymentList as object[] | undefined)?.length, whole.data?.ResultMessage]).toEqual([500, '']);
    const cut = await ask({ StatementId: 100_000 }, { entries: 501 });
    expect((cut.data?.PaymentList as object[] | undefined)?.length).toBe(500);
    expect(cut.data?.ResultMessage).toBe('PaymentList holds the first 500 entries of the statement.');
  });
});

describe('The members of a statement', () => {
  test.each([
    [0, '20261123', 0],
    [5401, '20261122', 1],
    [5401, '20261121', 2],
    [5401, '20261120', 2],
  ])('say of a payout of %d on %s the status %d', (payout, paidOn, status) => {
    const shown = statementMembers({ ...OWN, payout: minor(payout), paidOn }, 1001, '20261121');
    expect(shown.StatementStatus).toBe(status);
  });

  test.each([
    ['charge', { gross: 5500, commission: 99 }, [2, 55, 0.99]],
    ['capture', { gross: 5500, commission: 99 }, [2, 55, 0.99]],
    ['void', { gross: -5500, commission: -99 }, [3, 55, 0.99]],
    ['refund', { gross: -1000, commission: -20 }, [4, 10, 0.2]],
    ['reversal', { gross: -1000, commission: 0 }, [4, 10, 0]],
    ['pool-approval', { gross: 0, commission: 0, balance: 5401 }, [5, 54.01, 0]],
    ['pool-undo', { gross: 0, commission: 0, balance: -5401 }, [6, 54.01, 0]],
    ['share-change', { gross: -300, commission: -5 }, [7, -3, -0.05]],
    ['share-change', { gross: 300, commission: 5 }, [7, 3, 0.05]],
  ] as const)('show a %s of %j as %j', (kind, amounts, [type, amount, commission]) => {
    const shown = entryMembers(entryOf({ kind, ...(amounts as object) }));
    expect([
      shown.TrxType,
      shown.Amount,
      Math.abs(shown.DealerCommissionAmount) === 0 ? 0 : shown.DealerCommissionAmount,
    ]).toEqual([type, amount, commission]);
  });
});
