import { describe, expect, test } from 'vitest';
import type { BankAnswer } from '../../../shared/ports/bank-answers.ts';
import {
  CHARGED,
  HOUR_MS,
  MINUTE_MS,
  NIGHT_MS,
  references,
  SETTLED,
  scene,
  TERMS,
  TOTAL,
} from '../../support/payment/swept-direct-payment.ts';

const REFUSED: BankAnswer = { kind: 'declined', code: '009', procReturnCode: '99' };
const SILENCE: BankAnswer = { kind: 'unknown', cause: 'time-out' };
const told = { reportedOutcome: 'failed' } as const;

describe('reconcile-payments reverses on an open day of the bank', () => {
  test.each([
    ['refused', REFUSED],
    ['not answered', SILENCE],
    ['answered with an error', { kind: 'unknown', cause: 'error-answer' }],
  ] as const)('a Void that was %s is followed by an inquiry and never by a refund', async (_how, voids) => {
    const { settleAfter, now, steps, calls } = await scene({ found: CHARGED, attempt: told, voids });
    await settleAfter(3 * MINUTE_MS);
    expect(calls).toEqual(['inquiry', 'void', 'inquiry']);
    expect(await now()).toMatchObject({ state: 'reversing', reportedOutcome: 'failed', activeStep: 1 });
    expect(await steps()).toMatchObject([{ number: 1, attempt: 1, kind: 'reversal', state: 'intended' }]);
    await settleAfter(5 * MINUTE_MS);
    expect(calls).toEqual(['inquiry', 'void', 'inquiry', 'inquiry', 'void', 'inquiry']);
  });

  test('a Void without an answer that was carried out is seen by the inquiry', async () => {
    const { settleAfter, now, calls, bankSays } = await scene({ found: CHARGED, attempt: told, voids: SILENCE });
    await settleAfter(3 * MINUTE_MS);
    bankSays({ kind: 'voided', references });
    expect(await settleAfter(5 * MINUTE_MS)).toMatchObject({ reconciled: 1 });
    expect(await now()).toMatchObject({ state: 'voided', reportedOutcome: 'failed', reservations: [] });
    expect(calls).toEqual(['inquiry', 'void', 'inquiry', 'inquiry']);
  });

  test('a captured pre-authorisation is voided until nothing stands: its hold outlives the first Void', async () => {
    const { settleAfter, now, calls, bankSays } = await scene({
      found: CHARGED,
      attempt: { ...told, terms: { ...TERMS, type: 'pre-authorisation' } },
    });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reschedule: 1, contradictions: 1 });
    bankSays({ kind: 'authorised', amount: TOTAL, references });
    await settleAfter(5 * MINUTE_MS);
    expect(calls).toEqual(['inquiry', 'void', 'inquiry', 'inquiry', 'void']);
    expect(await now()).toMatchObject({ state: 'voided' });
  });
});

describe('reconcile-payments reverses after the bank has closed its day', () => {
  test('by a Credit alone, counted in the history before and after', async () => {
    const { settleAfter, now, steps, calls } = await scene({ found: SETTLED, attempt: told });
    expect(await settleAfter(NIGHT_MS)).toMatchObject({ reconciled: 1 });
    expect(calls).toEqual(['inquiry', 'history', 'refund 2750', 'history']);
    expect(await steps()).toMatchObject([
      { kind: 'reversal', state: 'done', doneBy: 'credit', sent: { credit: { amount: 2750, doneBefore: 0 } } },
    ]);
    expect(await now()).toMatchObject({ state: 'refunded', reportedOutcome: 'failed', reservations: [] });
  });

  test('a sale that is settled at once is voided once, and credited after the day end', async () => {
    const { settleAfter, now, calls, steps } = await scene({ found: SETTLED, attempt: told, voids: REFUSED });
    await settleAfter(3 * MINUTE_MS);
    expect(calls).toEqual(['inquiry', 'void', 'inquiry']);
    await settleAfter(3 * MINUTE_MS);
    expect(calls.slice(3)).toEqual(['inquiry']);
    expect(new Date((await steps())[0]?.dueAtMs ?? 0).toISOString()).toMatch(/T19:00:00/);
    await settleAfter(NIGHT_MS);
    expect(calls.slice(4)).toEqual(['inquiry', 'history', 'refund 2750', 'history']);
    expect(await now()).toMatchObject({ state: 'refunded' });
  });

  test('a Void refused while the day was open goes on as a Credit once it is closed', async () => {
    const { settleAfter, now, calls, bankSays } = await scene({ found: CHARGED, attempt: told, voids: REFUSED });
    await settleAfter(3 * MINUTE_MS);
    bankSays(SETTLED);
    await settleAfter(NIGHT_MS);
    expect(calls).toEqual(['inquiry', 'void', 'inquiry', 'inquiry', 'history', 'refund 2750', 'history']);
    expect(await now()).toMatchObject({ state: 'refunded' });
  });

  test('a refused Credit goes back to a Void where the bank’s day is open after all', async () => {
    const { settleAfter, now, steps, calls, bankSays } = await scene({
      found: SETTLED,
      attempt: told,
      credits: [REFUSED],
    });
    await settleAfter(NIGHT_MS);
    expect(await now()).toMatchObject({ state: 'reversing' });
    expect(await steps()).toMatchObject([
      { state: 'intended', sent: { credit: { amount: 2750, answer: 'refused', doneBefore: 0 } } },
    ]);
    bankSays(CHARGED);
    await settleAfter(5 * MINUTE_MS);
    expect(calls.slice(4)).toEqual(['inquiry', 'history', 'void']);
    expect(await now()).toMatchObject({ state: 'voided' });
  });

  test('a Credit without an answer is not sent again before the horizon, and ends when it is seen', async () => {
    const { settleAfter, now, calls, credited } = await scene({ found: SETTLED, attempt: told, credits: [SILENCE] });
    await settleAfter(NIGHT_MS);
    for (let hour = 0; hour < 5; hour += 1) await settleAfter(2 * HOUR_MS);
    expect(calls.filter((one) => one.startsWith('refund'))).toEqual(['refund 2750']);
    credited();
    await settleAfter(2 * HOUR_MS);
    expect(await now()).toMatchObject({ state: 'refunded' });
    expect(calls.filter((one) => one.startsWith('refund'))).toEqual(['refund 2750']);
  });

  test('a Credit without an answer is sent again after the horizon', async () => {
    const { settleAfter, now, calls } = await scene({ found: SETTLED, attempt: told, credits: [SILENCE] });
    await settleAfter(NIGHT_MS);
    await settleAfter(26 * HOUR_MS);
    expect(calls.filter((one) => one.startsWith('refund'))).toEqual(['refund 2750', 'refund 2750']);
    expect(await now()).toMatchObject({ state: 'refunded' });
  });

  test('a refund after an unanswered Void is asked about once more, and made again if the Void undid it', async () => {
    const { settleAfter, now, steps, isWaiting, calls, bankSays, budget, credited, undoesCredit } = await scene({
      found: CHARGED,
      attempt: told,
      voids: SILENCE,
    });
    await settleAfter(3 * MINUTE_MS);
    bankSays(SETTLED);
    expect(await settleAfter(NIGHT_MS)).toMatchObject({ reconciled: 1 });
    expect(await now()).toMatchObject({ state: 'refunded', reportedOutcome: 'failed', reservations: [] });
    expect(await isWaiting()).toBe(true);
    undoesCredit();
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ unexpectedCharges: 1 });
    expect(calls.filter((one) => one.startsWith('refund'))).toEqual(['refund 2750', 'refund 2750']);
    expect(await steps()).toMatchObject([
      { number: 1, state: 'done', doneBy: 'credit' },
      { number: 2, kind: 'reversal', state: 'done', doneBy: 'credit' },
    ]);
    expect(await now()).toMatchObject({ state: 'refunded', reportedOutcome: 'failed', reservations: [] });
    expect(await budget()).toBe(7250);
    expect(await isWaiting()).toBe(false);
    credited();
    await settleAfter(26 * HOUR_MS);
    expect(calls.filter((one) => one.startsWith('refund'))).toHaveLength(2);
  });

  test('a refund after an unanswered Void is over if it still stands the next day', async () => {
    const { settleAfter, now, steps, isWaiting, calls, bankSays, credited } = await scene({
      found: CHARGED,
      attempt: told,
      voids: SILENCE,
    });
    await settleAfter(3 * MINUTE_MS);
    bankSays(SETTLED);
    await settleAfter(NIGHT_MS);
    expect(await steps()).toMatchObject([{ state: 'done', recheckAtMs: expect.any(Number) }]);
    credited();
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
    expect(await now()).toMatchObject({ state: 'refunded' });
    expect(await isWaiting()).toBe(false);
    expect(calls.filter((one) => one.startsWith('refund'))).toEqual(['refund 2750']);
  });

  test('after 72 hours it is stuck, nothing is sent any more, and what is done by hand is seen', async () => {
    const scenario = await scene({ found: CHARGED, attempt: told, voids: REFUSED });
    const { settleAfter, now, steps, budget, calls, bankSays } = scenario;
    await settleAfter(3 * MINUTE_MS);
    await settleAfter(71 * HOUR_MS);
    expect(await steps()).toMatchObject([{ state: 'intended' }]);
    expect(await settleAfter(3 * HOUR_MS)).toMatchObject({ open: { stuck: 1 } });
    expect(await now()).toMatchObject({ state: 'reversing', reportedOutcome: 'failed', activeStep: 1 });
    expect(await steps()).toMatchObject([{ state: 'stuck' }]);
    expect(await budget()).toBe(10_000);
    const sent = calls.filter((one) => one === 'void').length;
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ open: { stuck: 1 } });
    expect(calls.filter((one) => one === 'void')).toHaveLength(sent);
    bankSays({ ...CHARGED, said: { state: 'C S', amount: TOTAL, procReturnCode: '00' } });
    await settleAfter(25 * HOUR_MS);
    expect(await steps()).toMatchObject([{ state: 'stuck', said: { state: 'C S', amount: 2750, code: '00' } }]);
    bankSays({ kind: 'voided', references });
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ reconciled: 1 });
    expect(await now()).toMatchObject({ state: 'voided', reportedOutcome: 'failed', reservations: [] });
    expect(await steps()).toMatchObject([{ state: 'done', doneBy: 'void' }]);
    expect(await budget()).toBe(7250);
  });
});
