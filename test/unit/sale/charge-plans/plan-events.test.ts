import { describe, expect, test } from 'vitest';
import { storedCardItem } from '../../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { DAY_MS } from '../../../../shared/domain/calendar.ts';
import type { EventType } from '../../../../shared/domain/outbox/event.ts';
import type { PaymentPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import { sealStoredCard } from '../../../../shared/payment-flow/kept-card.ts';
import { openVault } from '../../../support/card/card-storing.ts';
import { KEPT } from '../../../support/card/waiting-card.ts';

import { ALL, NOON, scene, TOKEN, told } from './request-scene.ts';

describe('Events of a plan with a card (decisions: who is told of plans)', () => {
  const withCard = async (wants: readonly EventType[], nowMs: number, plan: Partial<PaymentPlan> = {}) => {
    const made = await scene({ wants, sale: { defaultCard1Token: TOKEN }, plan: { dueAtMs: NOON + DAY_MS, ...plan } });
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

  /** A plan whose slot is two months away, and whose cards are to be looked at two days ago. */
  const waiting = (wants: readonly EventType[]) => {
    const plan = { dueAtMs: NOON + 60 * DAY_MS, dueDay: '20270122' as const, cardsDueAtMs: NOON - 2 * DAY_MS };
    return withCard(wants, NOON - 2 * DAY_MS, plan);
  };

  test('a card that expires while the plan waits for two months is told of once, and nothing else happens', async () => {
    const { look, events, rowNow, planNow, clock } = await waiting(ALL);
    const before = await planNow();
    expect(String((await rowNow())?.dueSk)).toContain(String(NOON - 2 * DAY_MS));
    expect(await look()).toBe('planned');
    expect(told(events())).toEqual(['card.expiring']);
    const after = { ...before, version: 2, cardsDueAtMs: NOON + 26 * DAY_MS, cardsSaleVersion: 1 };
    expect(await planNow()).toEqual(after);
    expect(String((await rowNow())?.dueSk)).toContain(String(NOON + 26 * DAY_MS));
    expect(await look()).toBe('left-alone');
    // The next look finds it expired; then comes the notice.
    clock.advance(28 * DAY_MS);
    expect(await look()).toBe('planned');
    expect(String((await rowNow())?.dueSk)).toContain(String(NOON + 54 * DAY_MS));
    clock.advance(28 * DAY_MS);
    await look();
    expect(String((await rowNow())?.dueSk)).toContain(String(NOON + 59 * DAY_MS));
    expect(told(events())).toEqual(['card.expiring']);
    expect(await planNow()).toMatchObject({ state: 'planned', historyCount: 0, progress: { tries: 0 } });
  });

  test('it is told at night and while the sale is paused as well, since programs read it', async () => {
    const { look, events, setSale, planNow, clock } = await waiting(ALL);
    await setSale({ pausedSinceMs: 1 });
    clock.advance(11 * 3_600_000);
    expect(await look()).toBe('planned');
    expect(told(events())).toEqual(['card.expiring']);
    expect(await planNow()).toMatchObject({ dueAtMs: NOON + 60 * DAY_MS, historyCount: 0 });
    expect(await planNow()).not.toHaveProperty('noticedAtMs');
  });

  test('where nobody wants to know of cards, the plan is looked at for its notice alone', async () => {
    const { events, rowNow } = await waiting(['plan.upcoming']);
    expect(String((await rowNow())?.dueSk)).toContain(String(NOON + 59 * DAY_MS));
    expect(events()).toEqual([]);
  });
});
