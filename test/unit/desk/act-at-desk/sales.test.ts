import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { actOnSales } from '../../../../functions/desk/act-at-desk/sales.ts';
import { dynamoOperatorChanges } from '../../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoSaleBook, saleItems } from '../../../../shared/adapters/dynamodb/sale/sales.ts';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import type { DeskRole } from '../../../../shared/domain/desk/roles.ts';
import type { Sale } from '../../../../shared/domain/sale/sale.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { saleOf } from '../../../support/dealer/records.ts';
import { deskCallWith, locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';
import { putRows } from '../../../support/store/store.ts';

interface Posted {
  readonly once?: string;
  readonly role?: DeskRole;
  readonly id?: string;
}

const NOW = Date.UTC(2026, 10, 22, 9, 30);

const scene = async (changes: Partial<Sale> = {}, dealerChanges: Partial<Dealer> = {}) => {
  const table = new MemoryTable();
  const dealer = dealerWith({ dealerCode: 'D1', ...dealerChanges });
  const sale = saleOf('D1', { saleCode: 'S-1', ...changes });
  await putRows(table, saleItems(sale));
  const deps = { changes: dynamoOperatorChanges(table), sales: dynamoSaleBook(table) };
  const act = actOnSales(deps);
  return {
    deps,
    sale,
    act: (action: string, { once = randomUUID(), role = 'manager', id = String(sale.dealerSaleId) }: Posted = {}) =>
      act(deskCallWith({ dealer, nowMs: NOW, role, posted: { once } }), { id, action }),
    stored: async () => (await deps.sales.open('D1', sale.dealerSaleId))?.sale ?? expect.unreachable('it is there'),
  };
};

describe('Pausing a sale at the desk (rule 54)', () => {
  test('stops it from now on, once, with an audit entry of both states', async () => {
    const { act, stored, sale, deps } = await scene();
    const once = randomUUID();
    const place = `/desk/sales/${sale.dealerSaleId}?done=paused`;
    expect(locationOf(await act('pause', { once }))).toBe(place);
    expect(locationOf(await act('pause', { once }))).toBe(place);
    expect(await stored()).toMatchObject({ pausedSinceMs: NOW, version: 2 });
    expect(await deps.changes.findCommand(once)).toMatchObject({
      command: 'desk-pause-sale',
      dealerCode: 'D1',
      changed: ['pausedSinceMs'],
      result: { dealerCode: 'D1', dealerSaleId: sale.dealerSaleId, saleCode: 'S-1', version: 2 },
      before: { paused: false },
      after: { paused: true },
    });
  });

  test('is undone by letting it go on', async () => {
    const { act, stored, sale, deps } = await scene({ pausedSinceMs: NOW - 1000 });
    const once = randomUUID();
    expect(locationOf(await act('resume', { once }))).toBe(`/desk/sales/${sale.dealerSaleId}?done=resumed`);
    expect(await stored()).not.toHaveProperty('pausedSinceMs');
    expect(await deps.changes.findCommand(once)).toMatchObject({
      command: 'desk-resume-sale',
      before: { paused: true },
      after: { paused: false },
    });
  });

  test.each<[string, Partial<Sale>, string]>([
    ['pause', { pausedSinceMs: NOW }, 'The sale is paused already. Nothing changed.'],
    ['resume', {}, 'The sale is not paused. Nothing changed.'],
  ])('%s says that it is so already, and leads back to the sale', async (action, changes, sentence) => {
    const { act, stored, sale } = await scene(changes);
    const { statusCode, markup } = pageOf(await act(action));
    expect(statusCode).toBe(409);
    expect(markup).toContain(sentence);
    expect(markup).toContain(`href="/desk/sales/${sale.dealerSaleId}"`);
    expect(markup).toContain('S-1');
    expect((await stored()).version).toBe(1);
  });

  test('is not possible for a dealer who may not change sales', async () => {
    const { act, stored } = await scene({}, { barredOperations: ['UpdateSale'] });
    const { statusCode, markup } = pageOf(await act('pause'));
    expect([statusCode, markup.includes('The settings of the merchant do not allow this')]).toEqual([409, true]);
    expect((await stored()).version).toBe(1);
  });

  test('is not for a viewer', async () => {
    const { act, stored } = await scene();
    expect(pageOf(await act('pause', { role: 'viewer' })).statusCode).toBe(403);
    expect((await stored()).version).toBe(1);
  });

  test.each([
    ['another action', 'delete', undefined],
    ['a name that every object has', 'toString', undefined],
    ['a sale that is not there', 'pause', '99999'],
    ['an id that is none', 'pause', 'x'],
  ])('is answered as what does not exist: %s', async (_what, action, id) => {
    const { act } = await scene({ dealerSaleId: 77 });
    expect(await act(action, id === undefined ? {} : { id })).toBeUndefined();
  });
});
