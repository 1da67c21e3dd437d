import { describe, expect, test } from 'vitest';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import { finishStep } from '../../../shared/domain/payment/step-transitions.ts';
import { endOf } from '../../../shared/payment-flow/step-under-way.ts';
import { tryIntent, writeIntent } from '../../../shared/payment-flow/write-intent.ts';
import type { StepOutcome } from '../../../shared/ports/payments.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { stepScene } from '../../support/payment/step-at-bank.ts';

/** A step that is to begin on a payment with one step before, and the store's outcome of its write. */
const sceneWith = (outcome: StepOutcome | Error, stored?: (payment: Payment) => Payment | undefined) => {
  const { under, startedAtMs } = stepScene({ before: [{ number: 1 }], step: { number: 2, trxId: 77 } });
  const { attempt, step } = under;
  const payment = { ...under.payment, steps: under.payment.steps.slice(0, 1) };
  const reads: string[] = [];
  const deps = {
    payments: {
      find: async (name: string) => {
        reads.push(name);
        return stored?.({ ...payment, steps: [...payment.steps, step] });
      },
    },
    steps: {
      apply: async (): Promise<StepOutcome> => {
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    },
  };
  return { deps, named: { payment, attempt }, change: { step }, payment, attempt, step, reads, startedAtMs };
};

const LOST = new StoreUnavailable('unknown', 'TimeoutError');

describe('the intent of a step is written once (rule 4)', () => {
  test('the payment then has the step, and its attempt is as the store left it', async () => {
    const { deps, named, change, payment, attempt, step } = sceneWith({ kind: 'applied' });
    const under = { payment: { ...payment, steps: [...payment.steps, step] }, attempt, step };
    expect(await tryIntent(deps, named, change)).toEqual({ kind: 'written', under });
    const after = { ...attempt, version: 9 };
    const moved = sceneWith({ kind: 'applied', attempt: after });
    expect(await writeIntent(moved.deps, moved.named, moved.change)).toMatchObject({ attempt: after });
  });

  test.each(['changed', 'budget-changed'] as const)('an outcome of the store is passed on: %s', async (kind) => {
    const { deps, named, change, reads } = sceneWith({ kind });
    expect(await tryIntent(deps, named, change)).toEqual({ kind });
    expect(await writeIntent(deps, named, change)).toBeUndefined();
    expect(reads).toEqual([]);
  });

  test('what the attempt does not allow any more is not written', async () => {
    const { under, deps } = stepScene();
    const change = finishStep(under.step, 'void', endOf(under, deps));
    if (change === undefined) throw new Error('the step ends');
    const scene = sceneWith(new Error('nothing is written'));
    const ended = { ...scene.named, attempt: { ...scene.attempt, state: 'declined' as const } };
    expect(await tryIntent(scene.deps, ended, change)).toEqual({ kind: 'changed' });
  });
});

describe('a write without a clear answer is read back', () => {
  test('the step is carried out where it is there', async () => {
    const other = { number: 2 };
    const { deps, named, change, payment, attempt, step, reads } = sceneWith(LOST, (now) => ({
      ...now,
      attempts: [...now.attempts.map((one) => ({ ...one, number: other.number })), ...now.attempts],
    }));
    const written = await tryIntent(deps, named, change);
    expect(written).toMatchObject({ kind: 'written', under: { attempt: { number: 1 }, step } });
    expect(written.kind === 'written' && written.under.payment.steps).toEqual([...payment.steps, step]);
    expect(written.kind === 'written' && written.under.attempt).toEqual(attempt);
    expect(reads).toEqual([payment.name]);
  });

  const notThere: readonly (readonly [string, (payment: Payment) => Payment | undefined])[] = [
    ['the payment', () => undefined],
    ['the step', (payment) => ({ ...payment, steps: payment.steps.slice(0, 1) })],
    ['this very step', (payment) => ({ ...payment, steps: payment.steps.map((one) => ({ ...one, trxId: 78 })) })],
    ['its number', (payment) => ({ ...payment, steps: payment.steps.map((one) => ({ ...one, number: 3 })) })],
    ['its attempt', (payment) => ({ ...payment, attempts: payment.attempts.map((one) => ({ ...one, number: 2 })) })],
  ];

  test.each(notThere)('the error stays where %s is not there', async (_what, stored) => {
    const { deps, named, change } = sceneWith(LOST, stored);
    await expect(tryIntent(deps, named, change)).rejects.toBe(LOST);
  });

  test.each([new StoreUnavailable('not-applied', 'ThrottlingException'), new Error('a defect')])(
    'a write that surely failed is not read back: %s',
    async (error) => {
      const { deps, named, change, reads } = sceneWith(error, (payment) => payment);
      await expect(tryIntent(deps, named, change)).rejects.toBe(error);
      expect(reads).toEqual([]);
    },
  );
});
