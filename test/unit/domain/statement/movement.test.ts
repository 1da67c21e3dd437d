import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { beginRefund } from '../../../../shared/domain/payment/refund-rules.ts';
import { entriesOfCharge, entriesOfStep, movementsOfStep } from '../../../../shared/domain/statement/movement.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';
import { chargeWith, questionOf, STEP_NOON_MS, withChange, withDone } from '../../../support/payment/steps.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';

const HOUR_MS = 3_600_000;
const PAID_AT_MS = STEP_NOON_MS + 5000;

/** A paid sale of 100.00 with a commission of 1.50 of the dealer, and a refund of 40.00 that is done. */
const refunded = () => {
  const payment = paymentWith(
    { steps: [] },
    { paymentId: 5, paidAtMs: PAID_AT_MS, startedAtMs: STEP_NOON_MS },
    { otherTrxCode: 'C-1' },
  );
  const [attempt] = payment.attempts;
  if (attempt === undefined) throw new Error('the payment has an attempt');
  const before = { charge: { ...chargeWith(), payment: payment.name }, steps: [] };
  const decision = beginRefund({
    ...questionOf(before),
    asked: { amount: minor(4000) },
    refundRequestId: 7,
  });
  if (decision.kind !== 'begins') throw new Error('the refund begins');
  const { steps } = withDone(withChange(before, decision.change), undefined, STEP_NOON_MS + HOUR_MS);
  const [step] = steps;
  if (step === undefined) throw new Error('the refund is a step');
  return { attempt, payment: { ...payment, steps }, step };
};

describe('The entries of a statement (decisions: statements)', () => {
  test('a charge adds what the payer paid, less the commission, at the moment when it was paid', () => {
    const { attempt, payment } = refunded();
    expect(entriesOfCharge(attempt, { ...payment, steps: [] })).toEqual([
      {
        subDealerId: 0,
        gross: 10_000,
        commission: 150,
        balance: 9850,
        pool: 0,
        kind: 'charge',
        atMs: PAID_AT_MS,
        currency: 'TL',
        paymentId: 5,
        orderId: attempt.orderId,
        otherTrxCode: 'C-1',
      },
    ]);
  });

  test('a refund takes its part away at the moment when it was done', () => {
    const { attempt, payment, step } = refunded();
    expect(entriesOfStep(step, attempt, payment)).toMatchObject([
      { kind: 'refund', gross: -4000, atMs: STEP_NOON_MS + HOUR_MS, currency: 'TL', paymentId: 5, otherTrxCode: 'C-1' },
    ]);
  });

  test('a step that is not over has none', () => {
    const { attempt, payment, step } = refunded();
    const { endedAtMs: _over, ...open } = step;
    expect(entriesOfStep(open, attempt, payment)).toEqual([]);
  });

  test('a charge that was not reported paid has none, and neither has a step of it', () => {
    const { attempt, payment, step } = refunded();
    const failed = { ...attempt, reportedOutcome: 'failed' } as const;
    expect(entriesOfCharge(failed, payment)).toEqual([]);
    expect(entriesOfStep(step, failed, payment)).toEqual([]);
  });

  test('a step that is not among those that count has none', () => {
    const { payment, step } = refunded();
    expect(movementsOfStep(chargeWith(), payment.steps, { ...step, number: 9 })).toEqual([]);
  });

  test('a payment of a reusable link names the link by what its dealer knows, and the code of its request', () => {
    const madeOf = { name: 'L'.repeat(26), userPosLinkId: 3, linkCode: 'L-1', placeShards: 2 };
    const link = linkWith({ otherTrxCode: 'C-2' });
    const attempt = linkAttemptWith(link, { state: 'approved', reportedOutcome: 'paid', madeOf });
    const [entry] = entriesOfCharge(
      attempt,
      paymentWith({ name: link.payment, kind: 'link', attempts: [attempt], link }),
    );
    expect(entry).toMatchObject({ otherTrxCode: 'C-2', madeOf: { userPosLinkId: 3, linkCode: 'L-1' } });
    expect(Object.keys(entry?.madeOf ?? {})).toEqual(['userPosLinkId', 'linkCode']);
  });
});
