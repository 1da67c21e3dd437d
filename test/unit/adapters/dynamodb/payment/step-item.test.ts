import { describe, expect, test } from 'vitest';
import { readStep, stepItem, stepMovementItem } from '../../../../../shared/adapters/dynamodb/payment/step-item.ts';
import type { LedgerAccount } from '../../../../../shared/domain/ledger/posting.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { type Step, stepKinds, stepStates } from '../../../../../shared/domain/payment/step.ts';
import { isStepQueued } from '../../../../../shared/domain/payment/step-states.ts';
import { UnreadableRow } from '../../../../../shared/ports/store-errors.ts';
import { directAttemptWith } from '../../../../support/payment/attempts.ts';
import { reversalOf } from '../../../../support/payment/steps.ts';
import { itemBytes } from '../../../../support/store/item-bytes.ts';

const GATEWAY = 'https://bank.example/fim/api';
const attempt = directAttemptWith('D100001');
const NOON = attempt.startedAtMs;

const stepWith = (changes: Partial<Step> = {}): Step => reversalOf(attempt, changes);

const readAgain = (step: Step): Step => readStep(stepItem(step, GATEWAY), stepMovementItem(step));

/** A step with every member that one may have, as long as callers usually write it. */
const fullStep = (changes: Partial<Step> = {}): Step =>
  stepWith({
    number: 100,
    attempt: 20,
    kind: 'refund',
    state: 'in-doubt',
    version: 12,
    postings: [
      { account: 'payer', amount: minor(12_345_678) },
      { account: 'dealer', amount: minor(-12_000_000) },
      { account: 'service', amount: minor(-345_678) },
    ],
    asker: { by: 'dealer', clientIp: '203.0.113.207' },
    refundCode: 'refund-of-order-100001',
    refundRequestId: 2_147_483_647,
    postponed: 10,
    lastCallAtMs: NOON + 1,
    answerByMs: NOON + 2,
    sent: {
      captureSentAtMs: NOON + 3,
      captureAnswered: true,
      voidSentAtMs: NOON + 4,
      voidUnheardAtMs: NOON + 5,
      credit: { atMs: NOON + 6, amount: minor(12_345_678), doneBefore: 2, answer: 'refused' },
    },
    doneBy: 'credit',
    bank: { code: '021', authCode: '123456', hostReference: '987654321012', transactionId: '27015JkQbE1234567' },
    said: { state: 'C S', amount: minor(12_345_678), code: '00', atMs: NOON + 7 },
    reservations: [{ kind: 'day', name: '20270115', currency: 'TL', shard: 3, amount: minor(500) }],
    recheckAtMs: NOON + 8,
    endedAtMs: NOON + 9,
    ...changes,
  });

const parts = (count: number): Pick<Step, 'shares' | 'postings'> => ({
  shares: Array.from({ length: count }, (_, index) => ({
    subDealerId: 2_147_483_000 + index,
    amount: minor(99_999_999 - index),
  })),
  postings: Array.from({ length: count }, (_, index) => [
    { account: `sub-dealer:${2_147_483_000 + index}` as const, amount: minor(-99_999_999) },
    { account: `sub-dealer-pool:${2_147_483_000 + index}` as const, amount: minor(99_999_999) },
  ]).flat(),
});

describe('the item of a step', () => {
  test.each([
    ['with nothing but its intent', stepWith()],
    ['with every member', fullStep()],
    ['whose Credit was not answered', fullStep({ sent: { credit: { atMs: 1, amount: minor(5), doneBefore: 0 } } })],
    ['of an operator', fullStep({ asker: { by: 'operator', commandId: 'C-1' } })],
    ['of a dealer without an address', fullStep({ asker: { by: 'dealer' } })],
    ['of 100 sub-dealers', fullStep(parts(100))],
    [
      'that names sub-dealers without amounts',
      fullStep({ kind: 'pool-approval', shares: [{ subDealerId: 7 }, { subDealerId: 8 }] }),
    ],
  ])('%s is read again as it was written', (_what, step) => {
    expect(readAgain(step)).toEqual(step);
  });

  test.each(stepKinds)('of the kind %s is read again in every state', (kind) => {
    for (const state of stepStates) expect(readAgain(stepWith({ kind, state }))).toMatchObject({ kind, state });
  });

  test.each<LedgerAccount>([
    'payer',
    'dealer',
    'dealer-pool',
    'service',
    'bank',
    'sub-dealer:1',
    'sub-dealer:2147483647',
    'sub-dealer-pool:1',
    'sub-dealer-pool:2147483647',
  ])('tells postings of the account %s from all others', (account) => {
    const postings = [{ account, amount: minor(-7) }];
    expect(readAgain(stepWith({ postings })).postings).toEqual(postings);
  });

  test.each(stepStates)(
    'stands in the queue while it is %s exactly as long as it waits, and in the list for ever',
    (state) => {
      for (const step of [stepWith({ state }), stepWith({ state, recheckAtMs: NOON })]) {
        const item: { readonly duePk?: string; readonly listPk?: string } = stepItem(step, GATEWAY);
        expect(item.duePk !== undefined).toBe(isStepQueued(step));
        expect(item.listPk).toMatch(/^STEPS#D100001#202701#0$/);
      }
    },
  );
});

describe('shares and postings of a step', () => {
  test('stand in an item beside it where it has sub-dealers, and nowhere else', () => {
    const step = fullStep(parts(2));
    const item = stepItem(step, GATEWAY);
    expect(item).not.toHaveProperty('shares');
    expect(item).not.toHaveProperty('postings');
    expect(stepMovementItem(step)).toMatchObject({ pk: item.pk, sk: '6#SUB-DEALERS#S#100' });
    expect(stepMovementItem(stepWith())).toBeUndefined();
  });

  test('that are missing make the step unreadable: it never becomes one that moves nothing', () => {
    const step = fullStep(parts(2));
    expect(() => readStep(stepItem(step, GATEWAY), undefined)).toThrow(UnreadableRow);
  });

  test.each([['x'], ['p*'], ['sub-dealer:1'], ['']])('of the account "%s" are not read', (code) => {
    const row = { ...stepItem(stepWith(), GATEWAY), postings: [[code, 5]] };
    expect(() => readStep(row, undefined)).toThrow(UnreadableRow);
  });
});

describe('the size of a step', () => {
  test('is one write unit at its intent and at its end, without sub-dealers', () => {
    const intent = fullStep({ sent: {}, reservations: [] });
    for (const step of [intent, fullStep()]) {
      expect(itemBytes({ ...stepItem(step, GATEWAY), writeId: 'x'.repeat(12) })).toBeLessThanOrEqual(1024);
    }
  });

  test('does not grow with its sub-dealers, and what stands beside it is under 8 kB with 100 of them', () => {
    const step = fullStep(parts(100));
    expect(itemBytes(stepItem(step, GATEWAY))).toBeLessThanOrEqual(1024);
    expect(itemBytes(stepMovementItem(step) ?? {})).toBeLessThan(8 * 1024);
  });
});
