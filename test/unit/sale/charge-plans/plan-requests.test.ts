import { describe, expect, test } from 'vitest';
import { planItem } from '../../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { istanbulMomentOf } from '../../../../shared/domain/calendar.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { expiryDueAtMs } from '../../../../shared/domain/outbox/link-due.ts';
import { requestBegun } from '../../../../shared/domain/sale/plan-request.ts';
import type { LinkClosing } from '../../../../shared/ports/attempts.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { planOf } from '../../../support/sale/plans.ts';
import { NOON, type SceneOptions, scene, told } from './request-scene.ts';

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

  test('a slot in which a card was charged is a try, also where a pause keeps the request back that follows', async () => {
    const plan = planOf({
      dueAtMs: NOON,
      historyCount: 1,
      turn: { place: 2, attempt: 2, slotMs: NOON },
      lastResult: { kind: 'declined', code: '002' },
    });
    const { look, planNow } = await scene({ dealer: { paused: true }, plan });
    expect(await look()).toBe('planned');
    expect(await planNow()).toMatchObject({ state: 'planned', progress: { tries: 1 }, dueAtMs: NOON + 6 * 3_600_000 });
  });

  test('while the stage is paused, as after a restore, no request counts as unpaid: the plan waits', async () => {
    let paused = false;
    const { look, link, planNow, clock } = await scene({ stagePaused: () => paused });
    await look();
    const sent = await link();
    if (sent === undefined) throw new Error('nothing was sent');
    clock.advance(expiryDueAtMs(sent) - clock.now());
    paused = true;
    expect(await look()).toBe('requested');
    expect(await planNow()).toMatchObject({ state: 'requested', historyCount: 0 });
    expect((await planNow()).dueAtMs).toBeGreaterThan(clock.now());
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
