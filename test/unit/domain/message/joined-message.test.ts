import { expect, test } from 'vitest';
import { eventOfMessage, messageOfEvent } from '../../../../shared/domain/message/joined-message.ts';
import type { DeliveryChannel } from '../../../../shared/domain/outbox/delivery.ts';
import { eventTypes, ownEventTypes } from '../../../../shared/domain/outbox/event.ts';

const CHANNELS: readonly DeliveryChannel[] = [
  { kind: 'webhook', endpointId: 'e' },
  { kind: 'notice' },
  { kind: 'desk-mail' },
  { kind: 'sms', round: 1 },
  { kind: 'sms', round: 2 },
  { kind: 'email', round: 1 },
  { kind: 'receipt', to: 'payer', round: 2 },
  { kind: 'receipt', to: 'dealer', round: 1 },
];

const NAMES = {
  'link.created': 'link-created',
  'link.reminder-due': 'link-reminder-due',
  'receipt.asked': 'receipt-2',
};

test('a message that may stand in the row of an event is found there by its name', () => {
  const found = [...eventTypes, ...ownEventTypes].flatMap((type) =>
    CHANNELS.flatMap((channel) => {
      const message = messageOfEvent({ type, payment: 'p' }, channel);
      if (message !== undefined) expect(eventOfMessage(message)).toBe(`p-${NAMES[type as keyof typeof NAMES]}`);
      return message === undefined ? [] : [[type, message.kind, message.channel, message.round]];
    }),
  );
  expect(found).toEqual([
    ['link.created', 'link', 'sms', 1],
    ['link.created', 'link', 'email', 1],
    ['link.reminder-due', 'reminder', 'sms', 1],
    ['link.reminder-due', 'reminder', 'email', 1],
    ['receipt.asked', 'receipt', 'email', 2],
  ]);
});

test('others have rows of their own: later rounds, what goes to dealers, what is about plans or about no payment', () => {
  const named = { payment: 'p', channel: 'email' } as const;
  for (const kind of ['sale', 'plan-upcoming', 'plan-paid', 'plan-failed'] as const)
    expect(eventOfMessage({ ...named, kind, round: 1 })).toBeUndefined();
  for (const kind of ['link', 'reminder'] as const)
    expect(eventOfMessage({ ...named, kind, round: 2 })).toBeUndefined();
  expect(messageOfEvent({ type: 'link.created' }, { kind: 'email', round: 1 })).toBeUndefined();
});
