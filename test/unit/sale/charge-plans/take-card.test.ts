import { describe, expect, test } from 'vitest';
import type { ChargePlansDependencies } from '../../../../functions/sale/charge-plans/charge-plans.ts';
import {
  type CardTaken,
  CHARGE_RUN_MS,
  settleCard,
  takeCard,
} from '../../../../functions/sale/charge-plans/take-card.ts';
import { nextActionOf } from '../../../../shared/domain/sale/plan-moves.ts';
import { SLOT_LASTS_MS } from '../../../../shared/domain/sale/slots.ts';
import type { PlanBegin, PlanFile } from '../../../../shared/ports/plan-engine.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { APPROVED, DECLINED, type SceneOptions, SILENT, scene, TOKENS } from './plan-scene.ts';

type Scene = Awaited<ReturnType<typeof scene>>;
type Changes = Partial<ChargePlansDependencies>;

const throttled = () => new StoreUnavailable('unknown', 'TimeoutError');

/** Opens the due plan of a scene, and takes the card whose turn it is. */
const taking = async (made: Scene, changes: Changes = {}, runMs = 24 * 3_600_000) => {
  const deps = { ...made.worker(), ...changes };
  const file = (await deps.plans.open(made.due)) ?? expect.unreachable('the plan is there');
  const action = nextActionOf(file, made.clock.now());
  if (action.kind !== 'take') throw new Error('no card is taken');
  const { card } = action;
  const take = (of: PlanFile = file): Promise<CardTaken> =>
    takeCard({ file: of, card, deadlineMs: made.clock.now() + runMs }, deps);
  return { deps, file, card, take };
};

const takenIn = async (options: SceneOptions, changes: Changes = {}) => {
  const made = await scene(options);
  const { take } = await taking(made, changes);
  return { ...made, taken: await take() };
};

describe('A card of a plan is charged (decisions: recurring sales)', () => {
  test('only with the time that a charge takes', async () => {
    const made = await scene();
    const short = await taking(made, {}, CHARGE_RUN_MS - 1);
    expect(await short.take()).toEqual({ kind: 'no-time' });
    expect(made.charged).toEqual([]);
    const enough = await taking(made, {}, CHARGE_RUN_MS);
    expect(await enough.take()).toMatchObject({ kind: 'ended', outcome: { kind: 'approved' } });
  });

  test.each(['while it waits for its gateway', 'while its intent is made'])(
    'only in its slot: not if that ends %s',
    async (when) => {
      const made = await scene();
      const { places, cards } = made.worker();
      const late = (is: boolean): void => {
        if (is) made.clock.advance(SLOT_LASTS_MS);
      };
      const { take } = await taking(made, {
        places: {
          within: (host, charge) => {
            late(when === 'while it waits for its gateway');
            return places.within(host, charge);
          },
        },
        cards: {
          ...cards,
          hash: async (card) => {
            expect(card).toMatchObject({ dealerCode: 'D1', scope: 'plan-tries' });
            late(when === 'while its intent is made');
            return cards.hash(card);
          },
        },
      });
      expect(await take()).toEqual({ kind: 'slot-over' });
      expect(made.charged).toEqual([]);
    },
  );

  test('once: of two workers that opened the plan at the same version the second leaves it alone', async () => {
    const made = await scene();
    const { take, deps, card } = await taking(made);
    expect(await take()).toMatchObject({ kind: 'ended' });
    expect(await take()).toEqual({ kind: 'left-alone' });
    expect(made.charged).toHaveLength(1);
    const file = (await deps.plans.open(made.due)) ?? expect.unreachable();
    expect(file.plan).toMatchObject({ state: 'charging', taken: { attempt: card.attempt, slotMs: card.slotMs } });
  });

  test('once: of two workers with the second card, too, whatever became of its charge', async () => {
    const made = await scene({ answers: [DECLINED, APPROVED] });
    const first = await taking(made);
    const { plan } = await first.take().then((taken) => (taken.kind === 'ended' ? taken.file : expect.unreachable()));
    const [, token] = TOKENS;
    const second = { ...first.card, place: 2, attempt: 2, token } as const;
    const take = (): Promise<CardTaken> =>
      takeCard(
        { file: { ...first.file, plan }, card: second, deadlineMs: made.clock.now() + CHARGE_RUN_MS },
        first.deps,
      );
    expect(await take()).toMatchObject({ kind: 'ended', outcome: { kind: 'approved' } });
    expect(await take()).toEqual({ kind: 'left-alone' });
    expect(made.charged.map(({ last }) => last)).toEqual(['1111', '4444']);
  });

  test('by the plan as it stands with its taken card, which the outcome is written for', async () => {
    const made = await scene();
    const { take, file } = await taking(made);
    const taken = await take();
    expect(taken).toMatchObject({
      kind: 'ended',
      outcome: { kind: 'approved' },
      attempt: { orderId: made.charged[0]?.orderId },
      file: { plan: { state: 'charging', version: file.plan.version + 1 } },
    });
  });
});

describe('No card is charged', () => {
  const noTry: readonly (readonly [string, SceneOptions, Changes, object])[] = [
    ['where the dealer is disabled', { dealer: { enabled: false } }, {}, { kind: 'paused' }],
    ['where the dealer is gone', {}, { dealerOf: async () => undefined }, { kind: 'paused' }],
    ['where the dealer is paused while it waits', { pausedInLine: 'dealer' }, {}, { kind: 'paused' }],
    ['where the stage is paused while it waits', { pausedInLine: 'stage' }, {}, { kind: 'paused' }],
    ['without permission', { dealer: { recurring: false } }, {}, { kind: 'not-charged', because: 'permission' }],
    ['above a limit', { dealer: { limits: {} } }, {}, { kind: 'not-charged', because: 'limit' }],
  ];
  test.each(noTry)('%s', async (_why, options, changes, outcome) => {
    const { taken, charged } = await takenIn(options, changes);
    expect(taken).toMatchObject({ kind: 'ended', outcome });
    expect(taken).not.toHaveProperty('attempt');
    expect(charged).toEqual([]);
  });

  test('where its bank has fallen silent for others; whoever was let in to try it says when that is over', async () => {
    const asked: unknown[] = [];
    let released = 0;
    const breaker = (isOpen: boolean): Changes => ({
      breaker: {
        read: async () => ({
          allowsStart: () => true,
          admits: async ({ dealerCode, pos }) => {
            asked.push([dealerCode, pos.posId]);
            return !isOpen;
          },
          release: async () => {
            released += 1;
          },
        }),
        note: async () => undefined,
      },
    });
    const { taken, charged } = await takenIn({}, breaker(true));
    expect(taken).toMatchObject({ kind: 'ended', outcome: { kind: 'not-charged', because: 'bank' } });
    expect([charged, asked, released]).toEqual([[], [['D1', 'isbank']], 0]);
    expect((await takenIn({}, breaker(false))).taken).toMatchObject({ outcome: { kind: 'approved' } });
    expect(released).toBe(1);
    const failing = { ...breaker(false), planCharges: { begin: () => Promise.reject(throttled()) } };
    await expect(takenIn({}, failing as Changes)).rejects.toThrow(StoreUnavailable);
    expect(released).toBe(2);
  });

  test('beside an earlier charge that may still hold money: the outcome is unknown, and names that charge', async () => {
    const made = await scene({ answers: [SILENT] });
    const first = await taking(made);
    await first.take();
    const { file, card } = first;
    // The next slot of a plan whose try before is in doubt.
    const { progress } = file.plan;
    const next = { ...file, plan: { ...file.plan, progress: { ...progress, tries: progress.tries + 1 } } };
    const taken = await takeCard({ file: next, card, deadlineMs: made.clock.now() + 3_600_000 }, first.deps);
    expect(taken).toMatchObject({
      kind: 'ended',
      file: next,
      outcome: { kind: 'unknown' },
      standing: { orderId: made.charged[0]?.orderId },
    });
    expect(made.charged).toHaveLength(1);
  });
});

describe('The intent of a charge', () => {
  /** A store that answers each begin so many times, and then carries it out. */
  const beginning = async (begun: PlanBegin, times: number) => {
    const made = await scene();
    const { planCharges } = made.worker();
    let begins = 0;
    const begin: typeof planCharges.begin = async (...given) => {
      begins += 1;
      return begins <= times ? begun : planCharges.begin(...given);
    };
    const { take } = await taking(made, { planCharges: { ...planCharges, begin } });
    return { taken: await take(), begins, charged: made.charged };
  };

  test.each(['tries-changed', 'id-taken'] as const)(
    'is made anew where the store says %s, eight times at most',
    async (kind) => {
      const seventh = await beginning({ kind }, 7);
      expect([seventh.taken.kind, seventh.charged.length, seventh.begins]).toEqual(['ended', 1, 8]);
      const never = await beginning({ kind }, Number.POSITIVE_INFINITY);
      expect([never.taken, never.charged]).toEqual([{ kind: 'left-alone' }, []]);
      expect(never.begins % 8).toBe(0);
    },
  );

  test.each(['plan-changed', 'attempt-changed', 'code-known', 'customer-taken'] as const)(
    'leaves the plan to others where the store says %s',
    async (kind) => {
      const { taken, charged } = await beginning({ kind } as PlanBegin, Number.POSITIVE_INFINITY);
      expect([taken, charged]).toEqual([{ kind: 'left-alone' }, []]);
    },
  );

  test('above the limit of the card waits for another slot', async () => {
    const { taken, charged } = await beginning({ kind: 'card-limit' }, Number.POSITIVE_INFINITY);
    expect(taken).toMatchObject({ kind: 'ended', outcome: { kind: 'not-charged', because: 'limit' } });
    expect(charged).toEqual([]);
  });
});

describe('The outcome of a charge', () => {
  test('that cannot be written is unknown: the sweeper reconciles it', async () => {
    const made = await scene();
    const { attempts } = made.worker();
    const { take } = await taking(made, { attempts: { ...attempts, apply: () => Promise.reject(throttled()) } });
    expect(await take()).toMatchObject({ kind: 'ended', outcome: { kind: 'unknown' }, attempt: { state: 'charging' } });
    const broken = await scene();
    const failing = { ...broken.worker().attempts, apply: () => Promise.reject(new RangeError('a defect')) };
    await expect((await taking(broken, { attempts: failing })).take()).rejects.toThrow(RangeError);
  });

  test.each([
    ['declined', DECLINED, { kind: 'declined', code: '002' }],
    ['approved', undefined, { kind: 'approved' }],
  ] as const)('that another worker wrote meanwhile is the one that counts: %s', async (_what, answer, outcome) => {
    const made = await scene(answer === undefined ? {} : { answers: [answer] });
    const { attempts } = made.worker();
    const apply: typeof attempts.apply = async (change) => {
      await attempts.apply(change);
      return false;
    };
    const { take } = await taking(made, { attempts: { ...attempts, apply } });
    expect(await take()).toMatchObject({ kind: 'ended', outcome, attempt: { state: 'charging' } });
  });

  test('that another worker was to write is unknown where its attempt is gone', async () => {
    const made = await scene();
    const attempts = { ...made.worker().attempts, apply: async () => false, find: async () => undefined };
    const { take } = await taking(made, { attempts });
    expect(await take()).toMatchObject({ kind: 'ended', outcome: { kind: 'unknown' } });
  });

  test('of a taken card is that of its attempt, and there is one', async () => {
    const made = await scene({ answers: [DECLINED] });
    const { take, deps, file, card } = await taking(made);
    await take();
    expect(await settleCard(file, card, deps)).toMatchObject({
      kind: 'ended',
      outcome: { kind: 'declined', code: '002' },
      attempt: { orderId: made.charged[0]?.orderId },
    });
    await expect(settleCard(file, { ...card, attempt: 2 }, deps)).rejects.toThrow('a taken card has no attempt');
  });
});
