import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dynamoOptOuts } from '../../../shared/adapters/dynamodb/message/opt-outs.ts';
import { type Answer, newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/dealer/webhook-receiver.ts';
import { messagesTo } from '../../support/message/inbox.ts';
import { type Input, newOperator } from '../../support/operator/operators.ts';

const KEY = 'key-of-the-dealer';
const { baseUrl } = inject('stack');
const newPhone = (): string => `5${randomInt(100_000_000, 999_999_999)}`;
const idOf = ({ Data }: Answer): number => (Data as { readonly UserPosPaymentId: number }).UserPosPaymentId;
/** A stage without SMS: only the provider of the dealer's own sends them. */
const operator = () => newOperator({ messaging: { recipients: 'any recipient' } });

let provider: WebhookReceiver;
let dealer: TestDealer;
let dealerCode: string;
beforeAll(async () => {
  provider = await startWebhookReceiver({
    busy: (nth) => (nth === 1 ? { status: 429 } : { status: 201, body: '{"id":"m-1"}' }),
    refusing: () => ({ status: 422, body: '{"reason":"opted-out"}' }),
  });
  dealer = await newDealer({
    dealer: { wantedEvents: { messages: ['link.created'] } },
    definition: { deliveryMode: 'sms' },
  });
  ({ dealerCode } = dealer.dealer);
});
afterAll(() => provider.stop());

const messagesOf = async (userPosPaymentId: number): Promise<readonly Input[]> => {
  const { messages = [] } = await operator().done('show-payment-request', { dealerCode, userPosPaymentId });
  return messages as readonly Input[];
};

describe("a dealer's own SMS provider", () => {
  test('lets a definition send by SMS in a stage that has none', async () => {
    const definition = { dealerCode, dealerCustomerTypeId: 72_001, displayName: 'Sent', deliveryMode: 'sms' };
    expect(await operator().refused('put-definition', definition)).toMatchObject({ code: 'NotPossible' });
    const url = provider.at('busy');
    const put = { dealerCode, url, sender: 'CICEKCI', key: KEY };
    expect(await operator().done('put-sms-provider', put)).toMatchObject({ version: 1 });
    await operator().done('put-definition', definition);
    // What else is set of messages leaves it as it is.
    await operator().done('put-messaging', { dealerCode, version: 1, smsADay: 7 });
    const shown = await operator().done('show-messaging', { dealerCode });
    expect(shown).toMatchObject({ version: 2, smsADay: 7, smsProvider: { url, key: { set: true } } });
    expect(JSON.stringify(shown)).not.toMatch(/key-of|sealed/);
  });

  test('gets each SMS with the key of the dealer, once more where it was busy, and nothing passes through the stage', async () => {
    const phone = newPhone();
    const link = await dealer.createLink({ GsmNumber: phone });
    await expect.poll(() => provider.received('busy').length).toBeGreaterThanOrEqual(2);
    const [first, second] = provider.received('busy');
    const { Url } = link.Data as { readonly Url: string };
    const body = JSON.parse(second?.body ?? '') as Input;
    expect(body).toEqual({
      id: expect.stringMatching(/^[a-z2-7]{26}-sms-01$/),
      to: `+90${phone}`,
      text: expect.stringContaining(Url),
      sender: 'CICEKCI',
    });
    expect(first?.body).toBe(second?.body);
    expect(second?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
    await expect.poll(() => messagesOf(idOf(link))).toMatchObject([{ channel: 'sms', state: 'sent' }]);
    expect(await messagesTo(baseUrl, `+90${phone}`)).toEqual([]);
  });

  test('tells by its refusal who opted out: no dealer sends to them any more', async () => {
    const [phone, url] = [newPhone(), provider.at('refusing')];
    const other = { dealerCode, version: 2, url };
    expect(await operator().refused('put-sms-provider', other)).toMatchObject({ code: 'InvalidInput', field: 'key' });
    await operator().done('put-sms-provider', { ...other, key: null, authorization: 'none' });
    const id = idOf(await dealer.createLink({ GsmNumber: phone }));
    await expect.poll(() => messagesOf(id)).toMatchObject([{ state: 'failed', reason: 'opted-out' }]);
    expect(await dynamoOptOuts(dealer.store).find('sms', phone)).toBe('provider');
    expect(provider.received('refusing').at(-1)?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['url', { url: 'https://10.0.0.1/sms' }],
    ['url', { url: 'http://sms.example' }],
    ['key', { authorization: 'bearer' }],
    ['user', { authorization: 'basic', key: KEY }],
    ['sender', { sender: null, body: { a: '{to}{text}{sender}' } }],
    ['body', { body: { a: '{to}' } }],
    ['body', { format: 'form', body: { a: '{to}{text}', b: 1 } }],
    ['headers', { headers: { Host: 'evil.example' } }],
    ['acceptedCodes', { codeMember: 'code' }],
    ['codeMember', { againCodes: ['80'] }],
    ['key', { key: 'line\nbreak' }],
  ])('a wrong %s is refused by its name: %o', async (field, fields) => {
    const refused = await operator().refused('put-sms-provider', { dealerCode, version: 3, ...fields });
    expect(refused).toMatchObject({ code: 'InvalidInput', field });
  });

  test('is removed, and its dealer sends through the stage again', async () => {
    await operator().done('remove-sms-provider', { dealerCode, version: 3 });
    expect(await operator().done('show-messaging', { dealerCode })).toMatchObject({ smsProvider: 'none', smsADay: 7 });
    expect(await operator().refused('remove-sms-provider', { dealerCode, version: 4 })).toMatchObject({
      code: 'NotFound',
    });
    const phone = newPhone();
    await dealer.createLink({ GsmNumber: phone });
    await expect.poll(() => messagesTo(baseUrl, `+90${phone}`)).toHaveLength(1);
  });
});
