import { describe, expect, test } from 'vitest';
import { addSale } from '../../../functions/sale/add-sale/add-sale.ts';
import { updateSale } from '../../../functions/sale/update-sale/update-sale.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import type { SaleReferences } from '../../../shared/ports/sale-references.ts';
import type { SaleBook, SaleChange } from '../../../shared/ports/sales.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith, definitionWith } from '../../support/dealer/dealers.ts';
import { customerOf } from '../../support/dealer/records.ts';

const NOW = Date.UTC(2026, 11, 1, 9);
const dealer = dealerWith();
const { dealerCode } = dealer;
const customer = customerOf(dealerCode, { dealerCustomerId: 1033, customerCode: 'C-1' });
const definition = definitionWith(dealerCode, { dealerCustomerTypeId: 7 });
/** A sale without a schedule: nothing is planned for it. */
const stored: Sale = {
  dealerCode,
  version: 3,
  dealerSaleId: 77,
  saleCode: 'S-1',
  dealerCustomerId: 1033,
  amount: minor(9900),
  currency: 'TL',
  installmentNumber: 1,
  dealerSaleScheduleId: 0,
  howManyTrial: 1,
  planType: 2,
  dealerCustomerTypeId: 7,
};

const callOf = <Value>(operation: OperationName, value: Partial<Value>) => ({
  dealer,
  operation,
  sourceAddress: '192.0.2.1',
  read: { ok: true, value: value as Value } as const,
});

const references: SaleReferences = {
  load: async () => ({ customers: { byId: customer }, products: {}, definition, cards: [] }),
};

const numbering = () => {
  const asked: string[] = [];
  const next = async (sequence: string): Promise<number> => {
    asked.push(sequence);
    return 100_000 + asked.length;
  };
  return { asked, identifiers: { next } };
};

describe('AddSale (decisions: recurring sales)', () => {
  const adding = async (outcomes: readonly Awaited<ReturnType<SaleBook['add']>>[], saleCode?: string) => {
    const { asked, identifiers } = numbering();
    const written: SaleChange[] = [];
    const sales: Pick<SaleBook, 'add'> = {
      add: async (change) => {
        written.push(change);
        return outcomes[written.length - 1] ?? 'changed';
      },
    };
    const deps = { sales, references, identifiers, randomness: { guid: () => 'GUID' }, clock: new FakeClock(NOW) };
    const value = {
      DealerCustomerId: 1033,
      Amount: minor(9900),
      PlanType: 2,
      DealerCustomerTypeId: 7,
      SaleCode: saleCode,
    };
    const answer = addSale(deps)(callOf('AddSale', value));
    const [settled] = await Promise.allSettled([answer]);
    return { asked, written, settled, answer };
  };

  test('registers the first version of the sale under a new id, and a new code where none is given', async () => {
    const { written, answer, asked } = await adding(['added']);
    const identity = { dealerCode, version: 1, dealerSaleId: 100_001, saleCode: 'GUID', createdAtMs: NOW };
    expect(written).toMatchObject([{ sale: { ...identity, amount: 9900 } }]);
    expect(asked).toEqual(['sale']);
    expect((await answer).data).toMatchObject({ DealerSaleId: 100_001, SaleCode: 'GUID', Amount: 99 });
    expect((await (await adding(['added'], 'S-9')).answer).data).toMatchObject({ SaleCode: 'S-9' });
  });

  test('plans anew where the id is in use or what the sale names has changed, under the same code', async () => {
    const { written, answer } = await adding(['id-taken', 'changed', 'added']);
    expect((await answer).data).toMatchObject({ DealerSaleId: 100_003 });
    expect(written.map(({ sale }) => [sale.dealerSaleId, sale.saleCode])).toEqual([
      [100_001, 'GUID'],
      [100_002, 'GUID'],
      [100_003, 'GUID'],
    ]);
  });

  test('is refused at once for a code that is in use', async () => {
    const { written, settled } = await adding(['code-taken'], 'S-1');
    expect(settled).toMatchObject({ status: 'rejected', reason: { reason: 'SaleCodeAlreadyUsing' } });
    expect(written).toHaveLength(1);
  });

  test('fails after five rounds, and not as a code that is in use', async () => {
    const { written, settled } = await adding([]);
    expect(settled).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching('again and again') },
    });
    expect(written).toHaveLength(5);
  });
});

describe('UpdateSale (decisions: recurring sales)', () => {
  const updating = async (before: Sale | undefined, wins: (round: number) => boolean = () => true) => {
    const written: SaleChange[] = [];
    const sales: Pick<SaleBook, 'find' | 'open' | 'replace'> = {
      find: async () => ({ byId: stored }),
      open: async () => (before === undefined ? undefined : { sale: before }),
      replace: async (_before, change) => {
        written.push(change);
        return wins(written.length);
      },
    };
    const deps = { sales, references, identifiers: numbering().identifiers, clock: new FakeClock(NOW) };
    const answer = updateSale(deps)(callOf('UpdateSale', { DealerSaleId: 77, Amount: minor(5000) }));
    const [settled] = await Promise.allSettled([answer]);
    return { written: written.map(({ sale }) => sale), settled, answer };
  };

  test('writes the next version, with what is given changed and the rest as it was', async () => {
    const { written, answer } = await updating({ ...stored, createdAtMs: 5 });
    expect(written).toEqual([expect.objectContaining({ ...stored, version: 4, amount: 5000, createdAtMs: 5 })]);
    expect((await answer).data).toMatchObject({ DealerSaleId: 77, SaleCode: 'S-1', Amount: 50 });
  });

  test('leaves a paused sale paused, and one that runs running', async () => {
    expect((await updating({ ...stored, pausedSinceMs: 9 })).written).toMatchObject([{ pausedSinceMs: 9 }]);
    expect((await updating(stored)).written[0]).not.toHaveProperty('pausedSinceMs');
  });

  test('lists a sale that was stored before there was a list', async () => {
    expect((await updating(stored)).written).toMatchObject([{ createdAtMs: NOW }]);
  });

  test('reads the sale again where it was written meanwhile, in five rounds at most', async () => {
    expect(await updating(stored, (round) => round === 5)).toMatchObject({ settled: { status: 'fulfilled' } });
    const { written, settled } = await updating(stored, (round) => round > 5);
    expect(written).toHaveLength(5);
    expect(settled).toMatchObject({ reason: { message: expect.stringMatching('again and again') } });
  });

  test('does not find a sale that was deleted in between', async () => {
    const { written, settled } = await updating(undefined);
    expect([written, settled]).toMatchObject([[], { reason: { reason: 'DealerSaleNotFound' } }]);
  });
});
