import { describe, expect, test } from 'vitest';
import { approve } from '../../../../shared/domain/attempt/transitions.ts';
import { eventOfAttempt, eventOfStep, toldOfPayment } from '../../../../shared/domain/outbox/event-of-payment.ts';
import { stepKinds, stepStates } from '../../../../shared/domain/payment/step.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';
import { reversalOf } from '../../../support/payment/steps.ts';

describe('what may have been told of a payment', () => {
  test.each([directAttemptWith('D1', {}, { splits: [] }), linkAttemptWith(linkWith())])(
    'names the event of an approval as the approval does',
    (charging) => {
      const { pendingCard: _stored, ...attempt } = charging;
      const change = approve(attempt, {}, { nowMs: attempt.startedAtMs, resultReference: 'r' });
      if (change === undefined) throw new Error('it is not approved');
      const event = eventOfAttempt(change, undefined);
      const { eventId, type } = event ?? {};
      const told = toldOfPayment({ name: attempt.payment, attempts: [change.attempt], steps: [] });
      expect(told).toEqual([{ eventId, type }]);
    },
  );

  test.each(stepKinds.flatMap((kind) => stepStates.map((state) => [kind, state] as const)))(
    'names every event of a %s that is %s as its writes do',
    (kind, state) => {
      const attempt = directAttemptWith('D1', {}, { splits: [] });
      for (const by of ['dealer', 'service'] as const) {
        const step = reversalOf(attempt, { kind, state, number: 3, asker: { by } });
        const writes = [{ step }, { step, fromVersion: 1 }];
        const ids = writes.flatMap(
          (write) => eventOfStep({ ...write, attempt: { attempt, fromVersion: 1 } as never })?.eventId ?? [],
        );
        const told = toldOfPayment({ name: attempt.payment, attempts: [], steps: [step] });
        expect(told.map(({ eventId }) => eventId).toSorted()).toEqual([...new Set(ids)].toSorted());
      }
    },
  );
});
