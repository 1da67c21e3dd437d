import { describe, expect, test } from 'vitest';
import { planItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { istanbulMomentOf } from '../../../shared/domain/calendar.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { expiryDueAtMs } from '../../../shared/domain/outbox/link-due.ts';
import { requestBegun } from '../../../shared/domain/sale/plan-request.ts';
import type { LinkClosing } from '../../../shared/ports/attempts.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { planOf } from '../../support/dealer/plans.ts';
import { NOON, type SceneOptions, scene, told } from './told-plan-scene.ts';

describe('A plan without a card (decisions: recurring sales)', () => {
  test('sends one payment request, which ends with the last day of trials, and fails when nobody pays it', async () => {
    const { look, link, planNow, clock, events } = await scene();
    expect(await look()).toBe('requested');
    const sent = await link();
    expect(sent).toMatchObject({
      state: 'open',
      terms: { amount: 2750, currency: 'TL' },
      delivery: { gsmNumber: '5301111111', email: 'elif@example.com' },
      dealerCustomerId: 3,
      expiresAtMs: istanbulMomentOf('20261124'),
    });
    expect(sent).not.toHaveProperty('otherTrxCode');
    expect(await planNow()).toMatchObject({ state: 'requested', userPosPaymentId: sent?.userPosPaymentId });
    clock.advance(NOON + 3_600_000 - clock.now());
    expect(await look()).toBe('requested');
    if (sent === undefined) throw new Error('nothing was sent');
    clock.advance(expiryDueAtMs(sent) - clock.now());
    expect(await look()).toBe('failed');
    expect(await planNow()).toMatchObject({ lastResult: { because: 'request-not-paid' }, historyCount: 1 });
    expect(told(events())).toEqual(['link.created', 'plan.failed', 'sale.ended']);
  });

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

  test.each<readonly [string, SceneOptions, string]>([
    ['its definition is gone', { definition: 'none' }, 'request-refused'],
    ['its definition is another dealer’s', { definition: { dealerCode: 'D2' } }, 'request-refused'],
    ['its customer is gone', { customer: 'none' }, 'request-refused'],
    ['its customer has no contact', { customer: 'without contact' }, 'request-refused'],
    ['its definition takes no payments', { definition: { directPayment: false } }, 'request-refused'],
    ['its dealer’s limit is used up', { dealer: { limits: {} } }, 'limit'],
    ['its dealer may not charge recurring sales', { dealer: { recurring: false } }, 'permission'],
    ['its dealer may not make links', { dealer: { channels: ['directPayment'] } }, 'permission'],
  ])('fails at once, and is never sent, where %s', async (_title, options, because) => {
    const { look, link, planNow } = await scene(options);
    expect(await look()).toBe('failed');
    expect(await planNow()).toMatchObject({ lastResult: { kind: 'not-charged', because }, historyCount: 1 });
    expect(await link()).toBeUndefined();
  });

  test('waits for the next slot while its dealer is paused, and that is no try', async () => {
    const { look, planNow } = await scene({ dealer: { paused: true } });
    expect(await look()).toBe('planned');
    expect(await planNow()).toMatchObject({ state: 'planned', historyCount: 0, dueAtMs: NOON + 6 * 3_600_000 });
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

  test.each<readonly [string, (link: PaymentRequest, links: LinkClosing) => Promise<boolean>]>([
    ['its dealer cancels', (link, links) => links.cancel(link, NOON)],
    [
      'its payer gives up',
      (link, links) => links.close(link, { resultReference: 'r', code: '001', orderId: '', atMs: NOON }),
    ],
  ])(
    'a request that %s makes its plan due at once: the next run fails it, and waits for no hour',
    async (_title, end) => {
      const { look, link, links, planNow, rowNow } = await scene();
      await look();
      const sent = await link();
      if (sent === undefined) throw new Error('nothing was sent');
      expect(await look()).toBe('left-alone');
      expect(await end(sent, links)).toBe(true);
      expect((await rowNow())?.dueSk).toMatch(new RegExp(`^0*${NOON}#`));
      expect(await look()).toBe('failed');
      expect((await planNow()).lastResult).toEqual({ kind: 'not-charged', because: 'request-not-paid' });
    },
  );

  test('a look that has read the link before its end does not put the plan off', async () => {
    const { look, link, links, table, clock } = await scene();
    await look();
    const sent = await link();
    if (sent === undefined) throw new Error('nothing was sent');
    clock.advance(3_600_000);
    const query = table.query.bind(table);
    let isEnded = false;
    table.query = async (asked) => {
      const rows = await query(asked);
      if (!isEnded && asked.pk.startsWith('PAY#')) {
        isEnded = true;
        expect(await links.cancel(sent, NOON)).toBe(true);
      }
      return rows;
    };
    expect(await look()).toBe('left-alone');
    expect(await look()).toBe('failed');
  });

  test('a store that fails to make the plan due leaves the link as it ended: the hourly look ends the plan', async () => {
    const { look, link, links, table, clock } = await scene();
    await look();
    const sent = await link();
    if (sent === undefined) throw new Error('nothing was sent');
    const transact = table.transact.bind(table);
    table.transact = async (writes) => {
      const [only] = writes;
      if (only !== undefined && 'update' in only && only.update.sk.startsWith('PLAN#')) {
        throw new StoreUnavailable('unknown', 'TimeoutError');
      }
      return transact(writes);
    };
    expect(await links.cancel(sent, NOON)).toBe(true);
    expect((await link())?.state).toBe('cancelled');
    expect(await look()).toBe('left-alone');
    clock.advance(3_600_000);
    expect(await look()).toBe('failed');
  });

  test('a link that ended before its plan knew of it ends the plan in the same look', async () => {
    const { look, link, links, table } = await scene();
    await look();
    const sent = await link();
    if (sent === undefined) throw new Error('nothing was sent');
    await links.cancel(sent, NOON);
    await table.transact([{ put: planItem({ ...requestBegun(planOf({ dueAtMs: NOON }), NOON - 300_000) }) }]);
    expect(await look()).toBe('failed');
  });

  test('the end of a link of no plan is one write', async () => {
    const { look, link, links, table } = await scene();
    await look();
    const sent = await link();
    if (sent === undefined) throw new Error('nothing was sent');
    const { plan, ...ordinary } = sent;
    expect(plan).toEqual({ dealerSaleId: 5, dealerPaymentPlanId: 7 });
    const transact = table.transact.bind(table);
    let writes = 0;
    table.transact = (all) => {
      writes += 1;
      return transact(all);
    };
    expect(await links.cancel(ordinary, NOON)).toBe(true);
    expect(writes).toBe(1);
  });
});
