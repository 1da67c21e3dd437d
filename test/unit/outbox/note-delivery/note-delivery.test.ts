import { beforeEach, describe, expect, test } from 'vitest';
import { noteDelivery } from '../../../../functions/outbox/note-delivery/note-delivery.ts';
import { dynamoMessages } from '../../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../../../../shared/adapters/dynamodb/message/opt-outs.ts';
import type { Message, MessageChannel } from '../../../../shared/domain/message/message.ts';
import type { Messages } from '../../../../shared/ports/messages.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const payment = 'k3v7q2mzt5w4y6xa2bcdefgh3i';
const messageOn = (channel: MessageChannel): Message => ({
  payment,
  channel,
  round: 1,
  kind: 'link',
  state: 'sent',
  version: 2,
  to: channel === 'sms' ? '5551110022' : 'a@b.co',
  handOvers: 1,
  queuedAtMs: NOW,
  sentAtMs: NOW,
  providerId: 'm1',
});

let table: MemoryTable;
beforeEach(async () => {
  table = new MemoryTable();
  for (const channel of ['sms', 'email'] as const) await dynamoMessages(table).keepUnsent(messageOn(channel));
});

const note = (event: unknown, messages: Messages = dynamoMessages(table)) =>
  noteDelivery({ messages, optOuts: dynamoOptOuts(table), clock: { now: () => NOW } })(event);
const stateOf = async (channel: MessageChannel) => {
  const { state, reason } = (await dynamoMessages(table).find({ payment, channel, kind: 'link', round: 1 })) ?? {};
  return [state, reason];
};

const sms = (eventType: string, detail: object = {}) => ({
  source: 'aws.sms-voice',
  'detail-type': 'Text Message Delivery Status Updated',
  detail: { eventType, isFinal: true, messageId: 'm1', context: { reference: `${payment}-sms-01` }, ...detail },
});
const email = (kind: string, detail: object = {}) => ({
  source: 'aws.ses',
  'detail-type': kind,
  detail: { mail: { messageId: 'm1', tags: { reference: [`${payment}-email-01`] } }, ...detail },
});

describe('reports of the message services', () => {
  test.each([
    ['TEXT_DELIVERED', {}, 'delivered', undefined],
    ['TEXT_SUCCESSFUL', {}, 'delivered', undefined],
    ['TEXT_SUCCESSFUL', { isFinal: false }, 'sent', undefined],
    ['TEXT_PENDING', { isFinal: false }, 'sent', undefined],
    ['TEXT_QUEUED', {}, 'sent', undefined],
    ['TEXT_SENT', {}, 'sent', undefined],
    ['TEXT_UNKNOWN', {}, 'sent', undefined],
    ['TEXT_SUCCESSFUL', { isFinal: undefined }, 'sent', undefined],
    ['TEXT_CARRIER_BLOCKED', {}, 'failed', 'text-carrier-blocked'],
    ['TEXT_DELIVERED', { messageId: 'another' }, 'sent', undefined],
    ['TEXT_DELIVERED', { context: { reference: 'x' } }, 'sent', undefined],
  ])('SMS %s %o', async (eventType, detail, state, reason) => {
    await note(sms(eventType, detail));
    expect(await stateOf('sms')).toEqual([state, reason]);
  });

  test.each([
    ['Email Delivered', {}, 'delivered', undefined],
    ['Email Bounced', { bounce: { bounceType: 'Permanent' } }, 'failed', 'bounced-permanent'],
    ['Email Bounced', {}, 'failed', 'bounced-'],
    ['Email Rejected', {}, 'failed', 'rejected'],
    ['Email Rendering Failed', {}, 'failed', 'rejected'],
    ['Email Sent', {}, 'sent', undefined],
  ])('%s', async (kind, detail, state, reason) => {
    await note(email(kind, detail));
    expect(await stateOf('email')).toEqual([state, reason]);
  });

  test('a report that comes twice, or too late, changes nothing', async () => {
    expect(await note(sms('TEXT_UNREACHABLE'))).toBe('noted');
    expect(await note(sms('TEXT_UNREACHABLE'))).toBe('nothing-new');
    expect(await note(sms('TEXT_DELIVERED'))).toBe('nothing-new');
    expect(await stateOf('sms')).toEqual(['failed', 'text-unreachable']);
  });

  test('whoever complains about an e-mail gets no more of them', async () => {
    expect(await note(email('Email Complaint Received'))).toBe('noted');
    expect(await dynamoOptOuts(table).find('email', 'a@b.co')).toBe('complaint');
    expect(await dynamoOptOuts(table).find('email', 'other@b.co')).toBeUndefined();
  });

  test.each([
    ['Permanent', 'bounce'],
    ['Transient', undefined],
    ['Undetermined', undefined],
  ])('a mailbox whose bounce is %s', async (bounceType, reason) => {
    expect(await note(email('Email Bounced', { bounce: { bounceType } }))).toBe('noted');
    expect(await stateOf('email')).toEqual(['failed', `bounced-${bounceType.toLowerCase()}`]);
    expect(await dynamoOptOuts(table).find('email', 'a@b.co')).toBe(reason);
  });

  test.each([
    ['of another stage', sms('TEXT_DELIVERED', { context: { reference: `${'z'.repeat(26)}-sms-01` } })],
    ['of another service', { source: 'aws.s3', detail: {} }],
    ['nothing', undefined],
  ])('an event %s is none of ours', async (_name, event) => {
    expect(await note(event)).toBe('not-ours');
  });

  test('a complaint that comes back with a bounce type is a complaint, and no end of the message', async () => {
    const complaint = email('Email Complaint Received', { bounce: { bounceType: 'Permanent' } });
    expect(await note(complaint)).toBe('noted');
    expect(await stateOf('email')).toEqual(['sent', undefined]);
    expect(await dynamoOptOuts(table).find('email', 'a@b.co')).toBe('complaint');
  });

  test.each([
    ['says that it was only sent', email('Email Sent', { bounce: { bounceType: 'Permanent' } })],
    ['names no message', email('Email Bounced', { mail: { messageId: 'm1', tags: { reference: [] } } })],
    ['is on its way', sms('TEXT_PENDING')],
  ])('an event that %s tells no end, and nobody opts out by it', async (_what, event) => {
    expect(await note(event)).toBe('not-ours');
    expect(await dynamoOptOuts(table).find('email', 'a@b.co')).toBeUndefined();
    expect([await stateOf('sms'), await stateOf('email')]).toEqual([
      ['sent', undefined],
      ['sent', undefined],
    ]);
  });

  test('a complaint about a message of another stage is none of ours: nobody opts out by it', async () => {
    const reference = [`${'z'.repeat(26)}-email-01`];
    expect(await note(email('Email Complaint Received', { mail: { messageId: 'm1', tags: { reference } } }))).toBe(
      'not-ours',
    );
    expect(table.rows()).toHaveLength(2);
  });

  test('a message that others write meanwhile is read again, five times at most', async () => {
    let writes = 0;
    const busy = (lost: number): Messages => {
      const messages = dynamoMessages(table);
      const replace: Messages['replace'] = async (message) => {
        writes += 1;
        return writes > lost && messages.replace(message);
      };
      return { ...messages, replace };
    };
    await expect(note(sms('TEXT_DELIVERED'), busy(5))).rejects.toThrow('the message changed with every try');
    writes = 0;
    expect(await note(sms('TEXT_DELIVERED'), busy(4))).toBe('noted');
    expect([writes, await stateOf('sms')]).toEqual([5, ['delivered', undefined]]);
  });
});
