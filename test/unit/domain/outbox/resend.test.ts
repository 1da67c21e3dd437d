import { expect, test } from 'vitest';
import { channelKinds, type Delivery } from '../../../../shared/domain/outbox/delivery.ts';
import { isResendable, resend } from '../../../../shared/domain/outbox/resend.ts';

test('an operator may send again what its receiver knows as a repeat: programs of dealers, and no person', () => {
  const resendable = channelKinds.filter((kind) => isResendable({ channel: { kind } as Delivery['channel'] }));
  expect(resendable).toEqual(['webhook', 'notice']);
});

test('a delivery that is sent again waits anew, with all its tries; one that waits is left as it is', () => {
  const dead = { state: 'dead', version: 4, tries: 9, dueAtMs: 1, endedAtMs: 2 } as Delivery;
  expect(resend(dead, 1000)).toEqual({ state: 'waiting', version: 5, tries: 0, dueAtMs: 1000 });
  expect(resend({ ...dead, state: 'waiting' }, 1000)).toBeUndefined();
});
