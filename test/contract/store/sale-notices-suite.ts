import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { eventWriter } from '../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { planKeys } from '../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { DAY_MS } from '../../../shared/domain/calendar.ts';
import type { SaleFile } from '../../../shared/domain/sale/changed-step.ts';
import type { SaleChange } from '../../../shared/ports/sales.ts';
import { MORNING, newBookScene } from '../../support/sale/sale-files.ts';

/** Where the steps of sales stand in the queue whose notices somebody wants. */
export const saleNoticesSuite = (storeOf: () => Table): void => {
  describe('notices of steps (decisions: recurring sales)', () => {
    test('an operator’s sale has the notice of its step where that is wanted, as its dealer’s has, also once it is changed', async () => {
      const store = storeOf();
      for (const [wanted, noticeMs] of [
        [['plan.upcoming'], DAY_MS],
        [['plan.paid'], 0],
      ] as const) {
        const { newSale, planned, changeOf, reopened, dealerCode } = await newBookScene(store);
        const changes = dynamoOperatorChanges(store, eventWriter({ wantedBy: async () => ({ webhooks: wanted }) }));
        const apply = (record: SaleChange, before?: SaleFile) => {
          const rest = { command: 'put-sale', atMs: MORNING, changed: [], result: {}, inputFingerprint: 'F' };
          const entry = { ...rest, commandId: randomUUID(), dealerCode };
          return changes.apply({ kind: 'sale', record, ...(before === undefined ? {} : { before }) }, entry);
        };
        const { customer: _used, ...change } = await planned(newSale());
        expect(await apply(change)).toEqual({ kind: 'applied' });
        const noticeOfStep = async (): Promise<number> => {
          const { step } = await reopened(change);
          const row = await store.get(planKeys.plan(step));
          return (step.dueAtMs ?? 0) - Number(String(row?.dueSk).split('#')[0]);
        };
        expect(await noticeOfStep()).toBe(noticeMs);
        const before = await reopened(change);
        expect(await apply(await changeOf(before, { howManyTrial: 5 }), before)).toEqual({ kind: 'applied' });
        expect(await noticeOfStep()).toBe(noticeMs);
        expect((await reopened(change)).step.version).toBe(2);
      }
    });
  });
};
