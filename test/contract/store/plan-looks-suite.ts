import { expect, test } from 'vitest';
import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { requestEnded } from '../../../shared/adapters/dynamodb/sale/request-ended.ts';
import { DAY_MS } from '../../../shared/domain/calendar.ts';
import { lookOf, NOW_MS, newFile, wishing } from '../../support/sale/plan-files.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

/** The contract of when the engine looks at a plan. */
export const planLooksSuite = (world: () => StoreWorld): void => {
  test('a plan that waits on stands where its cards, its notice or its slot come first, as somebody wants', async () => {
    const { direct } = world();
    const [cardsMs, slotMs] = [NOW_MS + 28 * DAY_MS, NOW_MS + 60 * DAY_MS];
    for (const [wanted, lookMs] of [
      [['card.expiring', 'plan.upcoming'], cardsMs],
      [['plan.upcoming'], slotMs - DAY_MS],
      [[], slotMs],
    ] as const) {
      const file = await newFile(world());
      const plan = { ...file.plan, version: 2, dueAtMs: slotMs, cardsDueAtMs: cardsMs, cardsSaleVersion: 1 };
      const engine = dynamoPlanEngine(direct, wishing(...wanted));
      expect(await engine.conclude({ plan, waitsOn: true }, file)).toBe('concluded');
      expect(await lookOf(world(), plan)).toBe(lookMs);
      expect((await engine.open(file.due))?.plan).toEqual(plan);
    }
  });

  test('the end of its request makes a plan due at once, where it waits for that request', async () => {
    const { store, direct } = world();
    const { plan, due, ...of } = await newFile(world());
    const { dealerCode, dealerSaleId, dealerPaymentPlanId } = plan;
    const engine = dynamoPlanEngine(direct);
    const requested = {
      ...plan,
      version: 2,
      state: 'requested',
      userPosPaymentId: 9,
      dueAtMs: NOW_MS + DAY_MS,
    } as const;
    await engine.conclude({ plan: requested }, of);
    const link = { dealerCode, userPosPaymentId: 9, plan: { dealerSaleId, dealerPaymentPlanId } };
    await requestEnded(store, { ...link, userPosPaymentId: 8 }, NOW_MS);
    await requestEnded(store, { dealerCode, userPosPaymentId: 9 }, NOW_MS);
    expect((await engine.open(due))?.plan).toEqual(requested);
    await requestEnded(store, link, NOW_MS);
    expect((await engine.open(due))?.plan).toEqual({ ...requested, version: 3, dueAtMs: NOW_MS });
    expect(await lookOf(world(), plan)).toBe(NOW_MS);
    await engine.conclude({ plan: { ...requested, version: 4, state: 'planned' } }, of);
    await requestEnded(store, link, NOW_MS);
    expect((await engine.open(due))?.plan.version).toBe(4);
  });
};
