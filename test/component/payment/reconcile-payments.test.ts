import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { linkPaymentItem } from '../../../shared/adapters/dynamodb/payment/call-item.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { isQueued } from '../../../shared/domain/attempt/states.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { newPaymentName } from '../../support/payment/stored-payments.ts';
import {
  type HoldingBank,
  type SweptLinkOptions,
  startHoldingBank,
  sweptLink,
  termsOf,
} from '../../support/payment/swept-link.ts';
import { engineTable, putRows } from '../../support/store/store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const store = engineTable(inject('stack'));
let bank: HoldingBank;

beforeAll(async () => {
  bank = await startHoldingBank(store);
});
afterAll(() => bank.stop());

const scene = (options: SweptLinkOptions) => sweptLink(bank, options);

describe('reconcile-payments at the embedded bank', () => {
  test.each(['time-out-after-charge', 'error-after-charge', 'truncated', 'approved-with-99'])(
    '%s: a charge that went well though nobody heard so is approved, and its link paid (rules 3, 9)',
    async (card) => {
      const { advance, run, found, link, budget, reference, attempt } = await scene({ card });
      advance(3 * MINUTE_MS);
      expect(await run()).toMatchObject({ reconciled: 1, failed: 0, unexpectedCharges: 0 });
      expect(await found()).toMatchObject({ reference, state: 'approved', told: 'paid' });
      const paid = await link();
      expect(paid).toMatchObject({ state: 'paid', progress: { result: { code: '', orderId: attempt.orderId } } });
      expect(paid.progress.activeAttempt).toBeUndefined();
      expect(await budget()).toBe(20_000);
    },
  );

  test('what the bank declined is declined, the link freed and the budget given back once (rules 2, 17)', async () => {
    const { advance, run, found, link, budget } = await scene({ card: 'insufficient-funds' });
    advance(3 * MINUTE_MS);
    await run();
    expect(await found()).toMatchObject({ state: 'declined', told: 'failed', bank: { code: '002' }, reservations: [] });
    const open = await link();
    expect(open).toMatchObject({ state: 'open', progress: { lastDecline: { code: '002' } } });
    expect(open.progress.activeAttempt).toBeUndefined();
    expect(await budget()).toBe(7655);
    await run();
    expect(await budget()).toBe(7655);
  });

  test.each(['approved', 'void-unclear', 'shown-authorised', 'shown-settled'])(
    '%s: a charge of which "failed" was told is voided while the bank’s day is open',
    async (card) => {
      const { advance, run, found, steps, order, budget } = await scene({ card, attempt: { told: 'failed' } });
      advance(3 * MINUTE_MS);
      expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
      expect(await found()).toMatchObject({ state: 'voided', told: 'failed', reservations: [] });
      expect(await steps()).toMatchObject([{ kind: 'reversal', state: 'done', doneBy: 'void', amount: 12_345 }]);
      expect(await order()).toMatchObject({ state: 'voided', credits: [] });
      expect(await budget()).toBe(7655);
    },
  );

  test.each(['void-refused', 'void-refused-credit-unclear', 'void-refused-first-credit-declined', 'settled-at-once'])(
    '%s: a charge of which "failed" was told is credited once the bank has closed its day',
    async (card) => {
      const { advance, run, found, steps, order, budget } = await scene({ card, attempt: { told: 'failed' } });
      advance(3 * MINUTE_MS);
      expect(await run()).toMatchObject({ reschedule: 1, open: { reversal: 1 } });
      expect(await found()).toMatchObject({ state: 'reversing', told: 'failed', activeStep: 1 });
      expect(await steps()).toMatchObject([{ kind: 'reversal', state: 'intended', asker: { by: 'service' } }]);
      expect(await order()).toMatchObject({ state: 'captured', credits: [] });
      await bank.closeDay();
      for (let runs = 0; runs < 3 && (await found()).state !== 'refunded'; runs += 1) {
        advance(25 * HOUR_MS);
        await run();
      }
      expect(await found()).toMatchObject({ state: 'refunded', told: 'failed', reservations: [] });
      expect(await steps()).toMatchObject([{ kind: 'reversal', state: 'done', doneBy: 'credit', amount: 12_345 }]);
      const { state, credits = [] } = (await order()) ?? {};
      expect([state, credits.filter((one) => one.state === 'done').map(({ amount }) => amount)]).toEqual([
        'refunded',
        [12_345],
      ]);
      expect(await budget()).toBe(7655);
    },
  );

  test('a Credit that the bank carries out twice rings at once, and its step says what was too much (rule 4)', async () => {
    const { advance, run, found, steps, order } = await scene({ card: 'credit-twice', attempt: { told: 'failed' } });
    await bank.closeDay();
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ reconciled: 1, contradictions: 1, unexpectedCharges: 0 });
    expect(await found()).toMatchObject({ state: 'refunded', told: 'failed' });
    expect(await steps()).toMatchObject([
      { kind: 'reversal', state: 'done', doneBy: 'credit', amount: 12_345, excessCredit: 12_345 },
    ]);
    const done = { amount: 12_345, state: 'done' };
    expect(await order()).toMatchObject({ state: 'refunded', credits: [done, done] });
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ contradictions: 0 });
  });

  test('a charge that was settled overnight before anybody asked is credited, and never voided', async () => {
    const { advance, run, found, order } = await scene({ card: 'time-out-after-charge', attempt: { told: 'failed' } });
    await bank.closeDay();
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    expect(await found()).toMatchObject({ state: 'refunded', told: 'failed' });
    expect(await order()).toMatchObject({ state: 'refunded', credits: [{ amount: 12_345, state: 'done' }] });
  });

  test.each(['time-out-shown-authorised', 'time-out-settled-at-once'])(
    '%s: a sale is approved in whatever state the bank shows it',
    async (card) => {
      const { advance, run, found, link } = await scene({ card });
      advance(3 * MINUTE_MS);
      expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
      expect(await found()).toMatchObject({ state: 'approved', told: 'paid' });
      expect((await link()).state).toBe('paid');
    },
  );

  test('a decline that the bank could not reverse is found by the question of the next day, and taken back', async () => {
    const { advance, run, found, order } = await scene({ card: 'reversal-fails' });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    expect(await found()).toMatchObject({ state: 'declined', told: 'failed', bank: { code: '016' } });
    await bank.closeDay();
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await found()).toMatchObject({ state: 'refunded', told: 'failed' });
    expect(await order()).toMatchObject({ state: 'refunded' });
  });

  test('a link’s charge of another amount than ours rings at once and is taken back, told "failed"', async () => {
    const { advance, run, found, link } = await scene({
      card: 'approved',
      charged: minor(9900),
      attempt: { terms: termsOf(minor(12_346)) },
    });
    advance(2 * MINUTE_MS + 1000);
    expect(await run()).toMatchObject({ reschedule: 1, contradictions: 1 });
    expect(await found()).toMatchObject({ state: 'in-doubt', told: 'nobody', said: { amount: 9900 } });
    advance(2 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1, contradictions: 1 });
    expect(await found()).toMatchObject({ state: 'voided', told: 'failed' });
    expect((await link()).progress.activeAttempt).toBeUndefined();
  });

  test('what can neither be voided nor refunded is stuck after 72 hours, and stays an operator’s', async () => {
    const { advance, run, found, steps } = await scene({
      card: 'void-and-credit-refused',
      attempt: { told: 'failed' },
    });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reschedule: 1, open: { reversal: 1 } });
    await bank.closeDay();
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ open: { reversal: 1 } });
    expect(await steps()).toMatchObject([{ sent: { credit: { amount: 12_345, doneBefore: 0, answer: 'refused' } } }]);
    advance(48 * HOUR_MS);
    expect(await run()).toMatchObject({ open: { stuck: 1 } });
    expect(await found()).toMatchObject({ state: 'reversing', told: 'failed', activeStep: 1 });
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ open: { stuck: 1 } });
    expect(await steps()).toMatchObject([{ state: 'stuck', said: { state: expect.stringMatching(/^[SD] /) } }]);
  });

  test('"no record" is believed after the horizon and the day’s end, and asked about once more (rule 5)', async () => {
    const { advance, run, found, link, reference } = await scene({ card: 'error-before-charge' });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reschedule: 1, open: { 'in-doubt': 1 } });
    expect((await link()).progress.activeAttempt).toBe(reference);
    advance(22 * HOUR_MS);
    expect(await run()).toMatchObject({ open: { 'in-doubt': 1 } });
    advance(28 * HOUR_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    const declined = await found();
    expect(declined).toMatchObject({ state: 'declined', told: 'failed', bank: { code: '021' } });
    expect([isQueued(declined), (await link()).progress.activeAttempt]).toEqual([true, undefined]);
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
    expect(isQueued(await found())).toBe(false);
  });

  test('a charge that the second question finds is taken back, with an alarm (rule 5)', async () => {
    const recheckAtMs = Date.now();
    const ended = { state: 'declined', told: 'failed', reservations: [], recheckAtMs, dueAtMs: recheckAtMs } as const;
    const { advance, run, found, order } = await scene({ card: 'approved', attempt: ended });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await found()).toMatchObject({ state: 'voided' });
    expect(await order()).toMatchObject({ state: 'voided' });
  });
});

/** An attempt whose payer is at the bank: nothing was charged yet. */
const atTheGate = (changes: Partial<Attempt> = {}): Partial<Attempt> => ({
  state: 'authenticating',
  reservations: [],
  ...changes,
});

describe('reconcile-payments and a payer who left during 3D', () => {
  test('leaves the attempt alone in its life, then closes it and makes the link 3D only (rules 5, 15, 20)', async () => {
    const { advance, run, found, link } = await scene({ attempt: atTheGate() });
    advance(14 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 0, reschedule: 0 });
    expect(await found()).toMatchObject({ state: 'authenticating', version: 1 });
    advance(2 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    expect(await found()).toMatchObject({ state: 'closed', told: 'nobody' });
    expect(await link()).toMatchObject({ state: 'open', progress: { threeDOnly: true } });
  });

  test('takes a charge back that the bank holds all the same, with an alarm', async () => {
    const { advance, run, found } = await scene({ card: 'approved', attempt: atTheGate() });
    advance(16 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await found()).toMatchObject({ state: 'voided', told: 'failed' });
  });

  test('the last attempt closes its link, but not while another attempt is active (rules 7, 33)', async () => {
    const last = await scene({ attempt: atTheGate({ number: 20 }) });
    last.advance(16 * MINUTE_MS);
    await last.run();
    expect(await last.link()).toMatchObject({ state: 'failed', progress: { result: { code: '001' } } });
    const late = await scene({ attempt: atTheGate({ number: 20 }), anotherIsActive: true });
    late.advance(16 * MINUTE_MS);
    expect(await late.run()).toMatchObject({ reconciled: 1 });
    expect(await late.link()).toMatchObject({
      state: 'open',
      progress: { activeAttempt: late.another, threeDOnly: true },
    });
  });
});

describe('The sweeper', () => {
  test('leaves a call alone that is younger than two minutes, so that its own function can conclude it (rule 5)', async () => {
    const { advance, run, found } = await scene({ card: 'approved', attempt: { dueAtMs: Date.now() } });
    advance(MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 0, reschedule: 0 });
    expect(await found()).toMatchObject({ state: 'charging', version: 1 });
  });

  test('is safe to run twice at once: one of both leases and acts (rule 8)', async () => {
    const { advance, run, found, budget } = await scene({ card: 'approved', attempt: { told: 'failed' } });
    advance(3 * MINUTE_MS);
    const reports = await Promise.all([run(), run(), run()]);
    expect(reports.map(({ reconciled }) => reconciled).toSorted((one, other) => one - other)).toEqual([0, 0, 1]);
    expect(reports.map(({ failed }) => failed)).toEqual([0, 0, 0]);
    expect(await found()).toMatchObject({ state: 'voided' });
    expect(await budget()).toBe(7655);
  });

  test('a declined attempt of which "failed" was told leaves the link to the one that is active now (rules 2, 7)', async () => {
    const { advance, run, found, link, another } = await scene({
      card: 'insufficient-funds',
      attempt: { told: 'failed', number: 20 },
      anotherIsActive: true,
    });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    expect(await found()).toMatchObject({ state: 'declined' });
    const open = await link();
    expect([open.state, open.progress.activeAttempt, open.progress.lastDecline]).toEqual(['open', another, undefined]);
  });

  test('a charge whose link is another attempt’s is taken back, with an alarm (rule 2)', async () => {
    const { advance, run, found, link } = await scene({ card: 'approved', anotherIsActive: true });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await found()).toMatchObject({ state: 'voided', told: 'failed' });
    expect((await link()).state).toBe('open');
  });

  test('a row that cannot be read is put off, later each time, and the page goes on (rule 8)', async () => {
    const { advance, run, alsoSees, found } = await scene({ card: 'approved', attempt: { told: 'failed' } });
    const broken = { payment: newPaymentName(), number: 1 };
    alsoSees(broken.payment);
    await putRows(store, [
      linkPaymentItem(linkWith({ payment: broken.payment }), undefined),
      { ...attemptItem({ ...(await found()), ...broken, dueAtMs: 1 }), state: 'nonsense' },
    ]);
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1, failed: 1 });
    const dueAt = async () => Number(String((await store.get(paymentKeys.attempt(broken)))?.dueSk).split('#')[0]);
    const first = await dueAt();
    expect(first - Date.now()).toBeGreaterThan(4 * MINUTE_MS);
    expect(await run()).toMatchObject({ failed: 0 });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ failed: 1 });
    // At least three minutes passed, and the pause grew from two minutes to four.
    expect((await dueAt()) - first).toBeGreaterThanOrEqual(5 * MINUTE_MS);
  });

  test('a bucket that does not hold what was taken keeps no attempt from its end (rule 17)', async () => {
    const gone = { kind: 'month', name: '202001', currency: 'TL', shard: 0, amount: minor(5) } as const;
    const { advance, run, found } = await scene({ card: 'insufficient-funds', attempt: { reservations: [gone] } });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    expect(await found()).toMatchObject({ state: 'declined' });
  });
});
