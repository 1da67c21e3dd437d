import { expect, test } from 'vitest';
import { isOfPlan, paidAtMsOf } from '../../../../shared/domain/attempt/attempt.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';

test('an attempt was reported paid by the write that ended it first, in rows of any release', () => {
  const started = linkAttemptWith(linkWith());
  expect(paidAtMsOf({ ...started, endedAtMs: 7, paidAtMs: 5 })).toBe(5);
  expect(paidAtMsOf({ ...started, endedAtMs: 7 })).toBe(7);
  expect(paidAtMsOf(started)).toBe(started.startedAtMs);
});

test('a charge of a payment plan is told from the payments that somebody called for', () => {
  const plan = { dealerSaleId: 1, dealerPaymentPlanId: 2, try: 1 };
  expect(isOfPlan(directAttemptWith('D1', {}, { plan }))).toBe(true);
  expect(isOfPlan(directAttemptWith('D1'))).toBe(false);
  expect(isOfPlan(linkAttemptWith(linkWith()))).toBe(false);
});
