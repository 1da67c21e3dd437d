import { describe, expect, test } from 'vitest';
import type { LinkAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import { changeTo } from '../../../../shared/domain/attempt/attempt-change.ts';
import { lease } from '../../../../shared/domain/attempt/queue-transitions.ts';
import {
  approve,
  beginRefused,
  close,
  decline,
  doubt,
  supersede,
  tellFailed,
} from '../../../../shared/domain/attempt/transitions.ts';
import { MAX_ATTEMPTS_PER_LINK } from '../../../../shared/domain/link/attempt-count.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { type EventType, eventTypes, isWanted } from '../../../../shared/domain/outbox/event.ts';
import {
  declineIn,
  failureIn,
  linkCancelled,
  linkClosed,
  linkCreated,
  linkExpired,
  linkReminderDue,
} from '../../../../shared/domain/outbox/event-of-link.ts';
import { cardStoredEvent, eventOfAttempt, eventOfStep } from '../../../../shared/domain/outbox/event-of-payment.ts';
import { expiryDueAtMs, linkDueAtMs, linkDueMove, reminderAtMs } from '../../../../shared/domain/outbox/link-due.ts';
import { addressOf } from '../../../../shared/domain/payment/payment-name.ts';
import {
  type Step,
  type StepKind,
  type StepState,
  stepKinds,
  stepStates,
} from '../../../../shared/domain/payment/step.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, HIDDEN, linkAttemptWith, splitWith } from '../../../support/payment/attempts.ts';

const NOW = Date.UTC(2027, 0, 15, 9);
const link = linkWith({ otherTrxCode: 'code-1' });
const ending = { nowMs: NOW, resultReference: addressOf(link.payment, 'the-secret-of-the-result') };
const ofLink = linkAttemptWith(link, { bank: { authCode: 'A1' } });
const ofShop: LinkAttempt = { ...ofLink, shop: { splits: [splitWith(11)], caller: {} } };
const ofDealer = directAttemptWith('D1', {}, { otherTrxCode: 'code-2' });
const last: LinkAttempt = { ...ofLink, number: MAX_ATTEMPTS_PER_LINK };
const lastOfShop: LinkAttempt = { ...ofShop, number: MAX_ATTEMPTS_PER_LINK };

const result = { resultReference: ending.resultReference, code: '001', orderId: '', atMs: NOW } as const;

describe('The event of a change of an attempt', () => {
  test.each([
    ['a link that is paid', approve(ofLink, {}, ending), 'link.paid'],
    ["a dealer's 3D payment that is approved", approve(ofShop, {}, ending), 'payment.approved'],
    ['a direct payment that is approved', approve(ofDealer, {}, ending), 'payment.approved'],
    ['a decline that leaves the link open', decline(ofLink, { code: '005' }, ending), undefined],
    ['the decline of the last attempt', decline(last, { code: '005' }, ending), 'link.failed'],
    ["the decline of a dealer's 3D payment", decline(lastOfShop, { code: '005' }, ending), 'payment.failed'],
    ['the last attempt, reported failed without an answer', tellFailed(last, ending), 'link.failed'],
    [
      'the last attempt, refused before anything was charged',
      beginRefused(last, link, { ...ending, code: '000' }),
      'link.failed',
    ],
    ['a direct payment that is declined', decline(ofDealer, { code: '005' }, ending), undefined],
    ['a charge without an answer', doubt(ofLink), undefined],
    ['an attempt that a further call supersedes', supersede({ ...ofShop, state: 'authenticating' }, NOW), undefined],
    [
      'a lease of an approved pre-authorisation',
      lease({ ...ofDealer, state: 'approved', reportedOutcome: 'paid' }, NOW),
      undefined,
    ],
  ] as const)('%s', (_what, change, type) => {
    if (change === undefined) throw new Error('the change is not allowed');
    expect(eventOfAttempt(change, change.link)?.type).toBe(type);
  });

  test('each call for a mobile payment has an end of its own, so that the end of a later one is told as well', () => {
    const ofCall = (generation: number) => {
      const failed = decline({ ...last, generation }, { code: '005' }, ending);
      const mobile = linkWith({ payment: link.payment, progress: { ...link.progress, generation } });
      const told = failed === undefined ? undefined : eventOfAttempt(failed, failed.link);
      return [told, linkClosed(mobile, result), linkCancelled(mobile, NOW), linkExpired(mobile)].map((event) =>
        event?.eventId.slice(link.payment.length + 1),
      );
    };
    expect(ofCall(1)).toEqual(['link-failed', 'link-failed', 'link-cancelled', 'link-expired']);
    expect(ofCall(2)).toEqual(['2-link-failed', '2-link-failed', '2-link-cancelled', '2-link-expired']);
  });

  test('the failure that meets another active attempt is not written, and not told', () => {
    const change = decline(last, { code: '005' }, ending);
    expect(change && eventOfAttempt(change, undefined)).toBeUndefined();
  });

  test('it freezes ids, amounts and the masked card, and no secret of link, gate or card', () => {
    const event = (change: ReturnType<typeof approve>) => change && eventOfAttempt(change, change.link);
    expect(event(approve(ofLink, { code: '000', authCode: 'A1' }, ending))).toMatchObject({
      eventId: `${link.payment}-link-paid`,
      payment: link.payment,
      dealerCode: link.dealerCode,
      occurredAtMs: NOW,
      facts: {
        link: { paymentId: link.userPosPaymentId, otherTrxCode: 'code-1', state: 'paid' },
        payment: { orderId: ofLink.orderId, amount: 10_000, currency: 'TL', authCode: 'A1', resultCode: '' },
      },
    });
    const all = [approve(ofLink, {}, ending), approve(ofShop, {}, ending), approve(ofDealer, {}, ending)].map(event);
    const told = JSON.stringify([...all, linkCreated(link), linkExpired(link), linkClosed(link, result)]);
    for (const secret of [link.token, ofLink.callbackSecret, HIDDEN.random, HIDDEN.pendingCard, 'the-secret-of']) {
      expect(told).not.toContain(secret);
    }
    for (const secret of Object.values(link.secrets)) expect(told).not.toContain(secret);
    expect(JSON.stringify(event(approve(ofDealer, {}, ending)))).not.toContain(HIDDEN.cardToken);
  });

  test('each has a name that no other event of its payment has: what failed and was approved later is told twice', () => {
    const nameOf = (change: ReturnType<typeof approve>) =>
      change && eventOfAttempt(change, change.link)?.eventId.slice(change.attempt.payment.length + 1);
    expect(nameOf(approve(ofShop, {}, ending))).toBe('1-approved');
    expect(nameOf(approve({ ...ofShop, number: 2 }, {}, ending))).toBe('2-approved');
    expect(nameOf(decline(lastOfShop, { code: '005' }, ending))).toBe('20-payment-failed');
    const card = { token: 'T', customer: { dealerCustomerId: 7, customerCode: 'C' }, maskedCard: '4' };
    const stored = { ...card, dealerCode: 'D1', sealed: 's', keyName: 'k', version: 1, storedAtMs: NOW };
    expect(cardStoredEvent({ ...ofShop, number: 3, endedAtMs: NOW + 1 }, stored)).toMatchObject({
      eventId: `${link.payment}-3-card-stored`,
      occurredAtMs: NOW + 1,
    });
    expect(cardStoredEvent(ofShop, stored).occurredAtMs).toBe(ofShop.startedAtMs);
  });

  test('a payment is told with its shares, and a failure with the code of the decline', () => {
    const factsOf = (change: ReturnType<typeof approve>) => change && eventOfAttempt(change, change.link)?.facts;
    expect(factsOf(approve(ofShop, {}, ending))?.payment?.shares).toEqual([{ subDealerId: 11, amount: 5000 }]);
    expect(factsOf(approve(ofShop, {}, ending))).not.toHaveProperty('link');
    expect(factsOf(approve(ofLink, {}, ending))?.link?.resultCode).toBe('');
    expect(factsOf(decline(last, { code: '005' }, ending))).toMatchObject({
      link: { state: 'failed', resultCode: '005' },
      payment: { resultCode: '005', orderId: last.orderId },
    });
    expect(factsOf(decline(lastOfShop, { code: '005' }, ending))).toMatchObject({ payment: { resultCode: '005' } });
    // A link that the payer leaves is closed without a decline.
    const left = close({ ...last, state: 'authenticating' }, undefined, ending);
    expect(factsOf(left)).toMatchObject({ link: { resultCode: '001' }, payment: { resultCode: '001' } });
  });

  test('an approval is told with the moment of its write', () => {
    const change = approve(ofShop, {}, { ...ending, nowMs: NOW + 7 });
    expect(change && eventOfAttempt(change, undefined)?.occurredAtMs).toBe(NOW + 7);
  });

  test('a card that was stored is told by its token and its mask', () => {
    const card = { token: 'T-1', customer: { dealerCustomerId: 7, customerCode: 'C' }, maskedCard: '411111******1111' };
    const stored = { ...card, dealerCode: 'D1', sealed: 's', keyName: 'k', version: 1, storedAtMs: NOW };
    expect(cardStoredEvent({ ...ofLink, endedAtMs: NOW }, stored)).toMatchObject({
      type: 'card.stored',
      facts: { card: { cardToken: 'T-1', dealerCustomerId: 7, maskedCard: '411111******1111' } },
    });
  });

  test('a hundred sub-dealers stay far under 20 kB', () => {
    const splits = Array.from({ length: 100 }, (_, index) => splitWith(100_000 + index));
    const change = approve(directAttemptWith('D1', {}, { splits }), {}, ending);
    expect(JSON.stringify(change && eventOfAttempt(change, change.link)).length).toBeLessThan(8000);
  });
});

describe('The event of a link', () => {
  test.each([
    ['link.created', linkCreated(link), 'open'],
    ['link.cancelled', linkCancelled(link, NOW), 'cancelled'],
    ['link.expired', linkExpired(link), 'expired'],
    ['link.failed', linkClosed(link, result), 'failed'],
    ['payment.failed', linkClosed({ ...link, source: 'three-d' }, result), 'failed'],
  ] as const)('%s', (type, event, state) => {
    expect(event).toMatchObject({ type, facts: { link: { state, otherTrxCode: 'code-1', amount: 2750 } } });
  });

  test('is named once: by its kind, and in a shop by the call that failed', () => {
    const named = (event: { readonly eventId: string } | undefined) => event?.eventId.slice(link.payment.length + 1);
    const ofCalls = { ...link, source: 'three-d', progress: { ...link.progress, attempts: 3 } } as const;
    expect(named(linkCreated(link))).toBe('link-created');
    expect(named(linkClosed(ofCalls, result))).toBe('3-payment-failed');
    expect(linkReminderDue(link, NOW)).toMatchObject({
      eventId: `${link.payment}-link-reminder-due`,
      type: 'link.reminder-due',
      occurredAtMs: NOW,
      facts: { link: { state: 'open', paymentId: link.userPosPaymentId } },
    });
  });

  test('a change of it holds its failure and its decline, or none of them', () => {
    const declined = { kind: 'declines', decline: { code: '005', atMs: 1 } } as const;
    const change = { payment: link.payment, onlyIf: { kind: 'exists' } } as const;
    const both = { ...change, effects: [{ kind: 'frees' }, declined, { kind: 'fails', result }] } as const;
    expect([declineIn(both), failureIn(both)]).toEqual([declined.decline, result]);
    const neither = { ...change, effects: [{ kind: 'frees' }] } as const;
    expect([declineIn(neither), failureIn(neither)]).toEqual([undefined, undefined]);
    expect([declineIn(undefined), failureIn(undefined)]).toEqual([undefined, undefined]);
  });

  test('it is looked at when its payer is reminded, else once nobody can pay any more, if that is told (rule 15)', () => {
    const expired = link.expiresAtMs + 16 * 60_000;
    expect(expiryDueAtMs(link)).toBe(expired);
    const reminded = { ...link, progress: { ...link.progress, remindAtMs: 5 } };
    expect(linkDueAtMs(reminded, { tellsExpiry: true })).toBe(5);
    expect(linkDueAtMs(link, { tellsExpiry: true })).toBe(expired);
    expect(linkDueAtMs(link, { tellsExpiry: false })).toBeUndefined();
  });

  test("a dealer's own 3D payment is no link that was created", () => {
    expect(linkCreated({ ...link, source: 'three-d' })).toBeUndefined();
  });

  test('the failure has the code of the last decline', () => {
    const declined = { ...link, progress: { ...link.progress, lastDecline: { code: '005', atMs: 1 } } } as const;
    expect(linkClosed(declined, result).facts.link?.resultCode).toBe('005');
    expect(linkClosed(link, result).facts.link?.resultCode).toBe('001');
  });

  test.each([
    ['open, nobody can pay any more', {}, 0, 'tell-expired'],
    ['open, a payer may still be in 3D', {}, -1, { againAtMs: expiryDueAtMs(link) }],
    [
      'an attempt without an answer',
      { progress: { ...link.progress, activeAttempt: 'p.1' } },
      0,
      { againAtMs: expiryDueAtMs(link) + 300_000 },
    ],
    ['open, and nobody is reminded of it', {}, -16 * 60_000 - 1, { againAtMs: expiryDueAtMs(link) }],
    ['paid', { state: 'paid' as const }, 0, 'nothing'],
    ['cancelled', { state: 'cancelled' as const }, 0, 'nothing'],
  ])('expiry of a link that is %s', (_what, changes, afterMs, move) => {
    expect(linkDueMove({ ...link, ...changes }, expiryDueAtMs(link) + afterMs)).toEqual(move);
  });

  const remindAtMs = link.expiresAtMs - 60_000;
  const awaiting = (changes: object = {}) => ({ ...link, progress: { ...link.progress, remindAtMs, ...changes } });
  test.each([
    ['open', {}, 0, 'remind'],
    ['open, and too early', {}, -1, { againAtMs: remindAtMs }],
    ['open, and just before its expiry', {}, 59_999, 'remind'],
    ['over by a sweep that came late', {}, 60_000, { againAtMs: expiryDueAtMs(link) }],
    ['being paid', { activeAttempt: 'p.1' }, 0, { againAtMs: remindAtMs + 300_000 }],
  ] as const)('reminder of a link that is %s', (_what, changes, afterMs, move) => {
    expect(linkDueMove(awaiting(changes), remindAtMs + afterMs)).toEqual(move);
  });

  test.each(['paid', 'failed', 'cancelled'] as const)('nobody is reminded of a link that is %s', (state) => {
    expect(linkDueMove({ ...awaiting(), state }, remindAtMs)).toBe('nothing');
  });

  const HOUR_MS = 3_600_000;
  const contact = { email: 'payer@example.com' };
  test.each([
    ['so many hours before the expiry', 24, 'email', contact, 48, 24],
    ['an hour after its creation at the earliest', 24, 'email', contact, 25, 1],
    ['never of a link that lives hardly longer', 24, 'email', contact, 24.9, undefined],
    ['never of a link that lives shorter', 24, 'email', contact, 5, undefined],
    ['never without the contact that the mode names', 24, 'sms', contact, 48, undefined],
    ['never of a link that is not sent', 24, 'none', contact, 48, undefined],
    ['never where the definition names no hours', undefined, 'any', contact, 48, undefined],
  ] as const)('a new link reminds %s', (_what, hours, deliveryMode, delivery, lifeHours, after) => {
    const definition = { deliveryMode, ...(hours === undefined ? {} : { reminderHours: hours }) };
    const made = { createdAtMs: NOW, expiresAtMs: NOW + lifeHours * HOUR_MS, delivery };
    expect(reminderAtMs(definition, made)).toBe(after === undefined ? undefined : NOW + after * HOUR_MS);
  });
});

const stepWith = (kind: StepKind, state: StepState, asker: Step['asker'] = { by: 'dealer' }): Step => ({
  payment: ofDealer.payment,
  number: 3,
  attempt: 1,
  kind,
  state,
  version: 2,
  dealerCode: 'D1',
  trxId: 77,
  amount: minor(500),
  shares: [{ subDealerId: 11, amount: minor(500) }],
  postings: [],
  asker,
  startedAtMs: NOW,
  listingShards: 1,
  dueAtMs: NOW,
  postponed: 0,
  sent: {},
  reservations: [],
  refundCode: 'R-1',
});

const TOLD: Readonly<Record<string, EventType>> = {
  'capture done': 'payment.captured',
  'void done': 'payment.voided',
  'refund done': 'payment.refunded',
  'refund refused': 'payment.refund-failed',
  'pool-approval done': 'payment.pool-approved',
  'pool-undo done': 'payment.pool-undone',
};

describe('The event of a step', () => {
  const attempt = changeTo(ofDealer, { ...ofDealer, state: 'approved', reportedOutcome: 'paid' });
  const moves = stepKinds.flatMap((kind) => stepStates.map((state) => [kind, state] as const));

  test.each(moves)('%s %s', (kind, state) => {
    const step = stepWith(kind, state);
    expect(eventOfStep({ step, fromVersion: 1, attempt })?.type).toBe(TOLD[`${kind} ${state}`]);
    // A lease, and the second question the next day, change no attempt and tell nothing.
    expect(eventOfStep({ step, fromVersion: 1, attempt: undefined })).toBeUndefined();
  });

  test('the intent that closes a pre-authorisation uncaptured is told; the intent of a dealer is not', () => {
    const closing = stepWith('void', 'intended', { by: 'service' });
    expect(eventOfStep({ step: closing, attempt })).toMatchObject({
      eventId: `${ofDealer.payment}-s3-uncaptured-closed`,
      type: 'payment.uncaptured-closed',
    });
    expect(eventOfStep({ step: stepWith('void', 'intended'), attempt })).toBeUndefined();
    expect(eventOfStep({ step: closing, fromVersion: 1, attempt })).toBeUndefined();
    const reversal = stepWith('reversal', 'intended', { by: 'service' });
    expect(eventOfStep({ step: reversal, attempt })).toBeUndefined();
    expect(eventOfStep({ step: closing, attempt: undefined })).toBeUndefined();
  });

  test('it is told with the moment of its end, and of its begin where it only begins', () => {
    const done = { ...stepWith('refund', 'done'), endedAtMs: NOW + 9 };
    expect(eventOfStep({ step: done, fromVersion: 1, attempt })?.occurredAtMs).toBe(NOW + 9);
    expect(eventOfStep({ step: stepWith('refund', 'done'), fromVersion: 1, attempt })?.occurredAtMs).toBe(NOW);
  });

  test.each(['pool-approval', 'pool-undo'] as const)('%s names sub-dealers, and no amount', (kind) => {
    const step = { ...stepWith(kind, 'done'), amount: minor(0), shares: [{ subDealerId: 11 }] };
    const facts = { kind, trxId: 77, refundCode: 'R-1', shares: [{ subDealerId: 11 }] };
    expect(eventOfStep({ step, fromVersion: 1, attempt })?.facts.step).toEqual(facts);
  });

  test('it freezes the step beside the payment', () => {
    expect(eventOfStep({ step: stepWith('refund', 'done'), fromVersion: 1, attempt })?.facts).toMatchObject({
      payment: { otherTrxCode: 'code-2', orderId: ofDealer.orderId, state: 'approved' },
      step: { kind: 'refund', trxId: 77, amount: 500, refundCode: 'R-1', shares: [{ subDealerId: 11, amount: 500 }] },
    });
  });
});

test('an event is wanted when one of the settings wants it', () => {
  for (const type of eventTypes) {
    expect(isWanted(undefined, type)).toBe(false);
    expect(isWanted({ webhooks: [], notice: [type] }, type)).toBe(true);
    expect(isWanted({ messages: eventTypes.filter((one) => one !== type) }, type)).toBe(false);
  }
});
