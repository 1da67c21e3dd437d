import { describe, expect, test } from 'vitest';
import { isQueued } from '../../../shared/domain/attempt/states.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import {
  CHARGED,
  HOUR_MS,
  MINUTE_MS,
  NIGHT_MS,
  NO_RECORD,
  references,
  SETTLED,
  scene,
  TERMS,
  TOTAL,
} from '../../support/payment/swept-direct-payment.ts';

describe('reconcile-payments and a charged direct payment that was reported to nobody (rule 9)', () => {
  test('is left to a call with its code for ten minutes, in doubt and not approved', async () => {
    const { settleAfter, now, calls, dueAtMs, answerByMs } = await scene({ found: CHARGED });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reconciled: 0, reschedule: 1 });
    expect(await now()).toMatchObject({ state: 'in-doubt', reportedOutcome: 'nobody' });
    expect(calls).toEqual(['inquiry']);
    expect(await dueAtMs()).toBe(answerByMs + 10 * MINUTE_MS);
  });

  test('is reversed after ten minutes: reported failed, voided, its budget released once', async () => {
    const { settleAfter, now, steps, calls, budget } = await scene({ found: CHARGED });
    await settleAfter(3 * MINUTE_MS);
    expect(await budget()).toBe(10_000);
    expect(await settleAfter(8 * MINUTE_MS)).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
    expect(await now()).toMatchObject({ state: 'voided', reportedOutcome: 'failed', reservations: [] });
    expect((await now()).activeStep).toBeUndefined();
    expect(await steps()).toMatchObject([
      {
        number: 1,
        attempt: 1,
        kind: 'reversal',
        state: 'done',
        doneBy: 'void',
        amount: 2750,
        asker: { by: 'service' },
      },
    ]);
    expect(calls).toEqual(['inquiry', 'inquiry', 'void']);
    expect(await budget()).toBe(7250);
    await settleAfter(HOUR_MS);
    expect(await budget()).toBe(7250);
  });

  test('is reversed at the first look when it has no code', async () => {
    const { settleAfter, now } = await scene({ found: CHARGED, blank: true });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
    expect(await now()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
  });

  test('a pre-authorisation is left and reversed in the same way', async () => {
    const { settleAfter, now } = await scene({
      found: { kind: 'authorised', amount: TOTAL, references },
      attempt: { terms: { ...TERMS, type: 'pre-authorisation' } },
    });
    await settleAfter(3 * MINUTE_MS);
    expect(await now()).toMatchObject({ state: 'in-doubt' });
    await settleAfter(8 * MINUTE_MS);
    expect(await now()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
  });
});

describe('reconcile-payments and a direct payment that was reported failed (rule 1)', () => {
  test('reverses a charge at once, and never approves it', async () => {
    const { settleAfter, now } = await scene({ found: CHARGED, attempt: { reportedOutcome: 'failed' } });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reconciled: 1 });
    expect(await now()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
  });
});

const reportedFailed = { reportedOutcome: 'failed' } as const;

describe('reconcile-payments and a charge with another amount than ours', () => {
  const MORE: InquiryAnswer = {
    kind: 'captured',
    amount: minor(9900),
    references,
    said: { state: 'C S', amount: minor(9900), procReturnCode: '00' },
  };

  test('is left to its caller, nothing is reported, and the alarm rings at once', async () => {
    const { settleAfter, now, calls } = await scene({ found: MORE });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reschedule: 1, contradictions: 1 });
    expect(calls).toEqual(['inquiry']);
    expect(await now()).toMatchObject({
      state: 'in-doubt',
      reportedOutcome: 'nobody',
      said: { state: 'C S', amount: 9900, code: '00' },
    });
    expect(await settleAfter(8 * MINUTE_MS)).toMatchObject({ reconciled: 1, contradictions: 1 });
    expect(await now()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
  });

  test('is reversed at once if it was reported failed', async () => {
    const { settleAfter, now } = await scene({ found: MORE, attempt: reportedFailed });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reconciled: 1, contradictions: 1 });
    expect(await now()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
  });

  test('is credited after the day end with what the bank holds', async () => {
    const { settleAfter, now, calls } = await scene({ found: { ...MORE, kind: 'settled' }, attempt: reportedFailed });
    await settleAfter(NIGHT_MS);
    expect(calls).toEqual(['inquiry', 'history', 'refund 9900', 'history']);
    expect(await now()).toMatchObject({ state: 'refunded' });
  });

  test('a contradictory answer rings the alarm at once, and the attempt waits', async () => {
    const { settleAfter, now } = await scene({ found: { kind: 'unknown', cause: 'contradictory' } });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reschedule: 1, contradictions: 1 });
    expect(await now()).toMatchObject({ state: 'in-doubt', reportedOutcome: 'nobody' });
  });
});

describe('reconcile-payments and a direct payment that the bank did not charge', () => {
  test('a decline ends it with its code, and its budget is released (rules 3, 17)', async () => {
    const { settleAfter, now, budget } = await scene({
      found: { kind: 'declined', code: '002', references },
    });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reconciled: 1 });
    expect(await now()).toMatchObject({
      state: 'declined',
      reportedOutcome: 'failed',
      bank: { code: '002' },
      reservations: [],
    });
    expect(await budget()).toBe(7250);
  });

  test('a decline that the bank may still reverse is asked about the next day, and its charge is reversed', async () => {
    const { settleAfter, now, bankSays, calls } = await scene({
      found: { kind: 'declined', code: '016', references, asksAgain: true },
    });
    await settleAfter(3 * MINUTE_MS);
    expect(await now()).toMatchObject({ state: 'declined', reportedOutcome: 'failed', bank: { code: '016' } });
    expect(isQueued(await now())).toBe(true);
    bankSays(SETTLED);
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await now()).toMatchObject({ state: 'refunded', reportedOutcome: 'failed' });
    expect(calls).toEqual(['inquiry', 'inquiry', 'history', 'refund 2750', 'history']);
  });

  test('an attempt younger than two minutes is left alone, and the bank not asked (rule 5)', async () => {
    const { settleAfter, now, calls } = await scene({ found: CHARGED });
    await settleAfter(MINUTE_MS);
    expect(calls).toEqual([]);
    expect(await now()).toMatchObject({ state: 'charging', version: 1 });
  });

  test('"no record" is not believed before the horizon: the attempt stays in doubt, its budget taken (rule 5)', async () => {
    const { settleAfter, now, budget } = await scene({ found: NO_RECORD });
    expect(await settleAfter(HOUR_MS)).toMatchObject({ reconciled: 0, reschedule: 1 });
    expect(await now()).toMatchObject({ state: 'in-doubt', reportedOutcome: 'nobody' });
    expect(await budget()).toBe(10_000);
  });

  test('"no record" after the horizon is a decline, asked about once more the next day (rule 5)', async () => {
    const { settleAfter, now, calls } = await scene({ found: NO_RECORD });
    await settleAfter(50 * HOUR_MS);
    expect(await now()).toMatchObject({ state: 'declined', reportedOutcome: 'failed', bank: { code: '021' } });
    expect(isQueued(await now())).toBe(true);
    await settleAfter(25 * HOUR_MS);
    expect(isQueued(await now())).toBe(false);
    expect(calls).toEqual(['inquiry', 'inquiry']);
  });

  test('a decline on "no record" whose answer is lost is asked about the next day and not before (rule 5)', async () => {
    const { settleAfter, now, calls, losesNextEnd } = await scene({ found: NO_RECORD });
    losesNextEnd();
    expect(await settleAfter(50 * HOUR_MS)).toMatchObject({ failed: 1 });
    const { endedAtMs = 0, dueAtMs } = await now();
    expect(dueAtMs).toBe(endedAtMs + 24 * HOUR_MS);
    await settleAfter(HOUR_MS);
    expect(calls).toEqual(['inquiry']);
  });

  test('a charge that the second question finds is reversed, with an alarm (rule 5)', async () => {
    const { settleAfter, now, bankSays, budget } = await scene({ found: NO_RECORD });
    await settleAfter(50 * HOUR_MS);
    bankSays(CHARGED);
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await now()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
    expect(await budget()).toBe(7250);
  });

  test('without a clear answer it stays in doubt, with growing pauses (rules 3, 8)', async () => {
    const { settleAfter, now, dueAtMs } = await scene({ found: { kind: 'unknown', cause: 'time-out' } });
    const dues: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      await settleAfter(HOUR_MS);
      dues.push(((await dueAtMs()) ?? 0) % HOUR_MS);
    }
    expect(await now()).toMatchObject({ state: 'in-doubt', reportedOutcome: 'nobody', postponed: 3 });
    expect(dues).toEqual([2 * MINUTE_MS, 4 * MINUTE_MS, 8 * MINUTE_MS]);
  });
});

describe('reconcile-payments and the charge of a payment plan, for which nobody calls (decisions: recurring sales)', () => {
  const plan = { dealerSaleId: 5, dealerPaymentPlanId: 7, try: 1 };

  test('is approved when the bank shows it as ordered, however late that is', async () => {
    const { settleAfter, now, calls } = await scene({ plan, found: CHARGED });
    expect(await settleAfter(NIGHT_MS)).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
    expect(await now()).toMatchObject({ state: 'approved', reportedOutcome: 'paid', direct: { plan } });
    expect(calls).toEqual(['inquiry']);
  });

  test('is reversed where the bank shows another amount', async () => {
    const { settleAfter, now } = await scene({ plan, found: { kind: 'captured', amount: minor(1), references } });
    expect(await settleAfter(4 * MINUTE_MS)).toMatchObject({ contradictions: 1 });
    expect(await now()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
  });
});
