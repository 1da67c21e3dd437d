import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { duePartition } from '../../../shared/adapters/dynamodb/index-keys.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoDueQueue } from '../../../shared/adapters/dynamodb/payment/due-queue.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { stepItem } from '../../../shared/adapters/dynamodb/payment/step-item.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { AttemptChange } from '../../../shared/domain/attempt/attempt-change.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { StepMove } from '../../../shared/domain/payment/charge-of-attempt.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../support/payment/attempts.ts';
import { reversalOf } from '../../support/payment/steps.ts';
import {
  itemsOfAttempt,
  itemsOfDirect,
  itemsOfLink,
  itemsOfReversing,
  itemsOfSteps,
  paymentNames,
} from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const BUCKET = { kind: 'day', name: '20270115', currency: 'TL', shard: 0 } as const;

/** A paid direct payment with its bucket, and the ports over the store. */
const scene = async ({ store, direct }: StoreWorld, changes: Partial<DirectAttempt> = {}) => {
  const dealerCode = `T${randomUUID().slice(0, 8)}`;
  const otherTrxCode = randomUUID();
  const payment = paymentNames.nameOf(dealerCode, otherTrxCode);
  const { pendingCard: _none, ...paid } = directAttemptWith(
    dealerCode,
    { payment, state: 'approved', told: 'paid', reservations: [{ ...BUCKET, amount: minor(300) }], ...changes },
    { otherTrxCode },
  );
  const attempt: DirectAttempt = paid;
  const bucket = keys.limitBucket(dealerCode, BUCKET);
  await putRows(direct, [...itemsOfDirect(attempt), { ...bucket, kind: 'day', usedMinor: 1000 }]);
  const payments = dynamoPayments(store, paymentNames);
  const changeTo = (after: Partial<DirectAttempt>, more: Partial<AttemptChange> = {}): AttemptChange => ({
    fromVersion: attempt.version,
    attempt: { ...attempt, version: attempt.version + 1, ...after },
    takes: [],
    releases: { reservations: [] },
    ...more,
  });
  const moveOf = (step: Step, rest: Partial<StepMove> = {}): StepMove => ({
    step,
    attempt: undefined,
    gateway: attempt.pos.gateway,
    ...rest,
  });
  const intentOf = (step: Step): StepMove => moveOf(step, { attempt: changeTo({ activeStep: step.number }) });
  return {
    dealerCode,
    otherTrxCode,
    attempt,
    payments,
    changeTo,
    moveOf,
    intentOf,
    steps: dynamoSteps(store),
    stored: async () => (await payments.find(payment)) ?? expect.unreachable('the payment is there'),
    used: async () => (await direct.get(bucket))?.usedMinor,
  };
};

const applyTests = (world: () => StoreWorld): void => {
  test('its intent is written with the slot of its attempt, in one transaction, and told with the attempt then', async () => {
    const { attempt, steps, intentOf, stored } = await scene(world());
    const step = reversalOf(attempt, { kind: 'refund', asker: { by: 'dealer' } });
    const before = world().proxy.count();
    const outcome = await steps.apply(intentOf(step));
    expect(world().proxy.count() - before).toBe(1);
    const after = { ...attempt, version: 2, activeStep: 1 };
    expect(outcome).toEqual({ kind: 'applied', attempt: after });
    expect(await stored()).toMatchObject({ steps: [step], attempts: [after] });
  });

  test('of ten intents of one number, one is written: its own number of a charge tells whose it is', async () => {
    const { attempt, steps, intentOf, stored } = await scene(world());
    const rivals = Array.from({ length: 10 }, (_, index) => reversalOf(attempt, { trxId: 500 + index }));
    const outcomes = await Promise.all(rivals.map((step) => steps.apply(intentOf(step))));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['applied', ...Array(9).fill('changed')]);
    const winner = rivals[outcomes.findIndex(({ kind }) => kind === 'applied')];
    const { steps: written, attempts } = await stored();
    expect(written).toEqual([winner]);
    expect(attempts).toMatchObject([{ activeStep: 1, version: 2 }]);
  });

  test('an intent meets an attempt that has changed: nothing is written', async () => {
    const { attempt, steps, intentOf, stored } = await scene(world());
    const stale = intentOf(reversalOf(attempt));
    const behind = { ...stale, attempt: { ...(stale.attempt ?? expect.unreachable()), fromVersion: 9 } };
    expect(await steps.apply(behind)).toEqual({ kind: 'changed' });
    expect(await stored()).toMatchObject({ steps: [], attempts: [{ version: attempt.version }] });
  });

  test('a move meets a step that has changed: nothing is written, the attempt included', async () => {
    const { attempt, steps, intentOf, moveOf, changeTo, stored } = await scene(world());
    const step = reversalOf(attempt);
    await steps.apply(intentOf(step));
    const done = { ...step, version: 6, state: 'done', doneBy: 'void' } as const;
    const ending = changeTo({ version: 3, state: 'voided' }, { fromVersion: 2 });
    expect(await steps.apply(moveOf(done, { fromVersion: 5, attempt: ending }))).toEqual({ kind: 'changed' });
    expect(await steps.apply(moveOf(done, { fromVersion: 5 }))).toEqual({ kind: 'changed' });
    expect(await stored()).toMatchObject({
      steps: [step],
      attempts: [{ state: 'approved', version: 2, activeStep: 1 }],
    });
  });

  test('a lease that ten ask for in the same millisecond has one winner, though all would write the same item', async () => {
    const { attempt, steps, intentOf, moveOf, stored } = await scene(world());
    const step = reversalOf(attempt);
    await steps.apply(intentOf(step));
    const leased = { ...step, version: 2, dueAtMs: step.dueAtMs + 60_000 };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => steps.apply(moveOf(leased, { fromVersion: 1 }))),
    );
    expect(outcomes.filter(({ kind }) => kind === 'applied')).toHaveLength(1);
    expect((await stored()).steps).toEqual([leased]);
  });

  test('what a capture takes is taken with its intent, or nothing is written where the bucket has no room', async () => {
    const { attempt, steps, moveOf, changeTo, stored, used } = await scene(world());
    const step = reversalOf(attempt, { kind: 'capture' });
    const taking = (share: number) =>
      moveOf(step, {
        attempt: changeTo({ activeStep: 1 }, { takes: [{ ...BUCKET, amount: minor(500), share: minor(share) }] }),
      });
    expect(await steps.apply(taking(1499))).toEqual({ kind: 'budget-changed' });
    expect([(await stored()).steps, await used()]).toEqual([[], 1000]);
    expect(await steps.apply(taking(1500))).toMatchObject({ kind: 'applied' });
    expect([(await stored()).steps, await used()]).toEqual([[step], 1500]);
  });

  test('its end gives back once: a repeat of the same move changes nothing', async () => {
    const { attempt, steps, intentOf, moveOf, changeTo, stored, used } = await scene(world());
    const step = reversalOf(attempt);
    await steps.apply(intentOf(step));
    const end = moveOf(
      { ...step, version: 2, state: 'done', doneBy: 'void' },
      {
        fromVersion: 1,
        attempt: changeTo(
          { version: 3, state: 'voided', reservations: [] },
          { fromVersion: 2, releases: { reservations: attempt.reservations } },
        ),
      },
    );
    expect(await steps.apply(end)).toMatchObject({ kind: 'applied' });
    expect(await steps.apply(end)).toEqual({ kind: 'changed' });
    expect([(await stored()).attempts[0]?.state, await used()]).toEqual(['voided', 700]);
  });

  test('a link is freed in the transaction that begins the reversal; one that another attempt holds stops all of it', async () => {
    const { store, direct } = world();
    for (const holder of ['own', 'another'] as const) {
      const open = linkWith();
      const attempt = linkAttemptWith(open, { state: 'in-doubt', pendingCard: undefined } as object);
      const activeAttempt = holder === 'own' ? attempt.reference : `${open.payment}.09`;
      await putRows(direct, [
        ...itemsOfLink({ ...open, progress: { ...open.progress, activeAttempt } }),
        ...itemsOfAttempt(attempt),
      ]);
      const link = {
        payment: open.payment,
        onlyIf: { kind: 'active', attempt: attempt.reference },
        effects: [{ kind: 'frees' }],
      } as const;
      const reversing = { ...attempt, version: 2, state: 'reversing', told: 'failed', activeStep: 1 } as const;
      const change = { fromVersion: 1, attempt: reversing, link, takes: [], releases: { reservations: [] } } as const;
      const move = { step: reversalOf(attempt), attempt: change, gateway: attempt.pos.gateway };
      const outcome = await dynamoSteps(store).apply(move);
      expect(outcome.kind).toBe(holder === 'own' ? 'applied' : 'changed');
      const now = await dynamoPayments(direct, paymentNames).find(open.payment);
      expect(now?.steps).toHaveLength(holder === 'own' ? 1 : 0);
      expect(now?.attempts[0]?.told).toBe(holder === 'own' ? 'failed' : 'nobody');
      expect(now?.link?.progress.activeAttempt).toBe(holder === 'own' ? undefined : activeAttempt);
    }
  });
};

const findTests = (world: () => StoreWorld): void => {
  test('is found whole by name, code and order in one trip, and by its id in two', async () => {
    const { dealerCode, otherTrxCode, attempt, payments, steps, intentOf, stored } = await scene(world());
    const shares = Array.from({ length: 100 }, (_, index) => ({ subDealerId: index + 1, amount: minor(index) }));
    const step = reversalOf(attempt, { kind: 'refund', shares });
    await steps.apply(intentOf(step));
    const whole = await stored();
    expect(whole).toMatchObject({
      dealerCode,
      otherTrxCode,
      kind: 'direct',
      steps: [step],
      attempts: [{ activeStep: 1 }],
    });
    const tripsOf = async (read: Promise<unknown>) => {
      const before = world().proxy.count();
      return [await read, world().proxy.count() - before];
    };
    expect(await tripsOf(payments.findByCode(dealerCode, otherTrxCode))).toEqual([whole, 1]);
    expect(await tripsOf(payments.findByOrder(dealerCode, attempt.orderId))).toEqual([whole, 1]);
    expect(await tripsOf(payments.findById(dealerCode, attempt.paymentId))).toEqual([whole, 2]);
  });

  test('of another dealer, of another order and of no order is not found', async () => {
    const { dealerCode, otherTrxCode, attempt, payments } = await scene(world());
    expect(await payments.findByOrder('OTHER', attempt.orderId)).toBeUndefined();
    expect(await payments.findByCode('OTHER', otherTrxCode)).toBeUndefined();
    expect(await payments.findById('OTHER', attempt.paymentId)).toBeUndefined();
    expect(await payments.findByOrder(dealerCode, attempt.orderId.replace(/-01$/, '-02'))).toBeUndefined();
    expect(await payments.findByOrder(dealerCode, 'ORDER-1')).toBeUndefined();
  });

  test('waiting cards are read only by who asks for them', async () => {
    const { direct } = world();
    const attempt = directAttemptWith('D1');
    await putRows(direct, itemsOfDirect(attempt));
    const cardOf = async (cards: boolean) =>
      (await dynamoPayments(direct, paymentNames, { cards }).find(attempt.payment))?.attempts[0]?.pendingCard;
    expect([await cardOf(false), await cardOf(true)]).toEqual([undefined, attempt.pendingCard]);
  });
};

const queueTests = (world: () => StoreWorld): void => {
  /** The rows of one payment among all that are due. */
  const dueOf = async (payment: string, nowMs: number) => {
    const queue = dynamoDueQueue(world().direct);
    const pages = await Promise.all(
      Array.from({ length: queue.shards }, (_, shard) => queue.due(shard, { nowMs, limit: 1000 })),
    );
    return pages.flat().filter((row) => row.payment === payment);
  };

  test('shows an attempt and a step of one payment each as what it is, in one shard, under one gateway', async () => {
    const attempt = directAttemptWith('D1', { state: 'in-doubt', dueAtMs: 5000 });
    const step = reversalOf(attempt, { dueAtMs: 4000, number: 12 });
    await putRows(world().direct, [...itemsOfDirect(attempt), ...itemsOfSteps([step], attempt.pos.gateway)]);
    const rows = await dueOf(attempt.payment, 6000);
    expect(rows).toMatchObject([
      { kind: 'step', number: 12, payment: attempt.payment },
      { kind: 'attempt', number: 1, payment: attempt.payment },
    ]);
    expect(new Set(rows.map(({ gatewayTag }) => gatewayTag)).size).toBe(1);
    expect(await dueOf(attempt.payment, 4500)).toMatchObject([{ kind: 'step' }]);
  });

  test('a step leaves it with its end, and stays for the one question more', async () => {
    const { direct } = world();
    const attempt = directAttemptWith('D1', { state: 'refunded', told: 'failed' });
    const done = reversalOf(attempt, { state: 'done', doneBy: 'credit', dueAtMs: 5000 });
    await putRows(direct, [...itemsOfDirect(attempt), ...itemsOfSteps([{ ...done, recheckAtMs: 5000 }], 'https://b')]);
    expect(await dueOf(attempt.payment, 6000)).toMatchObject([{ kind: 'step' }]);
    await putRows(direct, itemsOfSteps([done], 'https://b'));
    expect(await dueOf(attempt.payment, 6000)).toEqual([]);
  });

  test('a row that cannot be read is put off by its key alone, later each time, and only from where it stood', async () => {
    const { direct } = world();
    const attempt = directAttemptWith('D1');
    await putRows(
      direct,
      itemsOfReversing(attempt, { dueAtMs: 5000 }).map((item) =>
        item.entity === 'step' ? { ...item, kind: 'nonsense' } : item,
      ),
    );
    const queue = dynamoDueQueue(direct);
    const times: number[] = [];
    const putOff = async (nowMs: number) => {
      const [row] = await dueOf(attempt.payment, nowMs);
      await queue.rescheduleUnread(row ?? expect.unreachable('it is due'), (before) => {
        times.push(before);
        return nowMs + 1000 * (before + 1);
      });
      return row ?? expect.unreachable();
    };
    const first = await putOff(5000);
    expect(await dueOf(attempt.payment, 5999)).toEqual([]);
    await putOff(6000);
    expect(times).toEqual([0, 1]);
    await queue.rescheduleUnread(first, () => 1);
    const key = paymentKeys.step({ payment: attempt.payment, number: 1 });
    expect(await direct.get(key)).toMatchObject({ dueSk: expect.stringMatching(/^0+8000#/), unreadTimes: 2 });
  });

  test('has as many shards as its rows are spread over', () => {
    const shards = Array.from({ length: dynamoDueQueue(world().direct).shards }, (_, shard) => duePartition(shard));
    for (let one = 0; one < 200; one += 1) {
      const attempt = directAttemptWith('D1');
      const { duePk }: { readonly duePk?: string } = stepItem(reversalOf(attempt), attempt.pos.gateway);
      expect(shards).toContain(duePk);
    }
  });

  test('an attempt that a step stands for is not in it', async () => {
    const attempt = directAttemptWith('D1');
    await putRows(world().direct, itemsOfReversing(attempt, { dueAtMs: 5000 }));
    expect(await dueOf(attempt.payment, Date.UTC(2030, 0, 1))).toMatchObject([{ kind: 'step', number: 1 }]);
    expect(await dynamoAttempts(world().direct).find(attempt.reference)).toMatchObject({ state: 'reversing' });
  });
};

/** The contract of steps, payments and the due queue, on any engine. */
export const stepsSuite = (world: () => StoreWorld): void => {
  describe('a step', () => applyTests(world));
  describe('a payment', () => findTests(world));
  describe('the due queue', () => queueTests(world));
};
