import { describe, expect, test } from 'vitest';
import type { Attempt } from '../../../../shared/domain/attempt/attempt.ts';
import type { AttemptChange } from '../../../../shared/domain/attempt/attempt-change.ts';
import {
  approve,
  begin,
  decline,
  doubt,
  lockForCharge,
  tellFailed,
} from '../../../../shared/domain/attempt/transitions.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { beginReversal, type StepQuestion } from '../../../../shared/domain/payment/begin-step.ts';
import { chargeOf, stepMove } from '../../../../shared/domain/payment/charge-of-attempt.ts';
import { finishStep } from '../../../../shared/domain/payment/step-transitions.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 9, 5);
const ENDING = { nowMs: NOW_MS, resultReference: 'r'.repeat(22) };
const PLACE = { link: 'a'.repeat(26), shard: 5 };
const RESERVATION = { kind: 'day', name: '20270115', currency: 'TL', shard: 0, amount: minor(10_000) } as const;

const link = linkWith();
const waiting = linkAttemptWith(link, { state: 'authenticating' });
const charging = linkAttemptWith(link, { state: 'charging', place: PLACE, reservations: [RESERVATION] });
const placeless = linkAttemptWith(link, { state: 'charging', reservations: [RESERVATION] });
const direct = directAttemptWith('D1', { state: 'charging', reservations: [RESERVATION] });

const placesIn = (change: AttemptChange | undefined) => {
  const { attempt, place, releases } = change ?? expect.unreachable('no change');
  return {
    kept: attempt.kind === 'link' ? attempt.place : undefined,
    changed: place,
    givenBack: releases.place,
  };
};

/** The end of a reversal of the service, which the bank did as told. */
const reversed = (attempt: Attempt, doneBy: 'void' | 'credit'): AttemptChange | undefined => {
  const question = { charge: chargeOf(attempt, {}), steps: [], nowMs: NOW_MS, trxId: 1, asker: { by: 'service' } };
  const begun = beginReversal(question as StepQuestion, { dueAtMs: NOW_MS, resultReference: 'R' });
  const { step } = begun ?? expect.unreachable('no reversal');
  const reversing: Attempt = { ...attempt, state: 'reversing', activeStep: step.number };
  const change = finishStep(step, doneBy, { nowMs: NOW_MS, charge: chargeOf(reversing, {}), steps: [step] });
  return change === undefined ? undefined : stepMove(change, reversing)?.attempt;
};

describe('The place of a charge at a reusable link (rule 51)', () => {
  test('is taken with the lock, and named by the attempt', () => {
    const taken = { kept: PLACE, changed: { kind: 'taken', ...PLACE }, givenBack: undefined };
    expect(placesIn(lockForCharge(waiting, [], NOW_MS, PLACE))).toEqual(taken);
    expect(placesIn(begin({ ...waiting, state: 'charging' }, link, [], PLACE))).toEqual(taken);
  });

  test('is paid with the approval, and stays with the attempt', () => {
    const paid = { kept: PLACE, changed: { kind: 'paid', ...PLACE }, givenBack: undefined };
    expect(placesIn(approve(charging, {}, ENDING))).toEqual(paid);
  });

  test.each([
    ['a decline', decline(charging, { code: '005' }, ENDING)],
    ['a decline that was found later', decline({ ...charging, state: 'in-doubt' }, { code: '005' }, ENDING)],
    ['a reversal of ours that voided it', reversed(charging, 'void')],
    ['a reversal of ours that refunded it', reversed(charging, 'credit')],
  ])('is given back once by %s, as one that was held', (_, change) => {
    expect(placesIn(change)).toEqual({
      kept: undefined,
      changed: undefined,
      givenBack: { ...PLACE, from: 'held' },
    });
    expect(change?.releases.reservations).toEqual([RESERVATION]);
  });

  test('stays held while the charge is in doubt or told failed', () => {
    const held = { kept: PLACE, changed: undefined, givenBack: undefined };
    expect(placesIn(doubt(charging))).toEqual(held);
    expect(placesIn(tellFailed({ ...charging, state: 'in-doubt' }, ENDING))).toEqual(held);
  });

  test.each([
    ['a link without places', placeless],
    ['a direct payment', direct],
  ])('is nothing of %s: no change of it names one', (_, attempt) => {
    for (const change of [
      approve(attempt, {}, ENDING),
      decline(attempt, { code: '005' }, ENDING),
      reversed(attempt, 'void'),
    ]) {
      expect(change).not.toHaveProperty('place');
      expect(change).not.toHaveProperty('releases.place');
      expect(change).not.toHaveProperty('attempt.place');
    }
    expect(lockForCharge(waiting, [], NOW_MS)).not.toHaveProperty('place');
  });
});
