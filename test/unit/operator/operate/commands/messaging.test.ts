import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import {
  putMessaging,
  putOptOut,
  showMessaging,
} from '../../../../../functions/operator/operate/commands/messaging.ts';
import type { Dealer } from '../../../../../shared/domain/dealer/dealer.ts';
import {
  DEFAULT_MESSAGING,
  type DealerMessaging,
  type StageMessaging,
} from '../../../../../shared/domain/message/messaging-settings.ts';
import { planMessageEvents } from '../../../../../shared/domain/message/plan-message.ts';
import type { SmsProviderSettings } from '../../../../../shared/domain/message/sms-provider.ts';
import { receiptEvents } from '../../../../../shared/domain/outbox/event.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const SMS = { sender: 'Stage', dealerSenders: ['SHOP'], segmentPriceMinor: 1, dailyBudgetMinor: 100 };
const STAGE: StageMessaging = { sms: SMS, email: { from: 'pay@example.com' }, recipients: 'any recipient' };
const NOTHING: StageMessaging = { recipients: 'any recipient' };
const PROVIDER: SmsProviderSettings = { url: 'https://sms.example/', format: 'json', authorization: 'none' };
const STORED: DealerMessaging = { ...DEFAULT_MESSAGING, version: 2 };

interface Scene {
  readonly stored?: DealerMessaging;
  readonly stage?: StageMessaging;
  readonly dealer?: Partial<Dealer>;
}

const callWith = ({ stored = STORED, stage = STAGE, dealer = {} }: Scene): CommandCall => {
  const account = { dealer: dealerWith({ dealerCode: 'D1', version: 7, ...dealer }), credentials: [] };
  const deps = {
    dealers: { load: async (code: string) => (code === 'D1' ? account : undefined) },
    dealerMessaging: { of: async () => stored },
    messaging: stage,
  };
  return { deps, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
};

const put = async (input: object, scene: Scene = {}) => {
  const version = (scene.stored ?? STORED).version;
  const given = { dealerCode: 'D1', ...(version === 0 ? {} : { version }), ...input };
  const planned = await putMessaging.plan(given, callWith(scene));
  if (planned.change.kind !== 'messaging') throw new Error('no messaging is put');
  return { ...planned, record: planned.change.record, dealer: planned.change.dealer };
};

describe('put-messaging', () => {
  test('changes what is given, and leaves the rest and the provider of the dealer', async () => {
    const stored = { ...STORED, smsProvider: PROVIDER, replyTo: 'a@shop.example' };
    const { record, result, change } = await put({ language: 'en', senderId: 'SHOP', smsADay: 0 }, { stored });
    expect(record).toEqual({ ...stored, version: 3, language: 'en', senderId: 'SHOP', smsADay: 0 });
    expect(result).toEqual({ dealerCode: 'D1', version: 3, changed: ['language', 'senderId', 'smsADay'] });
    expect(change).not.toHaveProperty('dealer');
    const first = await put({}, { stored: DEFAULT_MESSAGING });
    expect(first.record).toEqual({ ...DEFAULT_MESSAGING, version: 1 });
    expect(first.changed).toEqual(['emailsADay', 'language', 'resendsADay', 'smsADay']);
  });

  test('of receipts and messages about plans tells the record of the dealer that somebody wants their events', async () => {
    const wanted = { receipts: receiptEvents, plans: planMessageEvents };
    const asked = { receiptsTo: 'books@shop.example', planMessages: 'smsAndEmail' };
    const { dealer } = await put(asked, { dealer: { wantedEvents: { notice: receiptEvents } } });
    expect(dealer).toMatchObject({ dealerCode: 'D1', version: 8, wantedEvents: { notice: receiptEvents, ...wanted } });
    expect((await put({ planMessages: 'email' })).dealer?.wantedEvents).toEqual({ plans: planMessageEvents });
    expect((await put({ receiptsTo: 'books@shop.example' })).dealer?.wantedEvents).toEqual({ receipts: receiptEvents });
  });

  test('takes both wishes back, and changes no dealer whose wishes stand', async () => {
    const stored = { ...STORED, receiptsTo: 'books@shop.example', planMessages: 'sms' } as const;
    const wantedEvents = { receipts: receiptEvents, plans: planMessageEvents };
    const dealer = { wantedEvents };
    expect((await put({ smsADay: 3 }, { stored, dealer })).change).not.toHaveProperty('dealer');
    const none = await put({ receiptsTo: null, planMessages: 'none' }, { stored, dealer });
    expect(none.dealer).toMatchObject({ version: 8 });
    expect(none.dealer).not.toHaveProperty('wantedEvents');
    expect((await put({ planMessages: null }, { stored, dealer })).dealer?.wantedEvents).toEqual({
      receipts: receiptEvents,
    });
    expect((await put({ receiptsTo: null }, { stored, dealer })).dealer?.wantedEvents).toEqual({
      plans: planMessageEvents,
    });
  });

  test('promises customers nothing that nobody sends', async () => {
    await expect(put({ planMessages: 'smsAndEmail' }, { stage: NOTHING })).rejects.toMatchObject({
      code: 'NotPossible',
      field: 'planMessages',
      sentence: 'smsAndEmail cannot be used: sms and email not set up in this stage (messaging in cdk.json).',
    });
    await expect(put({ receiptsTo: 'a@shop.example' }, { stage: NOTHING })).rejects.toMatchObject({
      code: 'NotPossible',
      field: 'receiptsTo',
      sentence: expect.stringContaining('E-mail is not set up'),
    });
    const stored = { ...STORED, smsProvider: PROVIDER };
    await expect(put({ planMessages: 'sms' }, { stage: NOTHING, stored })).resolves.toMatchObject({ record: {} });
    await expect(put({ smsADay: 1 }, { stage: NOTHING })).resolves.toMatchObject({ record: { smsADay: 1 } });
  });

  test('takes a sender id that the stage lists alone', async () => {
    for (const stage of [STAGE, NOTHING]) {
      await expect(put({ senderId: 'OTHER' }, { stage })).rejects.toMatchObject({
        code: 'NotPossible',
        field: 'senderId',
        sentence: expect.stringContaining('does not list this sender id'),
      });
    }
  });

  test.each([
    ['senderId', 'AB', 'must be a sender id'],
    ['senderId', 'ABCDEFGHIJKL', 'must be a sender id'],
    ['senderId', '12345', 'must be a sender id'],
    ['senderId', ' SHOP', 'must be a sender id'],
    ['senderId', 'SHOP!', 'must be a sender id'],
    ['replyTo', 'nobody', 'must be an e-mail address'],
    ['smsTemplate', 7, 'must be a text'],
    ['smsTemplate', 'no address', 'must'],
    ['resendsADay', 11, 'must be'],
    ['language', 'xx', 'must be'],
  ])('refuses %s %j', async (field, value, problem) => {
    await expect(put({ [field]: value })).rejects.toMatchObject({
      code: 'InvalidInput',
      field,
      sentence: expect.stringContaining(`${field} ${problem}`),
    });
  });

  test('takes the words of an SMS with a place for its link', async () => {
    const smsTemplate = '{dealer}: {amount} {link}';
    expect((await put({ smsTemplate })).record).toMatchObject({ smsTemplate });
    for (const senderId of ['A12', 'ABCDEFGHIJ1']) {
      const stage = { ...STAGE, sms: { ...SMS, dealerSenders: [senderId] } };
      expect((await put({ senderId }, { stage })).record.senderId).toBe(senderId);
    }
  });

  test('needs the version that stands, and a dealer', async () => {
    await expect(put({ version: 1 })).rejects.toMatchObject({
      code: 'VersionConflict',
      sentence: expect.stringContaining('The current version of messaging of dealer D1 is 2'),
    });
    await expect(put({ version: 2 }, { stored: DEFAULT_MESSAGING })).rejects.toMatchObject({ code: 'NotFound' });
    await expect(put({ dealerCode: 'D2' })).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('show-messaging', () => {
  const show = (scene: Scene, dealerCode = 'D1') => showMessaging.show({ dealerCode }, callWith(scene));

  test('shows the settings of the dealer and what the stage has set up', async () => {
    expect(await show({})).toEqual({
      dealerCode: 'D1',
      ...STORED,
      smsProvider: 'none',
      stage: { sms: 'Stage', email: 'pay@example.com' },
    });
    expect(await show({ stage: NOTHING, stored: { ...STORED, smsProvider: PROVIDER } })).toMatchObject({
      smsProvider: { url: PROVIDER.url, key: { set: false } },
      stage: { sms: 'not set up', email: 'not set up' },
    });
    await expect(show({}, 'D2')).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('put-opt-out', () => {
  const plan = (input: object) => putOptOut.plan(input, callWith({}));

  test.each([
    [{ channel: 'sms', recipient: '0555 111 00 22' }, '5551110022', true],
    [{ channel: 'sms', recipient: '+905551110022', optedOut: null }, '5551110022', true],
    [{ channel: 'email', recipient: 'a@b.example', optedOut: false }, 'a@b.example', false],
  ])('notes of %j the recipient %s, opted out: %s', async (input, recipient, optedOut) => {
    const { channel } = input;
    const planned = await plan(input);
    expect(planned).toEqual({
      change: { kind: 'opt-out', record: { channel, recipient, optedOut, atMs: NOON_MS } },
      changed: ['optedOut'],
      result: { channel, optedOut },
    });
    expect(JSON.stringify(planned.result)).not.toContain(recipient);
  });

  test.each([
    [{ channel: 'sms', recipient: 'a@b.example' }, 'recipient must be a Turkish mobile number.'],
    [{ channel: 'email', recipient: '5551110022' }, 'recipient must be an e-mail address.'],
  ])('refuses %j', async (input, sentence) => {
    await expect(plan(input)).rejects.toMatchObject({ code: 'InvalidInput', field: 'recipient', sentence });
  });
});
