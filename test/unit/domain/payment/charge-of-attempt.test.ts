import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { beginReversal } from '../../../../shared/domain/payment/begin-step.ts';
import { chargeOf, stepMove } from '../../../../shared/domain/payment/charge-of-attempt.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../../shared/domain/payment/step.ts';
import { type ChargeChange, chargeChange } from '../../../../shared/domain/payment/step-change.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';
import { reversalOf } from '../../../support/payment/steps.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 10);
const bucket = { kind: 'day', name: '20270115', currency: 'TL', shard: 0, amount: minor(10_000) } as const;
const cardDay = { day: '20270115', currency: 'TL', amount: minor(10_000) } as const;

const link = linkWith();
const ofLink = linkAttemptWith(link, { reservations: [bucket] });
const direct = directAttemptWith('D1', { reservations: [bucket] }, { cardReservation: cardDay });

const moveWith = (attempt: typeof direct | typeof ofLink, change: Partial<ChargeChange>, step: Partial<Step> = {}) =>
  stepMove(
    {
      step: reversalOf(attempt, { number: 3, ...step }),
      charge: chargeChange(attempt, { slot: 'kept-free', ...change }),
    },
    attempt,
  );

const changedBy = (...asked: Parameters<typeof moveWith>) =>
  moveWith(...asked)?.attempt?.attempt ?? expect.unreachable('the attempt is changed');

describe('The charge of an attempt', () => {
  test('has the money of a direct payment: its splits, its pool, what it holds of limits and of the card’s day', () => {
    const charge = chargeOf({ ...direct, activeStep: 2, captured: minor(5), refunded: minor(3) }, {});
    expect(charge).toMatchObject({
      payment: direct.payment,
      number: 1,
      dealerCode: 'D1',
      state: 'charging',
      reportedOutcome: 'nobody',
      version: 1,
      type: 'sale',
      money: { total: 10_000, commission: { payer: 0, dealer: 150 }, splits: direct.direct.splits, pooled: false },
      reservations: [bucket],
      cardReservation: cardDay,
      activeStep: 2,
      captured: 5,
      refunded: 3,
      answerByMs: direct.answerByMs,
    });
  });

  test.each([true, false])('of a link is pooled as the link’s terms say: %s', (pooled) => {
    const payment: Pick<Payment, 'link'> = { link: { ...link, terms: { ...link.terms, pooled } } };
    expect(chargeOf(ofLink, payment).money).toMatchObject({ pooled, splits: [] });
  });

  test('omits members that the attempt does not have', () => {
    const { answerByMs: _none, ...untried } = ofLink;
    expect(Object.values(chargeOf(untried, { link }))).not.toContain(undefined);
  });
});

describe('what a move of a step makes of its attempt', () => {
  test('its end: when it ended, when it was told paid, and the bank’s answer to a reversal', () => {
    const paid = {
      ...direct,
      state: 'approved',
      reportedOutcome: 'paid',
      endedAtMs: NOW_MS - 5,
      bank: { authCode: 'A1' },
    } as const;
    const ended = { endedAtMs: NOW_MS, bank: { hostReference: 'H2' } };
    for (const state of ['voided', 'refunded'] as const) {
      const after = changedBy(paid, { state }, { ...ended, kind: 'void' });
      expect(after).toMatchObject({ endedAtMs: NOW_MS, paidAtMs: NOW_MS - 5, bank: { authCode: 'A1' } });
      expect(after.bank).not.toHaveProperty('hostReference');
    }
    expect(changedBy(paid, { state: 'voided' }, ended).bank).toEqual({ authCode: 'A1', hostReference: 'H2' });
    const changed = changedBy({ ...direct, state: 'reversing', reportedOutcome: 'failed' }, { state: 'voided' }, ended);
    expect(changed).not.toHaveProperty('paidAtMs');
    const begun = changedBy(paid, { state: 'reversing' }, ended);
    expect(begun).toMatchObject({ endedAtMs: NOW_MS - 5, bank: { authCode: 'A1' } });
    expect(begun).not.toHaveProperty('paidAtMs');
    expect(changedBy(paid, { refunded: minor(5) }, ended)).not.toHaveProperty('paidAtMs');
  });

  test('one that is active stays so where a step that takes no slot changes it', () => {
    expect(changedBy({ ...direct, activeStep: 9 }, { slot: 'kept-free' }).activeStep).toBe(9);
  });

  test('what its link is told is nothing, unless the charge is reported failed', () => {
    expect(moveWith({ ...ofLink, state: 'approved' }, { state: 'voided' })?.attempt).not.toHaveProperty('link');
    expect(moveWith({ ...ofLink, state: 'charging' }, { refunded: minor(5) })?.attempt).not.toHaveProperty('link');
  });

  test('a pre-authorisation that is captured or given back does not close by itself any more', () => {
    const closing = { ...direct, state: 'approved', reportedOutcome: 'paid', closesAtMs: NOW_MS } as const;
    expect(changedBy(closing, { state: 'voided' })).not.toHaveProperty('closesAtMs');
    expect(changedBy(closing, { captured: minor(5) })).not.toHaveProperty('closesAtMs');
    expect(changedBy(closing, {}).closesAtMs).toBe(NOW_MS);
  });

  test('nothing where it changes nothing of the charge, and the gateway is named for the queue', () => {
    const step = reversalOf(direct, { version: 2 });
    expect(stepMove({ fromVersion: 1, step }, direct)).toEqual({
      fromVersion: 1,
      step,
      attempt: undefined,
      gateway: direct.pos.gateway,
    });
  });

  test('its slot is taken with the number of the step, freed, or kept free (rule 40)', () => {
    expect(changedBy(direct, { slot: 'taken' }).activeStep).toBe(3);
    expect(changedBy({ ...direct, activeStep: 3 }, { slot: 'freed' })).not.toHaveProperty('activeStep');
    expect(changedBy(direct, { slot: 'kept-free' })).not.toHaveProperty('activeStep');
  });

  test('is written on condition of the version that the step was decided by', () => {
    expect(moveWith({ ...direct, version: 7 }, {})?.attempt).toMatchObject({ fromVersion: 7, attempt: { version: 8 } });
  });

  test.each([
    ['charging', 'reversing', true],
    ['in-doubt', 'reversing', true],
    ['approved', 'voided', true],
    ['approved', 'refunded', true],
    ['refunded', 'reversing', true],
    ['reversing', 'voided', true],
    ['voided', 'reversing', false],
    ['declined', 'voided', false],
    ['charging', 'refunded', false],
    ['reversing', 'reversing', false],
  ] as const)('from %s to %s: %s', (state, to, allowed) => {
    expect(moveWith({ ...direct, state }, { state: to }) !== undefined).toBe(allowed);
  });

  test('a reversal reports "failed" and frees the link in the same change (rules 1, 4)', () => {
    const charging = { ...ofLink, state: 'in-doubt' } as const;
    const question = {
      charge: chargeOf(charging, { link }),
      steps: [],
      nowMs: NOW_MS,
      trxId: 9,
      asker: { by: 'service' },
    } as const;
    const begun =
      beginReversal(question, { dueAtMs: NOW_MS + 60_000, resultReference: 'R' }) ?? expect.unreachable('it begins');
    const { attempt, step } = stepMove(begun, charging) ?? expect.unreachable('it is allowed');
    expect(step).toMatchObject({ number: 1, kind: 'reversal', state: 'intended', sent: {}, dueAtMs: NOW_MS + 60_000 });
    expect(attempt?.attempt).toMatchObject({
      state: 'reversing',
      reportedOutcome: 'failed',
      activeStep: 1,
      reservations: [bucket],
    });
    expect(attempt?.attempt).not.toHaveProperty('pendingCard');
    expect(attempt?.dropsPendingCard).toBe(true);
    expect(attempt?.link).toMatchObject({
      payment: link.payment,
      onlyIf: { kind: 'active', attempt: ofLink.reference },
      effects: expect.arrayContaining([{ kind: 'frees' }]),
    });
  });

  test('a reversal of a charge that was reported paid leaves it reported paid', () => {
    const refunded = { ...direct, state: 'refunded', reportedOutcome: 'paid', refunded: minor(10_000) } as const;
    const question = {
      charge: chargeOf(refunded, {}),
      steps: [],
      nowMs: NOW_MS,
      trxId: 9,
      asker: { by: 'service' },
    } as const;
    const begun = beginReversal(question, { dueAtMs: NOW_MS, resultReference: 'R' }) ?? expect.unreachable('it begins');
    expect(stepMove(begun, refunded)?.attempt?.attempt).toMatchObject({ state: 'reversing', reportedOutcome: 'paid' });
  });

  test('a reversal ends the second question about its attempt', () => {
    const declined = { ...direct, state: 'declined', recheckAtMs: NOW_MS } as const;
    expect(changedBy(declined, { state: 'reversing' })).not.toHaveProperty('recheckAtMs');
    expect(changedBy({ ...direct, recheckAtMs: NOW_MS }, {})).toHaveProperty('recheckAtMs');
  });

  test('what it holds of limits and of the card’s day is what the step leaves of it', () => {
    const kept = changedBy(direct, {});
    expect([kept.reservations, kept.kind === 'direct' && kept.direct.cardReservation]).toEqual([[bucket], cardDay]);
    const given = changedBy(direct, { reserved: { reservations: [] } });
    expect(given.reservations).toEqual([]);
    expect(given.kind === 'direct' && given.direct).not.toHaveProperty('cardReservation');
    expect(changedBy(ofLink, { reserved: { reservations: [] } }).reservations).toEqual([]);
  });

  test('its end is that of the step, and takes the bank’s references of a reversal alone', () => {
    const bank = { transactionId: 'T-OF-STEP' };
    const reversing = { ...direct, state: 'reversing', bank: { authCode: 'A' } } as const;
    expect(changedBy(reversing, { state: 'voided' }, { endedAtMs: NOW_MS, bank })).toMatchObject({
      state: 'voided',
      endedAtMs: NOW_MS,
      bank: { authCode: 'A', transactionId: 'T-OF-STEP' },
    });
    const approved = { ...direct, state: 'approved', reportedOutcome: 'paid', bank: { authCode: 'A' } } as const;
    expect(changedBy(approved, { state: 'voided' }, { kind: 'void', endedAtMs: NOW_MS, bank }).bank).toEqual({
      authCode: 'A',
    });
  });

  test('takes of limits and what goes back are the change’s own', () => {
    const takes = [{ ...bucket, share: minor(20_000) }];
    const releases = { reservations: [bucket], cardDay };
    expect(moveWith(direct, { takes, releases })?.attempt).toMatchObject({ takes, releases });
  });
});
