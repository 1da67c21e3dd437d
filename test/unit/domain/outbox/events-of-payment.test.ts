import { describe, expect, test } from 'vitest';
import type { Attempt } from '../../../../shared/domain/attempt/attempt.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import type { OutboxEvent } from '../../../../shared/domain/outbox/event.ts';
import { linkCancelled, linkCreated, linkExpired } from '../../../../shared/domain/outbox/event-of-link.ts';
import { eventOfAttempt, eventOfStep } from '../../../../shared/domain/outbox/event-of-payment.ts';
import { eventsOfPayment } from '../../../../shared/domain/outbox/events-of-payment.ts';
import type { Step } from '../../../../shared/domain/payment/step.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';
import { reversalOf } from '../../../support/payment/steps.ts';

interface Known {
  readonly link?: PaymentRequest;
  readonly attempts?: readonly Attempt[];
  readonly steps?: readonly Step[];
}

const link = linkWith();
const known = (name: string, { attempts = [], steps = [], ...rest }: Known) =>
  eventsOfPayment({ name, attempts, steps, ...rest });

/** What the event that was written is called, as it is found again. */
const named = (event: OutboxEvent | undefined) => event && { eventId: event.eventId, type: event.type };

describe('The events that a payment may have made true', () => {
  test('are found by the ids under which they were written: of a link', () => {
    expect(known(link.payment, { link })).toEqual([named(linkCreated(link)), named(linkExpired(link))]);
    const cancelled = { ...link, state: 'cancelled' } as const;
    expect(known(link.payment, { link: cancelled })).toContainEqual(named(linkCancelled(cancelled, 0)));
  });

  test('of a link under a later call of its dealer', () => {
    const later = { ...link, source: 'mobile-3d', progress: { ...link.progress, generation: 3 } } as const;
    expect(known(link.payment, { link: later })).toContainEqual(named(linkExpired(later)));
  });

  test('of charges that were approved', () => {
    const paid = { state: 'approved', reportedOutcome: 'paid' } as const;
    for (const attempt of [directAttemptWith('D1', paid), linkAttemptWith(link, paid)]) {
      const event = eventOfAttempt({ attempt, approves: true }, undefined);
      expect(known(attempt.payment, { attempts: [attempt] })).toContainEqual(named(event));
    }
  });

  test.each([
    ['capture', 'done'],
    ['void', 'done'],
    ['refund', 'done'],
    ['refund', 'refused'],
    ['pool-approval', 'done'],
    ['pool-undo', 'done'],
  ] as const)('of a %s that is %s', (kind, state) => {
    const attempt = directAttemptWith('D1');
    const step = reversalOf(attempt, { kind, state, number: 2, asker: { by: 'dealer' } });
    const event = eventOfStep({
      step,
      fromVersion: 1,
      attempt: { attempt, fromVersion: 1, takes: [], releases: { reservations: [] } },
    });
    expect(event).toBeDefined();
    expect(known(attempt.payment, { steps: [step] })).toContainEqual(named(event));
  });

  test('and none of steps that tell nobody', () => {
    const attempt = directAttemptWith('D1');
    expect(known(attempt.payment, { steps: [reversalOf(attempt, { kind: 'reversal', state: 'done' })] })).toEqual([]);
  });
});
