import { describe, expect, test } from 'vitest';
import type { LinkAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import {
  askedForOf,
  attemptAsReported,
  callNameOf,
  decidingAttempt,
  isDeciding,
  reportedAttempt,
} from '../../../../shared/domain/payment/payment.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';

const link = linkWith();
const secondCall: PaymentRequest = { ...link, progress: { ...link.progress, generation: 2 } };
const ofLink = linkAttemptWith(link);
const ofSecondCall = linkAttemptWith(link, { number: 3, generation: 2 });
const direct = directAttemptWith('D1', { number: 2 });

describe('The attempt that stands for a payment', () => {
  test('is the one that was reported paid, else the latest; none where nobody tried', () => {
    const paid: LinkAttempt = { ...ofLink, reportedOutcome: 'paid' };
    expect(decidingAttempt({ attempts: [paid, ofSecondCall] })).toBe(paid);
    expect(decidingAttempt({ attempts: [ofLink, ofSecondCall] })).toBe(ofSecondCall);
    expect(decidingAttempt({ attempts: [] })).toBeUndefined();
    expect(reportedAttempt({ attempts: [], link })).toBeUndefined();
    expect(reportedAttempt({ attempts: [paid, ofSecondCall] })).toEqual(paid);
  });

  test('is told by one attempt and its link: by being paid, as the one that paid the link, or as the last', () => {
    const paidBy = (orderId: string): PaymentRequest => ({
      ...link,
      state: 'paid',
      progress: { ...link.progress, result: { orderId, resultReference: 'R', code: '', atMs: 1 } },
    });
    const { orderId } = ofLink;
    expect(isDeciding({ ...ofLink, reportedOutcome: 'paid' }, { hasLater: true })).toBe(true);
    expect(isDeciding(ofLink, { hasLater: true, link: paidBy(orderId) })).toBe(true);
    expect(isDeciding(ofLink, { hasLater: false, link: paidBy('ORDER-OF-ANOTHER') })).toBe(false);
    expect(isDeciding(ofLink, { hasLater: false, link: { ...link, state: 'paid' } })).toBe(false);
    expect(isDeciding(ofLink, { hasLater: false, link })).toBe(true);
    expect(isDeciding(ofLink, { hasLater: true, link })).toBe(false);
    expect(isDeciding(direct, { hasLater: false })).toBe(true);
  });
});

describe('The call of an attempt', () => {
  test('is the payment itself for a payment request, its generation in 3D, its number in direct payments (rule 10)', () => {
    const { payment } = ofSecondCall;
    expect(callNameOf(ofLink, { kind: 'link' })).toBeUndefined();
    expect(callNameOf(ofSecondCall, { kind: 'three-d' })).toEqual({ payment, number: 2 });
    expect(callNameOf(direct, { kind: 'direct' })).toEqual({ payment: direct.payment, number: 2 });
  });

  test('says what it asked for: a direct payment itself, another by its own words, else by its link', () => {
    expect(askedForOf(direct, {})).toBe(direct.direct);
    const asked = { pooled: true, buyer: { fullName: 'Ada' } };
    expect(askedForOf({ ...ofLink, asked }, { link })).toBe(asked);
    expect(askedForOf(ofLink, { link })).toEqual({ pooled: false, buyer: link.buyer, description: 'İki adet ürün' });
    expect(askedForOf(ofLink, {})).toEqual({ pooled: false, buyer: {} });
  });
});

describe('An attempt that waits in 3D, as its dealer is told of it', () => {
  const waiting: LinkAttempt = { ...ofLink, state: 'authenticating' };
  const stateOf = (attempt: LinkAttempt, of: PaymentRequest | undefined) =>
    attemptAsReported(attempt, of === undefined ? {} : { link: of }).state;

  test('has ended once its link is closed or a later call took its place (rule 10)', () => {
    expect(stateOf(waiting, link)).toBe('authenticating');
    expect(stateOf(waiting, { ...link, state: 'cancelled' })).toBe('closed');
    expect(stateOf(waiting, secondCall)).toBe('closed');
    expect(stateOf({ ...ofSecondCall, state: 'authenticating' }, secondCall)).toBe('authenticating');
  });

  test('every other attempt is as it is', () => {
    expect(stateOf({ ...ofLink, state: 'declined' }, { ...link, state: 'cancelled' })).toBe('declined');
    expect(stateOf(waiting, undefined)).toBe('authenticating');
    const waitingDirect = { ...direct, state: 'authenticating' } as const;
    expect(attemptAsReported(waitingDirect, { link: { ...link, state: 'cancelled' } })).toBe(waitingDirect);
  });
});
