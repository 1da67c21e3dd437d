import { expect, test } from 'vitest';
import { addTotals, totalsOf, unbalancedCurrencies } from '../../../../shared/domain/ledger/day-totals.ts';
import { minor } from '../../../../shared/domain/money/money.ts';

test('a day’s totals sum accounts by currency, sub-dealers together and both kinds of pool together', () => {
  const charge = [
    { account: 'payer', amount: minor(-1000) },
    { account: 'dealer-pool', amount: minor(200) },
    { account: 'sub-dealer-pool:7', amount: minor(300) },
    { account: 'sub-dealer:7', amount: minor(150) },
    { account: 'sub-dealer:8', amount: minor(250) },
    { account: 'dealer', amount: minor(40) },
    { account: 'dealer', amount: minor(30) },
    { account: 'service', amount: minor(30) },
  ] as const;
  const refund = [
    { account: 'payer', amount: minor(1000) },
    { account: 'bank', amount: minor(-1000) },
  ] as const;
  expect(totalsOf(refund, 'USD')).toEqual([
    { currency: 'USD', account: 'payer', amount: 1000 },
    { currency: 'USD', account: 'bank', amount: -1000 },
  ]);
  const totals = addTotals([...totalsOf(charge, 'TL'), ...totalsOf(refund, 'TL'), ...totalsOf(refund, 'USD')]);
  expect(totals).toEqual([
    { currency: 'TL', account: 'dealer', amount: 70 },
    { currency: 'TL', account: 'pool', amount: 500 },
    { currency: 'TL', account: 'sub-dealers', amount: 400 },
    { currency: 'TL', account: 'service', amount: 30 },
    { currency: 'TL', account: 'bank', amount: -1000 },
    { currency: 'USD', account: 'payer', amount: 1000 },
    { currency: 'USD', account: 'bank', amount: -1000 },
  ]);
  expect(unbalancedCurrencies(totals)).toEqual([]);
  expect(unbalancedCurrencies([...totals, { currency: 'USD', account: 'payer', amount: minor(1) }])).toEqual(['USD']);
});
