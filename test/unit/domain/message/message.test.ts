import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterHandOver,
  afterReport,
  type DeliveryReport,
  type HandOverResult,
  handOverAgain,
  MAX_HAND_OVERS,
  type Message,
  messageOfReference,
  messageReference,
  messageStateAt,
} from '../../../../shared/domain/message/message.ts';
import { capsOf } from '../../../../shared/domain/message/message-caps.ts';
import {
  channelsOfLink,
  DEFAULT_MESSAGING,
  mayReach,
  missingChannels,
  type StageMessaging,
} from '../../../../shared/domain/message/messaging-settings.ts';

const NOW = Date.UTC(2026, 10, 22, 20, 30);
const HOUR_MS = 3_600_000;
const message: Message = {
  payment: 'k3v7q2mzt5w4y6xa2bcdefgh3i',
  channel: 'sms',
  round: 1,
  kind: 'link',
  state: 'queued',
  version: 1,
  to: '5551110022',
  handOvers: 1,
  queuedAtMs: NOW,
};
const sent: Message = { ...message, state: 'sent', sentAtMs: NOW, providerId: 'm1' };

describe('the life of a message', () => {
  test.each<[string, HandOverResult, Partial<Message>, Partial<Message>]>([
    ['taken', { kind: 'accepted', messageId: 'm1' }, {}, { state: 'sent', providerId: 'm1', sentAtMs: NOW }],
    ['refused', { kind: 'refused', reason: 'opted-out' }, {}, { state: 'failed', reason: 'opted-out', endedAtMs: NOW }],
    ['not taken for now', { kind: 'again' }, {}, { state: 'queued', handOvers: 0 }],
    ['no answer, the first time', { kind: 'unknown' }, {}, { state: 'queued', handOvers: 1 }],
    ['no answer, the second time', { kind: 'unknown' }, { handOvers: 2 }, { state: 'unknown', endedAtMs: NOW }],
  ])('%s', (_name, result, before, after) => {
    expect(afterHandOver({ ...message, ...before }, result, NOW)).toMatchObject({ version: 2, ...after });
  });

  test.each<[string, Message, Partial<DeliveryReport>, Partial<Message> | undefined]>([
    ['delivered', sent, {}, { state: 'delivered', endedAtMs: NOW + 1 }],
    ['failed', sent, { outcome: { kind: 'failed', reason: 'BLOCKED' } }, { state: 'failed', reason: 'BLOCKED' }],
    ['the same again', { ...sent, state: 'delivered' }, {}, undefined],
    [
      'a bounce after a delivery',
      { ...sent, state: 'delivered' },
      { outcome: { kind: 'failed', reason: 'bounced' } },
      { state: 'failed' },
    ],
    ['a delivery after a failure', { ...sent, state: 'failed' }, {}, undefined],
    ['a report of another message', sent, { providerId: 'm2' }, undefined],
    ['before the answer was recorded', message, {}, { state: 'delivered', providerId: 'm1', sentAtMs: NOW + 1 }],
    ['late, after it was given up', { ...sent, state: 'unknown' }, {}, { state: 'delivered' }],
  ])('a report: %s', (_name, before, report, after) => {
    const made = afterReport(before, { providerId: 'm1', outcome: { kind: 'delivered' }, atMs: NOW + 1, ...report });
    if (after === undefined) expect(made).toBeUndefined();
    else expect(made).toMatchObject({ version: before.version + 1, ...after });
  });

  test.each([
    [sent, 72 * HOUR_MS - 1, 'sent'],
    [sent, 72 * HOUR_MS, 'unknown'],
    [message, 72 * HOUR_MS, 'unknown'],
    [{ ...sent, state: 'delivered' } as const, 100 * HOUR_MS, 'delivered'],
  ] as const)('without news for 72 hours its fate is unknown', (one, laterMs, state) => {
    expect(messageStateAt(one, NOW + laterMs)).toBe(state);
  });

  test('whatever the answers are, at most two calls may reach the recipient', () => {
    const results = fc.constantFrom<HandOverResult>(
      { kind: 'unknown' },
      { kind: 'again' },
      { kind: 'accepted', messageId: 'm' },
      { kind: 'refused', reason: 'r' },
    );
    fc.assert(
      fc.property(fc.array(results, { maxLength: 12 }), (answers) => {
        let current: Message | undefined = message;
        let mayHaveArrived = 0;
        for (const answer of answers) {
          if (answer.kind === 'unknown' || answer.kind === 'accepted') mayHaveArrived += 1;
          const after: Message = afterHandOver(current, answer, NOW);
          current = handOverAgain(after);
          if (current === undefined) break;
        }
        expect(mayHaveArrived).toBeLessThanOrEqual(MAX_HAND_OVERS);
      }),
    );
  });

  test('a reference names its message, and any other text none', () => {
    expect(messageReference(message)).toBe('k3v7q2mzt5w4y6xa2bcdefgh3i-sms-01');
    expect(messageOfReference(messageReference(message))).toEqual({
      payment: message.payment,
      channel: 'sms',
      kind: 'link',
      round: 1,
    });
    const receipt = { payment: message.payment, channel: 'email', kind: 'receipt', round: 2 } as const;
    expect(messageReference(receipt)).toBe('k3v7q2mzt5w4y6xa2bcdefgh3i-receipt-email-02');
    expect(messageOfReference(messageReference(receipt))).toEqual(receipt);
    for (const text of [
      '',
      `${message.payment}-link-sms-01`,
      'x-sms-01',
      `${message.payment}-fax-01`,
      `${message.payment}-sms-1`,
    ]) {
      expect(messageOfReference(text)).toBeUndefined();
    }
  });
});

const stage: StageMessaging = {
  sms: { sender: 'ODEME', dealerSenders: [], segmentPriceMinor: 3, dailyBudgetMinor: 801 },
  email: { from: 'pay@example.com' },
  recipients: ['5551110022'],
};
const contacts = { gsmNumber: '5551110022', email: 'a@b.co' };

describe('what a definition sends', () => {
  test.each([
    ['none', contacts, stage, []],
    ['sms', contacts, stage, ['sms']],
    ['email', contacts, stage, ['email']],
    ['smsAndEmail', contacts, stage, ['sms', 'email']],
    ['smsOrEmail', { email: 'a@b.co' }, stage, ['email']],
    ['any', contacts, stage, ['sms', 'email']],
    ['any', {}, stage, []],
    ['any', contacts, { recipients: 'any recipient' }, []],
  ] as const)('%s, %o', (mode, delivery, ofStage, channels) => {
    expect(channelsOfLink(mode, delivery, { stage: ofStage, dealer: {} })).toEqual(channels);
  });

  test.each([
    ['sms', { recipients: [] }, ['sms']],
    ['smsAndEmail', { email: stage.email, recipients: [] }, ['sms']],
    ['smsOrEmail', { recipients: [] }, ['sms', 'email']],
    ['any', { recipients: [] }, []],
    ['none', { recipients: [] }, []],
  ] as const)('%s needs of its stage what it promises', (mode, ofStage, missing) => {
    expect(missingChannels(mode, ofStage as StageMessaging, {})).toEqual(missing);
  });

  test('a dealer with an SMS provider of its own needs none of the stage', () => {
    const dealer = { smsProvider: { url: 'https://sms.example', format: 'json', authorization: 'none' } } as const;
    const without: StageMessaging = { recipients: 'any recipient' };
    expect(channelsOfLink('any', contacts, { stage: without, dealer })).toEqual(['sms']);
    expect(missingChannels('smsAndEmail', without, dealer)).toEqual(['email']);
    const caps = {
      channel: 'sms',
      kind: 'link',
      segments: 1,
      nowMs: NOW,
      stage: without,
      dealer: DEFAULT_MESSAGING,
    } as const;
    expect(capsOf({ ...caps, dealer: { ...DEFAULT_MESSAGING, ...dealer } }).map(({ owner }) => owner)).toEqual([
      'recipient',
      'recipient',
      'dealer',
    ]);
  });

  test('a sandbox stage reaches listed recipients alone (rule 43)', () => {
    expect(mayReach(stage, '5551110022')).toBe(true);
    expect(mayReach(stage, '5551110023')).toBe(false);
    expect(mayReach({ recipients: 'any recipient' }, '5551110023')).toBe(true);
    expect(mayReach({ recipients: [] }, '5551110023')).toBe(false);
  });
});

test('a message counts for its recipient, its dealer and, by what it costs, its stage (rule 43)', () => {
  const dealer = { ...DEFAULT_MESSAGING, smsADay: 7, emailsADay: 9 };
  const caps = { nowMs: NOW, stage, dealer };
  const hour = Date.UTC(2026, 10, 22, 20);
  // 23:30 in Istanbul: the day began there at 21:00 UTC of the day before.
  const day = Date.UTC(2026, 10, 21, 21);
  expect(capsOf({ ...caps, channel: 'sms', kind: 'link', segments: 2 })).toEqual([
    { owner: 'recipient', windowStartMs: hour, windowMs: HOUR_MS, adds: 1, most: 5 },
    { owner: 'recipient', windowStartMs: day, windowMs: 24 * HOUR_MS, adds: 1, most: 10 },
    { owner: 'dealer', windowStartMs: day, windowMs: 24 * HOUR_MS, adds: 1, most: 7 },
    { owner: 'stage', windowStartMs: day, windowMs: 24 * HOUR_MS, adds: 6, most: 100 },
  ]);
  const ofMailbox = { owner: 'recipient', windowStartMs: day, windowMs: 24 * HOUR_MS, adds: 1, most: 10 };
  const ofDealer = { owner: 'dealer', windowStartMs: day, windowMs: 24 * HOUR_MS, adds: 1, most: 9 };
  for (const kind of ['link', 'reminder', 'receipt'] as const) {
    expect(capsOf({ ...caps, channel: 'email', kind, segments: 0 })).toEqual([ofMailbox, ofDealer]);
  }
  expect(capsOf({ ...caps, channel: 'email', kind: 'sale', segments: 0 })).toEqual([ofDealer]);
});
