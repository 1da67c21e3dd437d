import { describe, expect, test } from 'vitest';
import type { StepDecision } from '../../../shared/domain/payment/begin-step.ts';
import type { StepMove } from '../../../shared/domain/payment/charge-of-attempt.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { carryOutPoolApproval, carryOutPoolUndo } from '../../../shared/payment-flow/pool-step.ts';
import type { StepUnderWay } from '../../../shared/payment-flow/step-under-way.ts';
import { carryOutAtOnce } from '../../../shared/payment-flow/synchronous-step.ts';
import type { StepOutcome } from '../../../shared/ports/payments.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { FakePayments } from '../../fakes/payments.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';
import { splitWith } from '../../support/payment/attempts.ts';
import { APPROVED, type StepSceneOptions, stepScene, VOIDED } from '../../support/payment/step-at-bank.ts';
import { paymentWith } from '../../support/payment/whole-payments.ts';

/** A void that was begun, and a repeat of its request. */
const sceneWith = (options: StepSceneOptions, fails?: Error) => {
  const scene = stepScene(options);
  const { under, deps } = scene;
  const payment = { ...under.payment, otherTrxCode: 'D-1' };
  let decisions = 0;
  const request = (decision: StepDecision<never>) => ({
    dealerCode: 'D1',
    ids: { otherTrxCode: 'D-1' },
    asker: { by: 'dealer' } as const,
    decide: () => {
      decisions += 1;
      return decision;
    },
  });
  const all = {
    ...deps,
    payments: new FakePayments([payment]),
    steps: {
      apply: async (move: StepMove): Promise<StepOutcome> => {
        if (fails !== undefined) throw fails;
        return deps.steps.apply(move);
      },
    },
    identifiers: { next: async () => 1 },
    posVersions: { find: async () => posWith() },
    opener: { open: async () => 'opened' },
  };
  return {
    ...scene,
    all,
    decisions: () => decisions,
    repeated: (kind: 'running' | 'same-answer') => carryOutAtOnce(all, request({ kind, step: under.step })),
    begun: (write?: () => Promise<StepUnderWay | undefined>) =>
      carryOutAtOnce(all, {
        ...request({ kind: 'begins', change: { step: under.step } }),
        ...(write === undefined ? {} : { write }),
      }),
  };
};

const NOW_MS = Date.UTC(2026, 0, 15, 12);

describe('a repeat while the outcome of its step is unknown (rules 4, 40)', () => {
  test('leaves the bank alone while the first call may still be answered', async () => {
    const step = { answerByMs: NOW_MS + 3001 };
    const { repeated, asked, under } = sceneWith({ step, found: [VOIDED] });
    expect(await repeated('running')).toEqual({
      step: under.step,
      orderId: under.attempt.orderId,
      replayed: true,
    });
    expect(asked()).toEqual([]);
  });

  test.each<readonly [string, Partial<Step>]>([
    ['too little time is left for it', { answerByMs: NOW_MS + 3000 }],
    ['its time is over', { answerByMs: 1 }],
    ['its step is in doubt', { state: 'in-doubt', answerByMs: NOW_MS + 60_000 }],
  ])('asks the bank for five seconds once %s', async (_when, step) => {
    const { repeated, calls } = sceneWith({ step, found: [VOIDED] });
    expect(await repeated('running')).toMatchObject({ step: { state: 'done', doneBy: 'void' }, replayed: true });
    expect(calls.map(({ call, time }) => [call, time])).toEqual([['inquire', { answerBy: NOW_MS + 5000 }]]);
  });

  test('answers the step as it is where the bank tells nothing', async () => {
    const { repeated, under } = sceneWith({ step: { state: 'in-doubt' } });
    expect(await repeated('running')).toMatchObject({ step: under.step });
  });

  test('asks nothing about a step that is over', async () => {
    const { repeated, asked, under } = sceneWith({ step: { state: 'refused' }, found: [VOIDED] });
    expect(await repeated('same-answer')).toMatchObject({ step: under.step, replayed: true });
    expect(asked()).toEqual([]);
  });

  test('a store that fails leaves the outcome unknown, and a defect does not', async () => {
    const options: StepSceneOptions = { step: { state: 'in-doubt' }, found: [VOIDED] };
    const lost = sceneWith(options, new StoreUnavailable('unknown', 'TimeoutError'));
    expect(await lost.repeated('running')).toMatchObject({ step: { state: 'in-doubt' } });
    const defect = new Error('a defect');
    await expect(sceneWith(options, defect).repeated('running')).rejects.toBe(defect);
  });
});

describe('a capture or void whose intent is not written', () => {
  test('is decided anew, and nothing is sent before', async () => {
    const { begun, under, asked, decisions } = sceneWith({ answers: [APPROVED] });
    let writes = 0;
    const done = await begun(async () => {
      writes += 1;
      return writes === 3 ? under : undefined;
    });
    expect(done).toMatchObject({ step: { state: 'done' }, orderId: under.attempt.orderId, replayed: false });
    expect(decisions()).toBe(3);
    expect(asked()).toEqual(['void']);
  });

  test('the end that cannot be written leaves its outcome unknown', async () => {
    const { all, begun, under, asked } = sceneWith({ answers: [APPROVED] }, new StoreUnavailable('unknown', 'Timeout'));
    expect(all.payments.reads).toBe(0);
    expect(await begun(async () => under)).toMatchObject({ step: undefined, replayed: false });
    expect(asked()).toEqual(['void']);
  });
});

describe('pool money of a payment is moved in one write (decisions: pool)', () => {
  const caller = (poolApprovalChannels = dealerWith().poolApprovalChannels) => ({
    dealer: dealerWith({ dealerCode: 'D1', poolApprovalChannels }),
    ids: { otherTrxCode: 'D-1' },
    asker: { by: 'dealer' } as const,
  });
  const pooled = (steps: readonly Step[] = []) => {
    const payment = { ...paymentWith({}, {}, { pooled: true, splits: [splitWith(11), splitWith(12)] }), steps };
    const moves: StepMove[] = [];
    const deps = {
      payments: new FakePayments([payment]),
      steps: {
        apply: async (move: StepMove): Promise<StepOutcome> => {
          moves.push(move);
          return { kind: 'applied' };
        },
      },
      identifiers: { next: async () => 900 + steps.length },
      clock: { now: () => NOW_MS },
    };
    return { deps, moves, orderId: payment.attempts[0]?.orderId };
  };

  test('an approval of one sub-dealer is done once, and taken back once', async () => {
    const first = pooled();
    expect(await carryOutPoolApproval(first.deps, caller(), [11])).toEqual({ orderId: first.orderId, replayed: false });
    const [approval] = first.moves;
    if (approval === undefined) throw new Error('the approval is written');
    expect(approval.step).toMatchObject({ kind: 'pool-approval', state: 'done', trxId: 900 });
    expect(approval.step.shares.map(({ subDealerId }) => subDealerId)).toEqual([11]);
    const second = pooled([approval.step]);
    expect(await carryOutPoolApproval(second.deps, caller(), [11])).toEqual({
      orderId: second.orderId,
      replayed: true,
    });
    expect(second.moves).toEqual([]);
    const third = pooled([approval.step]);
    expect(await carryOutPoolUndo(third.deps, caller(), [11])).toMatchObject({ replayed: false });
    expect(third.moves[0]?.step).toMatchObject({ kind: 'pool-undo' });
  });

  test('a dealer needs the permission for it', async () => {
    const { deps, moves } = pooled();
    await expect(carryOutPoolApproval(deps, caller([]), [])).rejects.toMatchObject({
      reason: 'ChannelPermissionNotAvailable',
    });
    expect(moves).toEqual([]);
  });
});
