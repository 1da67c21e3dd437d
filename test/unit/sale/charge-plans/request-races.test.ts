import { describe, expect, test } from 'vitest';
import { customerItems } from '../../../../shared/adapters/dynamodb/customer/customers.ts';
import { planItem } from '../../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { requestBegun } from '../../../../shared/domain/sale/plan-request.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { customerOf } from '../../../support/dealer/records.ts';
import { planOf } from '../../../support/sale/plans.ts';
import { NOON, scene } from './request-scene.ts';

describe('A plan’s request beside crashes, other workers and DeleteSale (decisions: recurring sales)', () => {
  test('a crash between link and plan finds the same link again', async () => {
    const { look, link, planNow, table } = await scene();
    await look();
    const first = await link();
    await table.transact([{ put: planItem(planOf({ dueAtMs: NOON })) }]);
    expect(await look()).toBe('requested');
    expect((await planNow()).userPosPaymentId).toBe(first?.userPosPaymentId);
    expect(table.rows().filter(({ entity }) => entity === 'link' || entity === 'payment').length).toBeLessThanOrEqual(
      2,
    );
  });

  test('it says so before the request is made, so that nobody changes or withdraws it beside one', async () => {
    const { look, table, planNow } = await scene();
    const before: string[] = [];
    const transact = table.transact.bind(table);
    table.transact = async (writes) => {
      if (writes.some((write) => 'put' in write && write.put.entity === 'payment')) {
        before.push((await planNow()).state);
      }
      return transact(writes);
    };
    expect(await look()).toBe('requested');
    expect(before).toEqual(['requested']);
  });

  test('a crash before the link is made makes it at the next look, or withdraws the plan of a deleted sale', async () => {
    const begun = requestBegun(planOf({ dueAtMs: NOON }), NOON - 300_000);
    const running = await scene();
    await running.table.transact([{ put: planItem(begun) }]);
    expect(await running.look()).toBe('requested');
    expect((await running.planNow()).userPosPaymentId).toBe((await running.link())?.userPosPaymentId);
    const deleted = await scene({ sale: { deletedAtMs: NOON - 1000 } });
    await deleted.table.transact([{ put: planItem(begun) }]);
    expect(await deleted.look()).toBe('withdrawn');
    expect(await deleted.link()).toBeUndefined();
  });

  test('of two workers at once one makes the request, and neither fails', async () => {
    const { look, link, planNow, table } = await scene();
    const looks = await Promise.all([look(), look()]);
    expect(looks.toSorted()).toEqual(['left-alone', 'requested']);
    expect((await planNow()).userPosPaymentId).toBe((await link())?.userPosPaymentId);
    expect(table.rows().filter(({ entity }) => entity === 'payment')).toHaveLength(1);
  });

  test('an open request of a deleted sale is cancelled, and the plan withdrawn', async () => {
    const { look, link, planNow, clock, setSale } = await scene();
    await look();
    await setSale({ deletedAtMs: NOON });
    clock.advance(NOON + 3_600_000 - clock.now());
    expect(await look()).toBe('withdrawn');
    expect((await link())?.state).toBe('cancelled');
    expect((await planNow()).state).toBe('withdrawn');
  });

  test('DeleteSale has the open request of a plan by hand cancelled at the next look, not an hour later', async () => {
    const { look, link, planNow, deleteSale: deleted } = await scene({ plan: { madeBy: 'hand' } });
    expect(await look()).toBe('requested');
    expect((await planNow()).dueAtMs).toBeGreaterThan(NOON);
    expect(await deleted()).toEqual({ data: true });
    expect((await planNow()).dueAtMs).toBe(NOON);
    expect(await look()).toBe('withdrawn');
    expect((await link())?.state).toBe('cancelled');
  });

  test.each(['schedule', 'hand'] as const)(
    'DeleteSale beside the making of a request leaves no open link behind, of a plan by the %s',
    async (madeBy) => {
      const { look, link, planNow, table, deleteSale: deleted } = await scene({ plan: { madeBy } });
      const transact = table.transact.bind(table);
      table.transact = async (writes) => {
        if (writes.some((write) => 'put' in write && write.put.entity === 'payment')) {
          table.transact = transact;
          await deleted();
        }
        return transact(writes);
      };
      expect(await look()).toBe('withdrawn');
      expect((await link())?.state).toBe('cancelled');
      expect((await planNow()).state).toBe('withdrawn');
    },
  );

  test('a request that is sent while DeleteSale reads is cancelled at the next look, not an hour later', async () => {
    const { look, link, planNow, table, deleteSale: deleted } = await scene();
    await table.transact([{ put: planItem(requestBegun(planOf({ dueAtMs: NOON }), NOON - 300_000)) }]);
    const transact = table.transact.bind(table);
    table.transact = async (writes) => {
      if (writes.some((write) => 'put' in write && write.put.deletedAtMs !== undefined)) {
        table.transact = transact;
        expect(await look()).toBe('requested');
      }
      return transact(writes);
    };
    expect(await deleted()).toEqual({ data: true });
    expect((await planNow()).dueAtMs).toBe(NOON);
    expect(await look()).toBe('withdrawn');
    expect((await link())?.state).toBe('cancelled');
  });

  test('a link that is made late, of a plan that failed meanwhile, cannot be paid', async () => {
    const { look, link, planNow, table, clock } = await scene();
    const transact = table.transact.bind(table);
    table.transact = async (writes) => {
      if (writes.some((write) => 'put' in write && write.put.entity === 'payment')) {
        table.transact = transact;
        clock.advance(240_000);
        const customer = customerItems(customerOf('D1', { dealerCustomerId: 3 }));
        await transact(customer.map(({ pk, sk }) => ({ remove: { pk, sk } })));
        expect(await look()).toBe('failed');
      }
      return transact(writes);
    };
    expect(await look()).toBe('left-alone');
    expect((await link())?.state).toBe('cancelled');
    expect((await planNow()).state).toBe('failed');
  });

  test('DeleteSale withdraws a plan by hand that waits, and no request of it is sent', async () => {
    const { look, link, planNow, deleteSale: deleted } = await scene({ plan: { madeBy: 'hand' } });
    await deleted();
    expect((await planNow()).state).toBe('withdrawn');
    expect(await look()).toBe('left-alone');
    expect(await link()).toBeUndefined();
  });

  test('a store that fails behind the deletion leaves plans by hand to their next look: the sale is deleted', async () => {
    const { look, link, clock, deleteSale: deleted } = await scene({ plan: { madeBy: 'hand' } });
    await look();
    const ofSale = () => Promise.reject(new StoreUnavailable('not-applied', 'TimeoutError'));
    expect(await deleted({ ofSale })).toEqual({ data: true });
    expect(await look()).toBe('left-alone');
    clock.advance(3_600_000);
    expect(await look()).toBe('withdrawn');
    expect((await link())?.state).toBe('cancelled');
  });
});

test('a worker whose lease is over while it makes a link uses the one that another made meanwhile', async () => {
  const { look, link, planNow, table, clock } = await scene();
  const transact = table.transact.bind(table);
  table.transact = async (writes) => {
    if (writes.some((write) => 'put' in write && write.put.entity === 'payment')) {
      table.transact = transact;
      clock.advance(240_000);
      expect(await look()).toBe('requested');
    }
    return transact(writes);
  };
  expect(await look()).toBe('left-alone');
  expect(await link()).toMatchObject({ state: 'open', userPosPaymentId: (await planNow()).userPosPaymentId });
  expect(table.rows().filter(({ entity }) => entity === 'payment')).toHaveLength(1);
});
