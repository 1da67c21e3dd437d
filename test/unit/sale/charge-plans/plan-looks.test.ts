import { describe, expect, test } from 'vitest';
import { chargePlan } from '../../../../functions/sale/charge-plans/charge-plan.ts';
import type { ChargePlansDependencies } from '../../../../functions/sale/charge-plans/charge-plans.ts';
import { ofDealer } from '../../../../shared/adapters/dynamodb/keys.ts';
import { planItem } from '../../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { planKeys } from '../../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { DAY_MS, istanbulMomentOf } from '../../../../shared/domain/calendar.ts';
import type { PaymentPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import { SLOT_LASTS_MS } from '../../../../shared/domain/sale/slots.ts';
import { EVENING, type SceneOptions, scene, TOKENS } from './plan-scene.ts';

const at = (text: string): number => istanbulMomentOf(text) ?? Number.NaN;
const NOON = at('2026-11-23 12:00');
const BETWEEN_SLOTS = at('2026-11-23 15:00');
const DAY_BEFORE = at('2026-11-22 13:00');
const NIGHT_BEFORE = at('2026-11-22 23:00');
const SEEN = { cardsDueAtMs: NOON + DAY_MS, cardsSaleVersion: 1 };
const TRIED = { historyCount: 1 };

interface Looked extends SceneOptions {
  readonly plan?: Partial<PaymentPlan>;
  readonly nowMs?: number;
  readonly isWanted?: boolean;
  readonly deps?: Partial<ChargePlansDependencies>;
}

/** One look at the plan of a scene, which counts how often its cards were looked at. */
const lookAt = async ({ plan: changes = {}, nowMs, isWanted = true, deps = {}, ...options }: Looked) => {
  const made = await scene(options);
  const { table, clock } = made;
  const plan = { ...made.plan, ...changes };
  await table.transact([{ put: planItem(plan) }]);
  if (nowMs !== undefined) clock.advance(nowMs - clock.now());
  let cardLooks = 0;
  const notices: ChargePlansDependencies['notices'] = {
    wantsExpiringCards: async (dealerCode) => {
      expect(dealerCode).toBe('D1');
      cardLooks += 1;
      return isWanted;
    },
    tellOnce: async () => expect.unreachable('no card expires'),
  };
  const look = await chargePlan({ ...made.worker(), notices, ...deps })(made.dueIn(plan), clock.now() + DAY_MS);
  const row = await table.get(planKeys.plan(plan));
  return { ...made, look, cardLooks, before: plan, now: await made.planRow(), dueSk: String(row?.dueSk) };
};

describe('The cards of a plan are looked at (decisions: who is told of plans)', () => {
  const cases: readonly (readonly [string, number, Looked])[] = [
    ['in its first slot, if nobody was told of it before', 1, { plan: SEEN }],
    ['not in the slot of a plan that was told of a day before', 0, { plan: { ...SEEN, noticedAtMs: 1 } }],
    [
      'in that slot too, once they were not seen for long',
      1,
      { plan: { ...SEEN, noticedAtMs: 1, cardsDueAtMs: NOON } },
    ],
    ['in that slot too, if the sale has changed', 1, { plan: { ...SEEN, noticedAtMs: 1, cardsSaleVersion: 9 } }],
    ['not in a later slot', 0, { plan: { ...SEEN, ...TRIED } }],
    ['in a later slot, once they were not seen for long', 1, { plan: { ...SEEN, ...TRIED, cardsDueAtMs: NOON } }],
    [
      'with a wait for a slot, once they were not seen for long',
      1,
      { nowMs: BETWEEN_SLOTS, plan: { ...SEEN, cardsDueAtMs: NOON } },
    ],
    ['not with a wait else', 0, { nowMs: BETWEEN_SLOTS, plan: SEEN }],
    ['with the notice', 1, { nowMs: DAY_BEFORE, plan: SEEN }],
    ['not where the notice is left out', 0, { nowMs: DAY_BEFORE, plan: SEEN, sale: { pausedSinceMs: 1 } }],
    [
      'where the notice is left out, once they were not seen for long',
      1,
      { nowMs: DAY_BEFORE, plan: { ...SEEN, cardsDueAtMs: DAY_BEFORE }, sale: { pausedSinceMs: 1 } },
    ],
    [
      'not where the notice waits for the morning',
      0,
      { nowMs: NIGHT_BEFORE, plan: { ...SEEN, cardsDueAtMs: DAY_BEFORE } },
    ],
    [
      'not where a slot ends',
      0,
      {
        plan: { ...SEEN, cardsDueAtMs: NOON, turn: { place: 2, attempt: 2, slotMs: 1 }, ...TRIED },
        sale: { pausedSinceMs: 1 },
      },
    ],
    [
      'before the notice, once they were not seen for long',
      1,
      { nowMs: DAY_BEFORE - 2 * DAY_MS, plan: { ...SEEN, cardsDueAtMs: 1 } },
    ],
  ];
  test.each(cases)('%s', async (_when, looks, looked) => {
    const { cardLooks, before, now, clock } = await lookAt(looked);
    expect(cardLooks).toBe(looks);
    const seen = { cardsDueAtMs: clock.now() + 28 * DAY_MS, cardsSaleVersion: 1 };
    const { cardsDueAtMs, cardsSaleVersion } = before;
    expect(now).toMatchObject(looks === 1 ? seen : { cardsDueAtMs, cardsSaleVersion });
  });

  test('nothing is noted where nobody wants to know', async () => {
    const { cardLooks, now } = await lookAt({ plan: SEEN, isWanted: false });
    expect(cardLooks).toBe(1);
    expect(now).toMatchObject({ state: 'paid', ...SEEN });
  });
});

describe('A notice that a plan falls due tomorrow', () => {
  test('waits for the morning by night: the plan stands in the queue for then', async () => {
    const { look, now, before, dueSk } = await lookAt({ nowMs: NIGHT_BEFORE, plan: SEEN });
    expect([look, now]).toEqual(['planned', { ...before, version: before.version + 1 }]);
    expect(dueSk).toContain(String(at('2026-11-23 09:00')));
  });

  test('is left out of a sale that is paused: the plan stands at its slot', async () => {
    const { look, now, before, dueSk } = await lookAt({ nowMs: DAY_BEFORE, plan: SEEN, sale: { pausedSinceMs: 1 } });
    const noticed = { ...before, version: before.version + 1, noticedAtMs: DAY_BEFORE, notices: 1 };
    expect([look, now]).toEqual(['planned', noticed]);
    expect(dueSk).toContain(String(NOON));
  });

  test('is made of a plan whose card was removed', async () => {
    const made = await scene();
    await made.table.transact([{ remove: { pk: ofDealer('D1', `CARD#${TOKENS[0]}`), sk: 'CARD' } }]);
    made.clock.advance(DAY_BEFORE - made.clock.now());
    expect(await chargePlan(made.worker())(made.due, DAY_BEFORE + DAY_MS)).toBe('planned');
    expect(await made.planRow()).toMatchObject({ noticedAtMs: DAY_BEFORE });
  });

  test('is no part of the look that puts its plan off', async () => {
    const { look, now } = await lookAt({ nowMs: BETWEEN_SLOTS, plan: SEEN });
    expect([look, now]).toMatchObject(['planned', { dueAtMs: EVENING }]);
    expect(now).not.toHaveProperty('noticedAtMs');
  });
});

describe('A due plan (decisions: recurring sales)', () => {
  const noCards = { defaultCard1Token: undefined, defaultCard2Token: undefined, dealerCustomerTypeId: undefined };

  test('between two slots waits for the next one, and that is no try', async () => {
    const { look, now, charged } = await lookAt({ nowMs: BETWEEN_SLOTS, plan: SEEN });
    expect([look, charged]).toEqual(['planned', []]);
    expect(now).toMatchObject({ state: 'planned', dueAtMs: EVENING, progress: { tries: 0 }, historyCount: 0 });
  });

  test('whose slot ends while its charge waits for the gateway waits for the next one too', async () => {
    const made = await scene();
    const worker = made.worker();
    const places: ChargePlansDependencies['places'] = {
      within: (host, charge) => {
        made.clock.advance(SLOT_LASTS_MS);
        return worker.places.within(host, charge);
      },
    };
    expect(await chargePlan({ ...worker, places })(made.due, made.clock.now() + DAY_MS)).toBe('planned');
    expect(await made.planRow()).toMatchObject({ dueAtMs: EVENING, progress: { tries: 0 }, historyCount: 0 });
    expect(made.charged).toEqual([]);
  });

  test('whose slot is over counts it as a try where a card was charged in it', async () => {
    const turn = { place: 2, attempt: 2, slotMs: NOON } as const;
    const { look, now, charged } = await lookAt({
      nowMs: BETWEEN_SLOTS,
      plan: { ...SEEN, ...TRIED, turn, lastResult: { kind: 'declined', code: '002' } },
    });
    expect([look, charged]).toEqual(['planned', []]);
    expect(now).toMatchObject({ progress: { tries: 1 }, dueAtMs: EVENING });
    expect(now).not.toHaveProperty('turn');
  });

  test('whose sale has no card any more fails', async () => {
    const { look, now } = await lookAt({ plan: SEEN, sale: noCards as object });
    expect([look, now]).toMatchObject(['failed', { state: 'failed', lastResult: { because: 'no-card' } }]);
  });

  test('that has used up its tries fails as it was tried last', async () => {
    const lastResult = { kind: 'declined', code: '002' } as const;
    const progress = { tries: 2, endedCards: [] };
    const made = await scene();
    const plan = { ...SEEN, ...TRIED, lastResult, progress: { ...made.plan.progress, ...progress } };
    const { look, now, charged } = await lookAt({ plan });
    expect([look, charged]).toEqual(['failed', []]);
    expect(now).toMatchObject({ state: 'failed', lastResult });
  });

  test.each(['planned', 'requested'] as const)(
    'that sends a payment request waits as it is, %s, where nobody can send one',
    async (state) => {
      const { look, now, charged } = await lookAt({ plan: { ...SEEN, dealerCustomerTypeId: 8, state } });
      expect([look, charged]).toEqual([state, []]);
      expect(now).toMatchObject({ state, dueAtMs: EVENING, historyCount: 0 });
    },
  );

  test('that sends a payment request waits for the morning by night, which is no slot', async () => {
    const { look, now } = await lookAt({ nowMs: at('2026-11-23 23:00'), plan: { ...SEEN, dealerCustomerTypeId: 8 } });
    expect([look, now]).toMatchObject(['planned', { dueAtMs: at('2026-11-24 09:00'), progress: { tries: 0 } }]);
  });

  test('that is gone, or has ended, is left alone', async () => {
    const made = await scene();
    const chargeOf = chargePlan({ ...made.worker(), plans: { ...made.worker().plans, open: async () => undefined } });
    expect(await chargeOf(made.due, made.clock.now() + DAY_MS)).toBe('left-alone');
    const look = chargePlan(made.worker());
    expect(await look(made.due, made.clock.now() + DAY_MS)).toBe('paid');
    expect(await look(made.due, made.clock.now() + DAY_MS)).toBe('left-alone');
    expect(made.charged).toHaveLength(1);
  });

  test('is left due, and not tried, where no time is left for a charge', async () => {
    const made = await scene();
    expect(await chargePlan(made.worker())(made.due, made.clock.now())).toBe('no-time');
    expect(await made.planRow()).toEqual(made.plan);
  });
});
