import { expect, test } from 'vitest';
import type { Message } from '../../../../shared/domain/message/message.ts';
import { DEFAULT_MESSAGING } from '../../../../shared/domain/message/messaging-settings.ts';
import { resendOf } from '../../../../shared/domain/message/resend.ts';
import { linkWith } from '../../../support/dealer/records.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const DAY_MS = 86_400_000;
const link = linkWith({ expiresAtMs: NOW + DAY_MS, payment: 'k3v7q2mzt5w4y6xa2bcdefgh3i' });
const sent = (channel: Message['channel'], round: number, queuedAtMs = NOW): Message => ({
  payment: link.payment,
  channel,
  round,
  kind: 'link',
  state: 'sent',
  version: 2,
  to: 'x',
  handOvers: 1,
  queuedAtMs,
});
const first = [sent('sms', 1), sent('email', 1)];
const asked = { link, channels: ['sms', 'email'], messages: first, settings: DEFAULT_MESSAGING, nowMs: NOW } as const;

test('a link is sent again on each of its channels, in the next round', () => {
  const messages = [...first, sent('sms', 2)];
  expect(resendOf({ ...asked, messages })).toMatchObject({
    kind: 'deliveries',
    deliveries: [
      { eventId: `${link.payment}-link-created`, channel: { kind: 'sms', round: 3 }, state: 'waiting', dueAtMs: NOW },
      { channel: { kind: 'email', round: 2 } },
    ],
  });
});

test.each([
  ['a link that is over', { nowMs: link.expiresAtMs }, 'not-open'],
  ['a link that is paid', { link: { ...link, state: 'paid' as const } }, 'not-open'],
  ['no channel', { channels: [] }, 'not-sent-by-us'],
  ['reminded and not sent', { messages: [{ ...sent('sms', 1), kind: 'reminder' }, sent('email', 1)] }, 'not-sent-yet'],
  ['no first round yet', { messages: [sent('sms', 1)] }, 'not-sent-yet'],
  ['used up today', { messages: [...first, sent('sms', 2), sent('sms', 3), sent('sms', 4)] }, 'too-many'],
  ['no resends for this dealer', { settings: { ...DEFAULT_MESSAGING, resendsADay: 0 } }, 'too-many'],
] as const)('refused: %s', (_name, changes, reason) => {
  expect(resendOf({ ...asked, ...changes })).toEqual({ kind: 'refused', reason });
});

test('what was sent again on another day of Istanbul does not count', () => {
  const yesterday = [2, 3, 4].map((round) => sent('sms', round, NOW - DAY_MS));
  expect(resendOf({ ...asked, messages: [...first, ...yesterday] }).kind).toBe('deliveries');
});
