import { expect, test } from 'vitest';
import type { AttemptChange } from '../../../../shared/domain/attempt/attempt-change.ts';
import { approve, decline } from '../../../../shared/domain/attempt/transitions.ts';
import { MAX_ATTEMPTS_PER_LINK } from '../../../../shared/domain/link/attempt-count.ts';
import { eventOfAttempt } from '../../../../shared/domain/outbox/event-of-payment.ts';
import { addressOf } from '../../../../shared/domain/payment/payment-name.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';

const link = linkWith();
const ending = {
  nowMs: Date.UTC(2027, 0, 15, 9),
  resultReference: addressOf(link.payment, 'the-secret-of-the-result'),
};
const madeOf = { name: 'a'.repeat(26), userPosLinkId: 7, linkCode: 'BREAD-1', placeShards: 8 };
const eventOf = (change: AttemptChange = expect.unreachable()) => eventOfAttempt(change, change.link);
const attempt = linkAttemptWith(link, { madeOf, number: MAX_ATTEMPTS_PER_LINK });

test('An event of a request that a payer made names the reusable link, in the facts of the link and of its payment', () => {
  const paid = eventOf(approve(attempt, {}, ending));
  expect(paid).toMatchObject({ type: 'link.paid', facts: { link: { madeOf }, payment: { madeOf } } });
  const failed = eventOf(decline(attempt, { code: '005' }, ending));
  expect(failed).toMatchObject({ type: 'link.failed', facts: { link: { madeOf } } });
});

test('An event of any other payment names none', () => {
  const { madeOf: _, ...others } = attempt;
  for (const other of [others, directAttemptWith('D1')]) {
    const event = eventOf(approve(other, {}, ending));
    expect(event).toHaveProperty('facts.payment');
    expect(JSON.stringify(event)).not.toContain('madeOf');
  }
});
