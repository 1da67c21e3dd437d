import { describe, expect, test } from 'vitest';
import { reconcilePayments } from '../../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import type { TransactOutcome } from '../../../../shared/adapters/dynamodb/engine/table.ts';
import type { Write } from '../../../../shared/adapters/dynamodb/engine/writes.ts';
import { keys } from '../../../../shared/adapters/dynamodb/keys.ts';
import { systemRandomness } from '../../../../shared/adapters/runtime/system.ts';
import { NO_PROGRESS } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { referenceOf } from '../../../../shared/domain/payment/payment-name.ts';
import type { BankGateway, InquiryAnswer } from '../../../../shared/ports/bank-gateway.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { cardStoringOver } from '../../../support/card/card-storing.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';
import { reversalOf } from '../../../support/payment/steps.ts';
import { itemsOfAttempt, itemsOfLink, itemsOfSteps } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';
import { sweeperStore } from '../../../support/store/sweeper-store.ts';

const MINUTE_MS = 60_000;
const BUCKET = { kind: 'day', name: '20260115', currency: 'TL', shard: 0 } as const;
const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
/** Another amount than ours: the link's charge is taken back once its payer could have tried again. */
const FOUND: InquiryAnswer = { kind: 'captured', amount: minor(9900), references };

const unasked = (): never => {
  throw new Error('no sweeper asks that of the bank');
};

/** A table that tells of every transaction that it applied, and loses what a test says. */
class TellingTable extends MemoryTable {
  readonly told: (readonly Write[])[] = [];
  /** Called in front of each transaction. */
  before: (writes: readonly Write[]) => Promise<void> = async () => undefined;
  losesAnswerTo: (writes: readonly Write[]) => boolean = () => false;

  override async transact(writes: readonly Write[]): Promise<TransactOutcome> {
    await this.before(writes);
    const outcome = await super.transact(writes);
    if (outcome.applied) this.told.push(writes);
    if (!this.losesAnswerTo(writes)) return outcome;
    this.losesAnswerTo = () => false;
    throw new StoreUnavailable('unknown', 'TimeoutError');
  }
}

const putsStep = (writes: readonly Write[]): boolean =>
  writes.some((write) => 'put' in write && write.put.entity === 'step' && write.put.version === 1);

/** A link whose one charge is in doubt at a bank that holds another amount, and sweepers that run over it. */
const scene = async () => {
  const store = new TellingTable();
  const clock = new FakeClock();
  const startedAtMs = clock.now();
  const link = linkWith({ createdAtMs: startedAtMs, expiresAtMs: startedAtMs + 900 * MINUTE_MS });
  const reference = referenceOf({ payment: link.payment, number: 1 });
  const { pendingCard: _none, ...attempt } = linkAttemptWith(link, {
    state: 'in-doubt',
    startedAtMs,
    lastCallAtMs: startedAtMs,
    answerByMs: startedAtMs + 28_000,
    dueAtMs: startedAtMs + 3 * MINUTE_MS,
    reservations: [{ ...BUCKET, amount: minor(10_000) }],
  });
  const bucket = keys.limitBucket(link.dealerCode, BUCKET);
  const progress = { ...NO_PROGRESS, attempts: 1, latest: reference, activeAttempt: reference };
  await store.transact([
    ...[...itemsOfLink({ ...link, progress }), ...itemsOfAttempt(attempt)].map((put) => ({ put })),
    { put: { ...bucket, kind: 'day', usedMinor: 25_000 } },
  ]);
  store.told.length = 0;
  const swept = sweeperStore(store);
  const stored = async () => (await swept.payments.find(link.payment)) ?? expect.unreachable('the payment is there');
  const calls: string[] = [];
  /** The payment as it stood whenever a Void reached the bank. */
  const atVoid: Awaited<ReturnType<typeof stored>>[] = [];
  const bank: BankGateway = {
    charge: unasked,
    provision: unasked,
    start3D: unasked,
    startOnServer: unasked,
    verifyCallback: unasked,
    inquireHistory: unasked,
    inquire: async () => FOUND,
    followUp: async (_account, { orderId }, { kind }) => {
      atVoid.push(await stored());
      calls.push(`${kind} of ${orderId}`);
      return { kind: 'approved', references };
    },
  };
  const sweeper = () =>
    reconcilePayments({
      ...sweeperStore(store),
      bank,
      posVersions: { find: async () => posWith() },
      opener: { open: async () => 'key' },
      cardStoring: cardStoringOver(store, { clock }),
      randomness: systemRandomness,
      clock,
      log: new FakeLog(),
      metrics: { reconciled: () => undefined },
    });
  return {
    store,
    attempt,
    link,
    calls,
    atVoid,
    stored,
    used: async () => (await store.get(bucket))?.usedMinor,
    /** Lets this time pass, then has so many sweepers run at once. */
    sweepAfter: (ms: number, sweepers = 1) => {
      clock.advance(ms);
      const deadlineMs = clock.now() + 55_000;
      return Promise.all(Array.from({ length: sweepers }, () => sweeper()({ deadlineMs })));
    },
  };
};

describe('a reversal begins (rules 1, 4, 40)', () => {
  test('by telling "failed", freeing the link and taking the slot in one transaction, before the bank hears of it', async () => {
    const { store, attempt, link, calls, atVoid, stored, sweepAfter, used } = await scene();
    await sweepAfter(4 * MINUTE_MS);
    const [begun = []] = store.told.filter(putsStep);
    const touched = begun.map((write) => ('put' in write ? write.put.sk : 'update' in write ? write.update.sk : '?'));
    expect(touched.toSorted()).toEqual(['2#STATE', '3#ATTEMPT#01', '5#STEP#001']);
    expect(atVoid).toMatchObject([
      {
        link: { state: 'open' },
        attempts: [{ state: 'reversing', told: 'failed', activeStep: 1, reservations: [{ amount: 10_000 }] }],
        steps: [{ number: 1, kind: 'reversal', state: 'intended', sent: { voidUnheardAtMs: expect.any(Number) } }],
      },
    ]);
    expect(atVoid[0]?.link?.progress).not.toHaveProperty('activeAttempt');
    expect(calls).toEqual([`void of ${attempt.orderId}`]);
    const after = await stored();
    expect(after).toMatchObject({
      link: { token: link.token, state: 'open' },
      attempts: [{ state: 'voided', told: 'failed', reservations: [] }],
      steps: [{ state: 'done', doneBy: 'void' }],
    });
    expect(after.attempts[0]).not.toHaveProperty('activeStep');
    expect(await used()).toBe(15_000);
  });

  test('once, however many sweepers run in the same millisecond: one Void, and its limits given back once', async () => {
    const { calls, stored, sweepAfter, used } = await scene();
    await sweepAfter(4 * MINUTE_MS, 5);
    expect(calls).toHaveLength(1);
    expect((await stored()).steps).toHaveLength(1);
    expect(await used()).toBe(15_000);
  });

  test('and is carried on by its row where the answer to its intent is lost: no second step, no second Void', async () => {
    const { store, calls, stored, sweepAfter } = await scene();
    store.losesAnswerTo = putsStep;
    expect(await sweepAfter(4 * MINUTE_MS)).toMatchObject([{ failed: 1 }]);
    expect(calls).toEqual([]);
    expect(await stored()).toMatchObject({
      attempts: [{ state: 'reversing', told: 'failed', activeStep: 1 }],
      steps: [{ number: 1, state: 'intended', sent: {} }],
    });
    await sweepAfter(5 * MINUTE_MS);
    expect(calls).toHaveLength(1);
    expect(await stored()).toMatchObject({ attempts: [{ state: 'voided' }], steps: [{ number: 1, state: 'done' }] });
  });

  test('not where another writer has put a step of the same number: that one is not taken for its own', async () => {
    const { store, attempt, calls, stored, sweepAfter } = await scene();
    const rival = reversalOf(attempt, { trxId: 77, dueAtMs: Number.MAX_SAFE_INTEGER });
    store.before = async (writes) => {
      if (!putsStep(writes)) return;
      store.before = async () => undefined;
      await store.transact(itemsOfSteps([rival], attempt.pos.gateway).map((put) => ({ put })));
    };
    expect(await sweepAfter(4 * MINUTE_MS)).toMatchObject([{ reconciled: 0, reschedule: 0, failed: 0 }]);
    expect(calls).toEqual([]);
    expect((await stored()).steps).toEqual([rival]);
    expect((await stored()).attempts).toMatchObject([{ state: 'in-doubt', told: 'nobody' }]);
  });

  test('and its Void never leaves where the answer to the write of it is lost', async () => {
    const { store, calls, stored, sweepAfter } = await scene();
    const sendsVoid = (writes: readonly Write[]): boolean =>
      writes.some((write) => 'put' in write && JSON.stringify(write.put).includes('voidUnheardAtMs'));
    store.losesAnswerTo = sendsVoid;
    expect(await sweepAfter(4 * MINUTE_MS)).toMatchObject([{ failed: 1 }]);
    expect(calls).toEqual([]);
    // The next run asks the bank first, and then voids.
    await sweepAfter(10 * MINUTE_MS);
    expect(calls).toHaveLength(1);
    expect(await stored()).toMatchObject({ attempts: [{ state: 'voided', reservations: [] }] });
  });
});
