import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { areSameShares, stepsOf, whyNoStep } from '../../../../shared/domain/payment/begin-step.ts';
import { captureOf, ownDayEndsAtMs } from '../../../../shared/domain/payment/charge.ts';
import { effectOfDone, shownKindOf } from '../../../../shared/domain/payment/done-step.ts';
import { byBucket, releaseWhileItLasts } from '../../../../shared/domain/payment/released-limits.ts';
import type { Step } from '../../../../shared/domain/payment/step.ts';
import { refusedFactsOf, undoFactsOf } from '../../../../shared/domain/payment/step-facts.ts';
import { beginClosing } from '../../../../shared/domain/payment/void-rules.ts';
import { HOUR_MS, NOW_MS, refunding, stepIn } from '../../../support/payment/begun-steps.ts';
import { chargeWith, type PaymentAfter, questionOf, STEP_NOON_MS } from '../../../support/payment/steps.ts';

const DAY_END = STEP_NOON_MS + 10 * HOUR_MS;
const done = (changes: Partial<Step>): Step => ({ ...stepIn('done'), endedAtMs: NOW_MS, ...changes });
const credit = (amount: number) => ({ credit: { atMs: NOW_MS, amount: minor(amount), doneBefore: 0 } });

describe('The steps of a charge', () => {
  test('are those of its attempt, the latest first', () => {
    const steps = [done({ number: 1 }), done({ number: 3 }), done({ number: 2 }), done({ number: 4, attempt: 2 })];
    expect(stepsOf({ number: 1 }, steps).map(({ number }) => number)).toEqual([3, 2, 1]);
  });

  test('have one capture: the one of its attempt that is done', () => {
    const capture = done({ kind: 'capture', number: 5 });
    const others = [
      done({ kind: 'capture', attempt: 2 }),
      done({ kind: 'void' }),
      { ...capture, number: 4, state: 'refused' },
    ] as const;
    expect(captureOf({ number: 1 }, others)).toBeUndefined();
    expect(captureOf({ number: 1 }, [...others, capture])).toBe(capture);
  });

  test('bar a further one while one is active: a refund that waits is told from one that is carried out', () => {
    const waiting = refunding({ charge: chargeWith(), steps: [] }, 100);
    const steps = waiting.steps.map((step) => ({ ...step, state: 'in-doubt' as const }));
    expect(whyNoStep(waiting)).toMatch(/^A refund of this payment waits/);
    expect(whyNoStep({ ...waiting, steps })).toMatch(/^Another step of this payment is running/);
  });

  test('name the same shares in any order, and without those of nothing', () => {
    const one = { subDealerId: 1, amount: minor(5) };
    const none = { subDealerId: 2, amount: minor(0) };
    expect(areSameShares([one, none], [one])).toBe(true);
    expect(areSameShares([one], [{ ...one, amount: minor(6) }])).toBe(false);
    expect(areSameShares([one, { subDealerId: 3 }], [{ subDealerId: 3 }, one])).toBe(true);
  });
});

describe('A pre-authorisation that nobody captured is closed by the service', () => {
  const held = chargeWith({ type: 'pre-authorisation' });
  const closing = (charge: PaymentAfter['charge'], steps: PaymentAfter['steps'] = []) =>
    beginClosing(questionOf({ charge, steps }), DAY_END);

  test('by a void of all of it, which is due once the bank has shown the hold', () => {
    expect(closing(held)).toMatchObject({
      step: { kind: 'void', amount: 10_000, dueAtMs: DAY_END, state: 'intended' },
      charge: { slot: 'taken' },
    });
  });

  test.each([
    ['it is captured', { captured: minor(10_000) }],
    ['it is not paid', { state: 'in-doubt', reportedOutcome: 'nobody' }],
    ['another step runs', { activeStep: 1 }],
  ] as const)('not while %s', (_what, changes) => {
    expect(closing({ ...held, ...changes })).toBeUndefined();
  });

  test('with the last step that a payment has, which is kept for the service', () => {
    const steps = Array.from({ length: 100 }, (_, index) => done({ number: index + 1 }));
    expect(closing(held, steps.slice(1))).toBeDefined();
    expect(closing(held, steps)).toBeUndefined();
  });
});

describe('What is known of a step at the bank', () => {
  const at = (step: Step, charge = chargeWith(), steps: readonly Step[] = [step]) => ({
    step,
    charge,
    steps,
    nowMs: NOW_MS,
    found: { kind: 'unknown' } as const,
  });

  test('a reversal has the day of its charge, whatever was captured since; a void that of the capture', () => {
    const charge = chargeWith({ type: 'pre-authorisation', captured: minor(10_000) });
    const capture = done({ kind: 'capture', number: 1, startedAtMs: STEP_NOON_MS + 24 * HOUR_MS });
    const endOf = (kind: Step['kind']) =>
      undoFactsOf(at({ ...stepIn('in-doubt'), number: 2, kind }, charge, [capture]));
    expect(endOf('reversal')?.dayEndsAtMs).toBe(DAY_END);
    expect(endOf('void')?.dayEndsAtMs).toBe(DAY_END + 24 * HOUR_MS);
    expect(ownDayEndsAtMs(chargeWith({ answerByMs: DAY_END }))).toBe(DAY_END + 24 * HOUR_MS);
    const early = { ...stepIn('in-doubt'), dayEndedAtMs: NOW_MS };
    expect(undoFactsOf(at(early))?.dayEndsAtMs).toBe(NOW_MS);
  });

  test('one that an operator must see is not sent again', () => {
    expect(undoFactsOf(at(stepIn('stuck')))?.isStuck).toBe(true);
    expect(undoFactsOf(at(stepIn('in-doubt')))?.isStuck).toBe(false);
  });

  test('Credits that are done count, of every step that sent one', () => {
    const refused = done({ number: 1, state: 'refused', kind: 'refund', sent: credit(1) });
    const steps = [
      refused,
      done({ number: 2, doneBy: 'credit', sent: credit(2) }),
      done({ number: 3, doneBy: 'void', sent: credit(3) }),
      done({ number: 4, doneBy: 'credit', sent: {} }),
      done({ number: 5, doneBy: 'credit', sent: credit(5), state: 'in-doubt' }),
      done({ number: 6, doneBy: 'credit', sent: credit(6), attempt: 2 }),
    ];
    expect(refusedFactsOf(at(refused, chargeWith(), steps)).otherCredits).toEqual([2]);
  });
});

describe('What a step that is done changes', () => {
  const at = { charge: chargeWith({ refunded: minor(4000) }), steps: [], nowMs: NOW_MS };

  test('a void that went on as a Credit gives back what is left', () => {
    expect(effectOfDone(done({ kind: 'void', doneBy: 'credit' }), at)).toEqual({ state: 'refunded', refunded: 10_000 });
  });

  test.each(['pool-approval', 'pool-undo', 'share-change'] as const)('nothing of the charge: %s', (kind) => {
    expect(effectOfDone(done({ kind }), at)).toEqual({});
  });

  test.each([
    ['void', { doneBy: 'credit' }, 'refund'],
    ['void', { doneBy: 'void', sent: credit(1) }, 'void'],
    ['void', { sent: credit(1) }, 'refund'],
    ['void', {}, 'void'],
    ['reversal', { doneBy: 'credit' }, 'reversal'],
    ['capture', {}, 'capture'],
  ] as const)('%s with %j is shown as %s', (kind, changes, shown) => {
    const { doneBy: _none, ...step } = done({ kind, sent: {} });
    expect(shownKindOf({ ...step, ...changes })).toBe(shown);
  });
});

describe('What is released of limits (rule 17)', () => {
  const bucket = (shard: number, amount: number) =>
    ({ kind: 'day', name: '20270115', currency: 'TL', shard, amount: minor(amount) }) as const;

  test('a part is taken from as few buckets as hold it, and the others stay as they are', () => {
    const { releases, kept } = releaseWhileItLasts(
      { reservations: [bucket(0, 100), bucket(1, 50)] },
      { nowMs: NOW_MS, amount: minor(100) },
    );
    expect(releases).toEqual({ reservations: [bucket(0, 100)] });
    expect(kept).toEqual({ reservations: [bucket(1, 50)] });
  });

  test('two takes of one bucket are one', () => {
    expect(byBucket([bucket(0, 100), bucket(1, 5), bucket(0, 20)])).toEqual([bucket(0, 120), bucket(1, 5)]);
  });
});
