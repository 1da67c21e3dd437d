import { describe, expect, inject, test } from 'vitest';
import { garantiTransactions, paidAtGaranti } from '../../support/bank/garanti-payments.ts';
import { newOperator } from '../../support/operator/operators.ts';

describe('A direct payment at a virtual POS of Garanti', () => {
  test('is refunded once the bank’s day has ended, in two parts to the end', async () => {
    const { dealer, refund, detail } = await paidAtGaranti('approved');
    const { endpoint, operateFunctionName, baseUrl } = inject('stack');
    const sweeper = operateFunctionName.replace(/operate$/, 'reconcile-payments');
    const sweep = () =>
      fetch(`${endpoint}/2015-03-31/functions/${sweeper}/invocations`, { method: 'POST', body: '{}' });
    const operator = newOperator({ embeddedBank: baseUrl });
    const refunded = async (amount: string, count: number): Promise<void> => {
      expect(await refund({ Amount: amount })).toMatchObject({ ResultCode: 'Success' });
      await operator.done('close-bank-day', { merchant: dealer.terminal.terminalId });
      await expect
        .poll(async () => {
          await sweep();
          return (await garantiTransactions(dealer)).filter(([type, state]) => type === 'refund' && state === 'done')
            .length;
        })
        .toBe(count);
    };
    await refunded('20.00', 1);
    await expect.poll(async () => (await detail()).PaymentTrxDetailList.length).toBe(2);
    await refunded('7.50', 2);
    const rows = await garantiTransactions(dealer);
    expect(rows.filter(([, state]) => state === 'done')).toEqual([
      ['sales', 'done', 2750],
      ['refund', 'done', 2000],
      ['refund', 'done', 750],
    ]);
  });
});
