import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettlementFile } from '../../../infra/operator/settlement-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-links-settlement-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const orderOf = async (...lines: readonly string[]) => {
  const path = join(folder, 'settlement.csv');
  writeFileSync(path, ['order,amount,type,date,currency', ...lines].join('\n'));
  return (await readSettlementFile(path)).orders.get('A');
};

describe('The lines of one order in a settlement file', () => {
  test('are added up, and a sale below zero is a refund', async () => {
    const order = await orderOf('A,100.00,sale,20261123,TRY', 'A,-40.00,sale,20261123,TRY');
    expect(order).toEqual({ taken: 10_000, refunded: 4_000, voided: 0, currency: 'TL', day: '20261123' });
  });

  test('of another currency are not added to those of the first, and are told', async () => {
    const order = await orderOf('A,100.00,sale,20261123,TRY', 'A,7.00,sale,20261123,USD');
    expect(order).toMatchObject({ taken: 10_000, currency: 'TL', hasOtherCurrency: true });
  });

  test('without a currency say nothing against one that has it', async () => {
    const order = await orderOf('A,100.00,sale,20261123,', 'A,40.00,refund,20261123,USD');
    expect(order).toEqual({ taken: 10_000, refunded: 4_000, voided: 0, currency: 'USD', day: '20261123' });
    const later = await orderOf('A,100.00,sale,20261123,', 'A,1,sale,20261123,USD', 'A,2,sale,20261123,EUR');
    expect(later).toMatchObject({ currency: 'USD', hasOtherCurrency: true });
  });
});
