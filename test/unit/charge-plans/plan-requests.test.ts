import { describe, expect, test } from 'vitest';
import { storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { DAY_MS, istanbulMomentOf } from '../../../shared/domain/calendar.ts';
import type { EventType } from '../../../shared/domain/outbox/event.ts';
import { expiryDueAtMs } from '../../../shared/domain/outbox/link-due.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { openVault } from '../../support/card/card-storing.ts';
import { KEPT } from '../../support/card/waiting-card.ts';
import { planOf } from '../../support/dealer/plans.ts';

import { ALL, NOON, type SceneOptions, scene, TOKEN } from './request-scene.ts';

const told = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type).toSorted();

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

  test('a request that its dealer cancels fails the plan', async () => {
    const { look, link, links, planNow, clock } = await scene();
    await look();
    const sent = await link();
    if (sent === undefined) throw new Error('nothing was sent');
    await links.cancel(sent, NOON);
    clock.advance(NOON + 3_600_000 - clock.now());
    expect(await look()).toBe('failed');
    expect((await planNow()).lastResult).toEqual({ kind: 'not-charged', because: 'request-not-paid' });
  });
});

describe('Events of a plan with a card', () => {
  const withCard = async (wants: readonly EventType[], nowMs: number) => {
    const made = await scene({ wants, sale: { defaultCard1Token: TOKEN }, plan: { dueAtMs: NOON + DAY_MS } });
    const place = { dealerCode: 'D1', token: TOKEN, version: 1 };
    const sealed = await sealStoredCard(place, { ...KEPT, expiryMonth: '11', expiryYear: '2026' }, openVault());
    const customer = { dealerCustomerId: 3, customerCode: 'C-3' };
    const card = { ...place, ...sealed, customer, maskedCard: '411111******1111', storedAtMs: 1 };
    await made.table.transact([{ put: storedCardItem(card) }]);
    made.clock.advance(nowMs - made.clock.now());
    return made;
  };

  test('it is told a day before, once, with its card; then it is charged in its slot, and its sale ends', async () => {
    const { look, events, rowNow, clock } = await withCard(ALL, NOON);
    expect(String((await rowNow())?.dueSk)).toContain(String(NOON));
    expect(await look()).toBe('planned');
    expect(told(events())).toEqual(['card.expiring', 'plan.upcoming']);
    expect(events().find(({ type }) => type === 'plan.upcoming')?.facts.plan).toMatchObject({
      maskedCard: '411111******1111',
    });
    expect(String((await rowNow())?.dueSk)).toContain(String(NOON + DAY_MS));
    expect(await look()).toBe('left-alone');
    clock.advance(NOON + DAY_MS - clock.now());
    expect(await look()).toBe('paid');
    expect(told(events())).toEqual(['card.expiring', 'plan.paid', 'plan.upcoming', 'sale.ended']);
    const paid = events().find(({ type }) => type === 'plan.paid');
    expect(paid?.facts.plan).toMatchObject({ state: 'paid', maskedCard: '411111******1111' });
  });

  test('nothing is written for what nobody wants: the plan stands at its slot', async () => {
    const { look, events, rowNow, clock } = await withCard([], NOON);
    expect(String((await rowNow())?.dueSk)).toContain(String(NOON + DAY_MS));
    clock.advance(NOON + DAY_MS - clock.now());
    expect(await look()).toBe('paid');
    expect(events()).toEqual([]);
  });
});
