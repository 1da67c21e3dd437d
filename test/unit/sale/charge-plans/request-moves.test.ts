import { describe, expect, test } from 'vitest';
import { type PlanRequestsDependencies, planRequests } from '../../../../functions/sale/charge-plans/plan-requests.ts';
import { hmacPaymentNames } from '../../../../shared/adapters/dynamodb/payment/payment-names.ts';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { expiryDueAtMs } from '../../../../shared/domain/outbox/link-due.ts';
import type { PaymentPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../../shared/domain/sale/sale.ts';
import type { PlanConclusion, PlanEngine, PlanFile } from '../../../../shared/ports/plan-engine.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { linkWith, saleOf } from '../../../support/dealer/records.ts';
import { planOf } from '../../../support/sale/plans.ts';
import { NOON } from './request-scene.ts';

const HOUR_MS = 3_600_000;
const DUE = { shard: 0, position: '', dealerCode: 'D1', dealerSaleId: 5, dealerPaymentPlanId: 7 };
const paymentNames = hmacPaymentNames('test');
const REQUESTED: Partial<PaymentPlan> = { state: 'requested', userPosPaymentId: 99, dueAtMs: NOON };
/** Its request is being made. */
const BEGUN: Partial<PaymentPlan> = { state: 'requested', dueAtMs: NOON };

interface Scene {
  readonly plan?: Partial<PaymentPlan>;
  readonly sale?: Partial<Sale>;
  readonly link?: Partial<PaymentRequest> | 'none';
  readonly dealer?: Partial<Dealer>;
  readonly isPaused?: boolean;
  readonly nowMs?: number;
  readonly mayCancel?: boolean;
  /** Whether the plan is written; where it is not, others were first. */
  readonly isWritten?: boolean;
  /** The plan as others left it meanwhile. */
  readonly now?: (file: PlanFile) => PlanFile | undefined;
  readonly deps?: Partial<PlanRequestsDependencies>;
}

/** The requests of one plan, with its link and its engine. */
const scene = ({ link: linkChanges = {}, isWritten = true, mayCancel = true, ...made }: Scene = {}) => {
  const clock = new FakeClock(made.nowMs ?? NOON);
  const { defaultCard1Token: _none, ...cardless } = saleOf('D1', {
    dealerSaleId: 5,
    dealerCustomerTypeId: 8,
    ...made.sale,
  });
  const plan = planOf({ dueAtMs: NOON, ...made.plan });
  const file: PlanFile = { plan, sale: cardless };
  const payment = paymentNames.nameOfTry(plan, plan.historyCount + 1);
  const link =
    linkChanges === 'none'
      ? undefined
      : linkWith({ dealerCode: 'D1', payment, userPosPaymentId: 99, createdAtMs: NOON, ...linkChanges });
  const conclusions: PlanConclusion[] = [];
  const cancelled: PaymentRequest[] = [];
  const never = (): never => expect.unreachable('nobody asks that');
  const plans: PlanEngine = {
    shards: 1,
    due: never,
    open: async () => {
      const written = { ...file, plan: conclusions.at(-1)?.plan ?? plan };
      return made.now === undefined ? written : made.now(written);
    },
    scheduleOf: async () => undefined,
    triesOf: never,
    conclude: async (conclusion) => {
      if (!isWritten) return 'plan-changed';
      conclusions.push(conclusion);
      return 'concluded';
    },
    putOffUnread: never,
  };
  const dealer = dealerWith({ dealerCode: 'D1', recurring: true, ...made.dealer });
  const requests = planRequests({
    clock,
    paymentNames,
    identifiers: { next: async () => 1 },
    dealerOf: async () => dealer,
    brake: { isOn: async () => made.isPaused === true },
    paymentRequests: {
      findByName: async (name) => {
        expect(name).toBe(payment);
        return link;
      },
      create: never,
    },
    links: {
      cancel: async (one) => {
        cancelled.push(one);
        return mayCancel;
      },
    },
    definitions: { find: never },
    customers: { find: never },
    ...made.deps,
  } as PlanRequestsDependencies)(plans);
  const looked = { due: DUE, file };
  return {
    close: () => requests.close(looked),
    send: () => requests.send(looked, 8),
    conclusions,
    cancelled,
    clock,
    link,
    plan,
  };
};

describe('What became of a plan’s request (decisions: recurring sales)', () => {
  test('a link that is paid pays the plan, with its order and its card', async () => {
    const result = {
      resultReference: 'r',
      code: '',
      orderId: 'ORDER-1',
      atMs: NOON,
      paid: { maskedCard: '411111******1111' },
    };
    const link = linkWith();
    const progress = { ...link.progress, result } as PaymentRequest['progress'];
    const { close, conclusions } = scene({ plan: REQUESTED, link: { state: 'paid', progress } });
    expect((await close())?.plan).toMatchObject({ state: 'paid', lastResult: { kind: 'paid' } });
    expect(conclusions).toMatchObject([{ tried: { orderId: 'ORDER-1', result: { kind: 'paid' } } }]);
    const [paid] = conclusions[0]?.events ?? [];
    expect(paid).toMatchObject({ type: 'plan.paid', facts: { plan: { maskedCard: '411111******1111' } } });
  });

  test('one that was cancelled because its sale was deleted withdraws the plan', async () => {
    const { close, cancelled } = scene({ plan: REQUESTED, link: { state: 'cancelled' }, sale: { deletedAtMs: NOON } });
    expect((await close())?.plan.state).toBe('withdrawn');
    expect(cancelled).toEqual([]);
  });

  test('one of a deleted sale is cancelled, unless a payer came in between: then the next look decides', async () => {
    const given = { plan: REQUESTED, sale: { deletedAtMs: NOON } };
    const done = scene(given);
    expect((await done.close())?.plan.state).toBe('withdrawn');
    expect(done.cancelled).toHaveLength(1);
    expect(done.cancelled[0]).not.toHaveProperty('plan');
    const lost = scene({ ...given, mayCancel: false });
    expect([await lost.close(), lost.conclusions]).toEqual([undefined, []]);
  });

  test('one that ended unpaid fails the plan also while the stage is paused; one that only seems over waits', async () => {
    const ended = scene({ plan: REQUESTED, link: { state: 'failed' }, isPaused: true });
    expect((await ended.close())?.plan).toMatchObject({ state: 'failed', lastResult: { because: 'request-not-paid' } });
    const nowMs = expiryDueAtMs(linkWith({ createdAtMs: NOON }));
    const over = scene({ plan: REQUESTED, isPaused: true, nowMs });
    expect((await over.close())?.plan).toMatchObject({ state: 'requested', dueAtMs: NOON + 6 * HOUR_MS });
    expect((await scene({ plan: REQUESTED, nowMs }).close())?.plan.state).toBe('failed');
  });

  test('a plan whose request was sent has a link', async () => {
    await expect(scene({ plan: REQUESTED, link: 'none' }).close()).rejects.toThrow('a requested plan has no link');
  });
});

describe('A request that was being made', () => {
  test('and is there is noted as sent', async () => {
    const { close, conclusions } = scene({ plan: BEGUN });
    expect((await close())?.plan).toMatchObject({ state: 'requested', userPosPaymentId: 99, dueAtMs: NOON + HOUR_MS });
    expect(conclusions).toHaveLength(1);
  });

  const noLink = { plan: BEGUN, link: 'none' } as const;
  test.each<readonly [string, Scene, object]>([
    [
      'waits for the morning by night',
      { nowMs: NOON + 11 * HOUR_MS },
      { state: 'requested', dueAtMs: NOON + 21 * HOUR_MS },
    ],
    [
      'waits for the next slot while its dealer is paused',
      { dealer: { paused: true } },
      { state: 'requested', dueAtMs: NOON + 6 * HOUR_MS },
    ],
    ['waits while the stage is paused', { isPaused: true }, { state: 'requested', dueAtMs: NOON + 6 * HOUR_MS }],
    [
      'fails without permission',
      { dealer: { recurring: false } },
      { state: 'failed', lastResult: { because: 'permission' } },
    ],
    [
      'fails without a definition',
      { sale: { dealerCustomerTypeId: undefined } as object },
      { state: 'failed', lastResult: { because: 'permission' } },
    ],
    ['is withdrawn with its sale', { sale: { deletedAtMs: NOON } }, { state: 'withdrawn' }],
  ])('and is not there %s', async (_what, changes, plan) => {
    const { close, cancelled } = scene({ ...noLink, ...changes });
    expect((await close())?.plan).toMatchObject(plan);
    expect(cancelled).toEqual([]);
  });

  test('is made by the plan’s own definition before that of its sale', async () => {
    const asked: number[] = [];
    const definitions = {
      find: async (id: number) => {
        asked.push(id);
        return undefined;
      },
    };
    const customers = { find: async () => ({}) };
    const deps = { definitions, customers };
    await scene({ plan: { ...BEGUN, dealerCustomerTypeId: 26 }, link: 'none', deps }).close();
    await scene({ ...noLink, deps }).close();
    expect(asked).toEqual([26, 8]);
  });
});

describe('A request is sent', () => {
  test('not while the stage is paused: its plan waits, and that is no try', async () => {
    const { send } = scene({ link: 'none', isPaused: true });
    expect((await send())?.plan).toMatchObject({ state: 'planned', dueAtMs: NOON + 6 * HOUR_MS, historyCount: 0 });
  });

  test('once: the link of an earlier look is found again, and nobody asks for another one', async () => {
    const { send, conclusions } = scene();
    expect((await send())?.plan).toMatchObject({ state: 'requested', userPosPaymentId: 99 });
    expect(conclusions.map(({ plan }) => plan.userPosPaymentId)).toEqual([undefined, 99]);
  });

  test('a store that fails leaves the plan as it is being made: the next look goes on', async () => {
    const failing = async () => Promise.reject(new StoreUnavailable('unknown', 'TimeoutError'));
    const deps = { definitions: { find: failing }, customers: { find: async () => ({}) } };
    const { send, conclusions } = scene({ link: 'none', deps });
    await expect(send()).rejects.toThrow(StoreUnavailable);
    expect(conclusions.map(({ plan }) => plan.state)).toEqual(['requested']);
  });

  test('beside DeleteSale: the plan of a sale that was deleted meanwhile is due at once, unless others wrote it', async () => {
    const deleted = (file: PlanFile): PlanFile => ({ ...file, sale: { ...file.sale, deletedAtMs: NOON } });
    expect((await scene({ plan: BEGUN, now: deleted }).close())?.plan.dueAtMs).toBe(NOON);
    const others = (file: PlanFile): PlanFile => {
      const { plan } = deleted(file);
      return { ...deleted(file), plan: { ...plan, version: plan.version + 1 } };
    };
    expect((await scene({ plan: BEGUN, now: others }).close())?.plan.dueAtMs).toBe(NOON + HOUR_MS);
    expect((await scene({ plan: BEGUN, now: () => undefined }).close())?.plan.dueAtMs).toBe(NOON + HOUR_MS);
  });
});

describe('A link whose plan went on while it was made', () => {
  const left: readonly (readonly [string, (file: PlanFile) => PlanFile | undefined, boolean])[] = [
    ['is cancelled where the plan is gone', () => undefined, true],
    ['is cancelled where the plan failed', (file) => ({ ...file, plan: { ...file.plan, state: 'failed' } }), true],
    [
      'is cancelled where the plan sends another request by now',
      (file) => ({ ...file, plan: { ...file.plan, historyCount: 3 } }),
      true,
    ],
    ['stays where the plan is still requested by it', (file) => file, false],
    [
      'stays where the plan ended by it',
      (file) => ({ ...file, plan: { ...file.plan, state: 'paid', historyCount: 1, userPosPaymentId: 99 } }),
      false,
    ],
  ];
  test.each(left)('%s', async (_what, now, isCancelled) => {
    const { close, cancelled, link } = scene({ plan: BEGUN, isWritten: false, now });
    expect(await close()).toBeUndefined();
    expect(cancelled).toEqual(isCancelled ? [link] : []);
  });
});
