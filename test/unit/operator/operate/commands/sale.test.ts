import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { pauseSale, putSale, resumeSale, showSale } from '../../../../../functions/operator/operate/commands/sale.ts';
import type { Sale } from '../../../../../shared/domain/sale/sale.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';
import { saleOf } from '../../../../support/dealer/records.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const SALE: Sale = { ...saleOf('D1'), dealerSaleId: 5, saleCode: 'S-1', version: 3 };
const OTHER: Sale = { ...SALE, dealerSaleId: 6, saleCode: 'S-2' };

const callWith = (sales: readonly Sale[] = [SALE, OTHER]): CommandCall => {
  const byId = (id: number | undefined) => sales.find(({ dealerSaleId }) => dealerSaleId === id);
  const deps = {
    dealers: { load: async () => ({ dealer: dealerWith({ dealerCode: 'D1' }), credentials: [] }) },
    sales: {
      find: async (_dealer: string, { dealerSaleId, saleCode }: { dealerSaleId?: number; saleCode?: string }) => ({
        byId: byId(dealerSaleId),
        byCode: sales.find((one) => one.saleCode === saleCode),
      }),
      open: async (_dealer: string, id: number) => ({ sale: byId(id) }),
      history: async (_dealer: string, id: number) => {
        const sale = byId(id);
        return sale === undefined ? undefined : { file: { sale }, plans: [], tries: [] };
      },
    },
    references: {},
    identifiers: { next: async () => 100_001 },
    randomness: { guid: () => 'GUID' },
  };
  return { deps, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
};

describe.each([
  [
    'show-sale',
    (input: object, call?: CommandCall) => showSale.show({ dealerCode: 'D1', ...input }, call ?? callWith()),
  ],
  [
    'pause-sale',
    (input: object, call?: CommandCall) => pauseSale.plan({ dealerCode: 'D1', ...input }, call ?? callWith()),
  ],
])('%s', (_name, run) => {
  test('finds the sale by its id, by its code, or by both', async () => {
    for (const input of [{ dealerSaleId: 5 }, { saleCode: 'S-1' }, { dealerSaleId: 5, saleCode: 'S-1' }]) {
      const answer = await run(input);
      expect('result' in answer ? answer.result : answer).toMatchObject({ dealerSaleId: 5, saleCode: 'S-1' });
    }
    await expect(run({ dealerSaleId: null, saleCode: 'S-2' })).resolves.toBeDefined();
    await expect(run({ dealerSaleId: 6, saleCode: null })).resolves.toBeDefined();
  });

  test.each([
    [{}, { field: 'saleCode', sentence: 'saleCode or dealerSaleId is required.' }],
    [{ dealerSaleId: null, saleCode: null }, { field: 'saleCode' }],
    [{ dealerSaleId: 7 }, { code: 'NotFound', sentence: 'There is no such sale of dealer D1.' }],
    [{ saleCode: 'S-7' }, { code: 'NotFound' }],
    [
      { dealerSaleId: 5, saleCode: 'S-2' },
      { code: 'NotPossible', field: 'saleCode', sentence: 'dealerSaleId and saleCode do not belong to the same sale.' },
    ],
    [
      { dealerSaleId: 5, saleCode: 'S-7' },
      { code: 'NotPossible', field: 'saleCode' },
    ],
    [
      { dealerSaleId: 7, saleCode: 'S-1' },
      { code: 'NotPossible', field: 'saleCode' },
    ],
  ])('is refused for %j: what is meant is one sale', async (input, refusal) => {
    await expect(run(input)).rejects.toMatchObject(refusal);
  });
});

describe('A sale', () => {
  const paused = { ...SALE, pausedSinceMs: NOON_MS };

  test('that is paused is paused by nobody again, and one that runs is resumed by nobody', async () => {
    await expect(pauseSale.plan({ dealerCode: 'D1', dealerSaleId: 5 }, callWith([paused]))).rejects.toMatchObject({
      code: 'NotPossible',
      sentence: 'The sale is paused already.',
    });
    await expect(resumeSale.plan({ dealerCode: 'D1', dealerSaleId: 5 }, callWith())).rejects.toMatchObject({
      code: 'NotPossible',
      sentence: 'The sale is not paused.',
    });
    expect(await resumeSale.plan({ dealerCode: 'D1', dealerSaleId: 5 }, callWith([paused]))).toMatchObject({
      dealerCode: 'D1',
      result: { dealerSaleId: 5, saleCode: 'S-1', version: 4 },
    });
  });

  test.each([
    [{ customerCode: 'C', dealerCustomerId: null }, 'dealerCustomerId', 'customer'],
    [{ customerCode: null, dealerCustomerId: 7 }, 'customerCode', 'customer'],
    [{ productCode: 'P', dealerProductId: null }, 'dealerProductId', 'product'],
    [{ productCode: null, dealerProductId: 7 }, 'productCode', 'product'],
  ])('that is put with %j keeps one name of what it uses', async (input, field, what) => {
    await expect(
      putSale.plan({ dealerCode: 'D1', dealerSaleId: 5, version: 3, ...input }, callWith()),
    ).rejects.toMatchObject({
      field,
      sentence: `${field} cannot be removed while the ${what} is named otherwise.`,
    });
  });

  test('needs the version that stands', async () => {
    await expect(putSale.plan({ dealerCode: 'D1', dealerSaleId: 5, version: 2 }, callWith())).rejects.toMatchObject({
      code: 'VersionConflict',
      sentence: expect.stringContaining('sale of dealer D1 is 3'),
    });
  });
});
