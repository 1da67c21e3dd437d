import { describe, expect, test } from 'vitest';
import { showCustomers } from '../../../../functions/desk/show-desk/customers.ts';
import { showSales } from '../../../../functions/desk/show-desk/sales.ts';
import { customerOf, saleOf } from '../../../support/dealer/records.ts';
import { ask, randomness } from '../../../support/desk/asked-pages.ts';
import { locationOf, pageOf } from '../../../support/desk/desk-calls.ts';

describe('The customers of a dealer at the desk', () => {
  const customer = customerOf('D1', { dealerCustomerId: 1033, customerCode: 'C-1' });
  const scene = ({ listed = [customer] as readonly (typeof customer)[], tokens = 0, goesOnBehind = 0 } = {}) => {
    const asked: unknown[] = [];
    const deps = {
      customers: {
        open: async (dealerCode: string, named: { dealerCustomerId?: number; customerCode?: string }) => {
          asked.push([dealerCode, named]);
          const cardTokens = Array.from({ length: tokens }, (_, index) => `token-${index}`);
          return {
            cardTokens,
            hasSales: false,
            ...(named.dealerCustomerId === 1033 ? { byId: customer } : {}),
            ...(named.customerCode === 'C-1' ? { byCode: customer } : {}),
          };
        },
        newest: async (...given: unknown[]) => {
          asked.push(given);
          return listed.length === 0
            ? undefined
            : { customers: listed, ...(goesOnBehind === 0 ? {} : { goesOnBehind }) };
        },
      },
      cards: {
        ofTokens: async (dealerCode: string, given: readonly string[]) => {
          asked.push([dealerCode, given.length]);
          return [];
        },
      },
      deskSales: {
        ofCustomer: async (...given: unknown[]) => {
          asked.push(given);
          return [];
        },
      },
    };
    return { show: showCustomers(deps), asked };
  };

  test('are listed fifty at a time, with the way to those behind them', async () => {
    const { show, asked } = scene({ goesOnBehind: 900 });
    const { markup } = pageOf(await ask(show));
    expect(markup).toContain('href="/desk/customers/1033"');
    expect(markup).toContain('/desk/customers?before=900');
    await ask(show, { query: { before: '900' } });
    await ask(show, { query: { before: 'x' } });
    expect(asked).toEqual([
      ['D1', 50, undefined],
      ['D1', 50, 900],
      ['D1', 50, undefined],
    ]);
    expect(pageOf(await ask(scene().show)).markup).not.toContain('before=');
  });

  test('behind one that is in no list are none', async () => {
    expect(pageOf(await ask(scene({ listed: [] }).show, { query: { before: '7' } })).statusCode).toBe(200);
  });

  test.each([
    ['C-1', '/desk/customers/1033'],
    [' C-1 ', '/desk/customers/1033'],
    ['1033', '/desk/customers/1033'],
  ])('are found by code or number: "%s"', async (find, location) => {
    expect(locationOf(await ask(scene().show, { query: { find } }))).toBe(location);
  });

  test('that are not found are told by what was looked for', async () => {
    const { show, asked } = scene();
    expect(pageOf(await ask(show, { query: { find: 'nobody' } })).markup).toContain('nobody');
    expect(asked[0]).toEqual(['D1', { customerCode: 'nobody' }]);
    await ask(show, { query: { find: 'x'.repeat(300) } });
    expect(asked).toContainEqual(['D1', { customerCode: 'x'.repeat(100) }]);
  });

  test('are not looked for by a card number, which is not shown again (rules 32, 55)', async () => {
    const { show, asked } = scene();
    const { markup } = pageOf(await ask(show, { query: { find: '4111 1111 1111 1111' } }));
    expect(markup).not.toMatch(/4111.?1111/);
    expect(asked).toEqual([['D1', 50, undefined]]);
  });

  test('are shown one by one, with twenty sales and cards at most', async () => {
    const { show, asked } = scene({ tokens: 25 });
    expect(pageOf(await ask(show, { id: '1033' })).markup).toContain('Elif');
    expect(asked).toEqual([
      ['D1', { dealerCustomerId: 1033 }],
      ['D1', 1033, 20],
      ['D1', 20],
    ]);
    const without = scene();
    await ask(without.show, { id: '1033' });
    expect(without.asked).toHaveLength(2);
  });

  test.each([[{ id: '7' }], [{ id: 'x' }], [{ id: '0' }], [{ id: '1033', view: 'edit' }]])(
    '%j is none',
    async (asked) => {
      expect(await ask(scene().show, asked)).toBeUndefined();
    },
  );
});

describe('A recurring sale at the desk', () => {
  const sale = saleOf('D1', { dealerSaleId: 77 });
  const scene = (changes: Partial<typeof sale> = {}) => {
    const asked: unknown[] = [];
    const sales = {
      history: async (...given: unknown[]) => {
        asked.push(given);
        return given[1] === 77 ? { file: { sale: { ...sale, ...changes } }, plans: [], tries: [] } : undefined;
      },
    };
    return { show: showSales({ sales, randomness }), asked };
  };

  test('is shown with twenty plans and tries, and can be paused by a manager', async () => {
    const { show, asked } = scene();
    const { statusCode, markup } = pageOf(await ask(show, { id: '77' }));
    expect(statusCode).toBe(200);
    expect(markup).toContain('/desk/sales/77/pause');
    expect(asked).toEqual([['D1', 77, 20]]);
    expect(pageOf(await ask(show, { id: '77', role: 'viewer' })).markup).not.toContain('/desk/sales/77/pause');
  });

  test('that was deleted is not there', async () => {
    expect(await ask(scene({ deletedAtMs: 5 }).show, { id: '77' })).toBeUndefined();
  });

  test.each([[{}], [{ id: 'x' }], [{ id: '78' }], [{ id: '77', view: 'plans' }]])('%j is none', async (asked) => {
    expect(await ask(scene().show, asked)).toBeUndefined();
  });
});
