import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sentCard } from '../../../shared/openapi/customer-words.ts';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import {
  type ReceivedPost,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../support/dealer/webhook-receiver.ts';
import { type Input, newOperator, type Operator } from '../../support/operator/operators.ts';
import { openPage, payThroughBank, reportOn } from '../../support/payment/payer.ts';

const ok = () => ({ status: 200 });

/** The post as an independent program reads it; throws where its signature is wrong. */
const verified = (post: ReceivedPost | undefined, secret: string): Input => {
  if (post === undefined) throw new Error('nothing was received');
  const headers = Object.fromEntries(Object.entries(post.headers).map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(post.body, headers) as Input;
};

const idOf = ({ headers }: ReceivedPost) => headers['webhook-id'];

describe('A dealer whose link was paid', () => {
  const held = Promise.withResolvers<{ readonly status: number }>();
  const secrets = new Map<string, string>();
  let receiver: WebhookReceiver;
  let dealer: BankDealer;
  let operator: Operator;
  let codeForHash: string;
  let report: Readonly<Record<string, unknown>>;

  const endpoints = {
    good: ['link.created', 'link.paid'],
    flaky: ['link.paid'],
    gone: ['link.paid'],
    slow: ['link.paid'],
  };
  const secretOf = (endpointId: string): string => secrets.get(endpointId) ?? '';
  const listed = async (endpointId: string): Promise<Input | undefined> => {
    const { webhooks } = await operator.done('list-webhooks', { dealerCode: dealer.dealer.dealerCode });
    return (webhooks as readonly Input[]).find((one) => one.endpointId === endpointId);
  };
  const deliveriesOf = async (channel: string): Promise<readonly Input[]> => {
    const { deliveries } = await operator.done('list-deliveries', { dealerCode: dealer.dealer.dealerCode });
    return (deliveries as readonly Input[]).filter((one) => one.channel === channel);
  };

  beforeAll(async () => {
    receiver = await startWebhookReceiver({
      good: ok,
      flaky: (nth) => ({ status: nth === 1 ? 500 : 204 }),
      gone: () => ({ status: 410 }),
      slow: () => held.promise,
      notice: () => ({ status: 200, body: 'OK' }),
    });
    operator = newOperator();
    dealer = await newBankDealer({
      dealer: { noticeAddress: receiver.at('notice'), wantedEvents: { notice: ['link.paid'] } },
    });
    const { dealerCode } = dealer.dealer;
    for (const [endpointId, eventTypes] of Object.entries(endpoints)) {
      const made = await operator.done('put-webhook', {
        dealerCode,
        endpointId,
        eventTypes,
        url: receiver.at(endpointId),
      });
      secrets.set(endpointId, String(made.secret));
    }
    const link = await dealer.newLink({ ...simple, OtherTrxCode: 'Çiçek-1' });
    codeForHash = link.codeForHash;
    report = reportOn(await payThroughBank(await openPage(link.url), 'approved')).fields;
  });
  afterAll(async () => {
    held.resolve({ status: 200 });
    await receiver.stop();
  });

  test('is told of it by a signed event with ids, amount and masked card', async () => {
    await expect.poll(() => receiver.received('good').length).toBeGreaterThanOrEqual(2);
    const events = receiver.received('good').map((post) => verified(post, secretOf('good')));
    // A machine that answers late gets an event twice.
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['link.created', 'link.paid']));
    expect(events.find(({ type }) => type === 'link.paid')).toMatchObject({
      version: 1,
      data: {
        Link: { State: 'paid', OtherTrxCode: 'Çiçek-1', ResultCode: '' },
        Payment: {
          OtherTrxCode: 'Çiçek-1',
          VirtualPosOrderId: report.trxCode,
          State: 'approved',
          Amount: 27.5,
          CurrencyCode: 'TL',
          CardNumber: expect.stringMatching(/^\d{6}\*+1111$/),
        },
      },
    });
    for (const { body } of receiver.received('good')) {
      for (const kept of [codeForHash, String(report.hashValue), '4111111111111111']) expect(body).not.toContain(kept);
    }
  });

  test('gets the plain notice with the fields that the payer’s browser posted', async () => {
    await expect.poll(() => receiver.received('notice').length).toBeGreaterThanOrEqual(1);
    const [post] = receiver.received('notice');
    expect(Object.fromEntries(new URLSearchParams(post?.body))).toEqual(report);
  });

  test('whose program failed gets the same bytes again, with a new time and signature', async () => {
    await expect.poll(() => receiver.received('flaky').length).toBeGreaterThanOrEqual(2);
    const [first, second] = receiver.received('flaky');
    if (first === undefined || second === undefined) throw new Error('not received');
    expect([second.body, idOf(second)]).toEqual([first.body, idOf(first)]);
    expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']));
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
    for (const post of [first, second]) expect(verified(post, secretOf('flaky'))).toHaveProperty('data');
    await expect.poll(() => deliveriesOf('webhook:flaky')).toMatchObject([{ state: 'done', detail: 'HTTP 204' }]);
    await expect.poll(() => listed('flaky')).not.toHaveProperty('failingSince');
  });

  test('whose program answered 410 has that endpoint switched off', async () => {
    await expect.poll(() => listed('gone')).toMatchObject({ enabled: false, version: 2, goneAt: expect.any(String) });
    await expect.poll(() => deliveriesOf('webhook:gone')).toMatchObject([{ state: 'gone' }]);
  });

  test('waits for a slow endpoint of its own alone: everything else has arrived meanwhile', async () => {
    await expect.poll(() => receiver.received('slow').length).toBeGreaterThanOrEqual(1);
    await expect.poll(() => deliveriesOf('webhook:good')).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    held.resolve({ status: 200 });
    const [post] = receiver.received('slow');
    expect(verified(post, secretOf('slow'))).toMatchObject({ type: 'link.paid' });
  });

  test('tries an endpoint with a test, which both secrets verify while they rotate', async () => {
    const where = { dealerCode: dealer.dealer.dealerCode, endpointId: 'good' };
    const { secret } = await operator.done('rotate-webhook-secret', where);
    const { eventId } = await operator.done('test-webhook', where);
    const posted = () => receiver.received('good').find((post) => idOf(post) === eventId);
    await expect.poll(posted).toBeDefined();
    for (const one of [String(secret), secretOf('good')]) {
      expect(verified(posted(), one)).toMatchObject({
        type: 'endpoint.test',
        data: { Endpoint: { EndpointId: 'good' } },
      });
    }
  });
});

describe('A dealer who keeps customers and cards', () => {
  const types = ['created', 'updated', 'removed'].map((what) => `customer.${what}`);
  const cardTypes = ['stored', 'updated', 'removed'].map((what) => `card.${what}`);
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await startWebhookReceiver({ all: ok, cards: ok });
  });
  afterAll(() => receiver.stop());

  test('is told of each operation by an event, with ids and the masked card; who did not ask is told nothing', async () => {
    const [dealer, operator] = [await newBankDealer(), newOperator()];
    const { dealerCode } = dealer.dealer;
    const endpoint = { dealerCode, endpointId: 'all', url: receiver.at('all'), eventTypes: [...types, ...cardTypes] };
    const { secret } = await operator.done('put-webhook', endpoint);
    const some = { dealerCode, endpointId: 'cards', url: receiver.at('cards'), eventTypes: ['card.removed'] };
    await operator.done('put-webhook', some);

    const details = { CustomerCode: 'C-1', Password: 'not told', Email: 'elif@example.com' };
    const added = await callOperation(dealer, 'AddCustomerWithCard', { ...details, ...sentCard });
    const { DealerCustomer, CardList } = added.Data as {
      readonly DealerCustomer: Input;
      readonly CardList: readonly Input[];
    };
    const { CardToken } = CardList[0] ?? {};
    const calls = [
      ['UpdateCustomer', { CustomerCode: 'C-1', FirstName: 'Elif' }],
      ['UpdateCard', { CardToken, CardName: 'Work' }],
      ['AddCard', { CustomerCode: 'C-1', ...sentCard, ExpYear: '2045' }],
      ['RemoveCustomer', { CustomerCode: 'C-1' }],
    ] as const;
    for (const [operation, fields] of calls)
      expect(await callOperation(dealer, operation, fields)).toMatchObject({ ResultCode: 'Success' });
    await dealer.createLink({ CustomerCode: 'C-2', FirstName: 'Can' });
    await dealer.payDirectly({ CustomerInformation: { CustomerCode: 'C-3', FirstName: 'Can' } });
    const ofOther = await callOperation(dealer, 'GetCardList', { CustomerCode: 'C-3' });
    const [other] = (ofOther.Data as { readonly CardList: readonly Input[] }).CardList;
    expect((await callOperation(dealer, 'RemoveCard', { CardToken: other?.CardToken })).Data).toBe(true);

    const customer = { DealerCustomerId: DealerCustomer.DealerCustomerId, CustomerCode: 'C-1' };
    const { DealerCustomerId } = customer;
    const data = { Card: { CardToken, DealerCustomerId, CardNumber: expect.stringMatching(/^411111\*+1111$/) } };
    const told = [
      { type: 'customer.created', data: { Customer: customer } },
      { type: 'customer.updated', data: { Customer: customer } },
      { type: 'customer.removed', data: { Customer: customer } },
      { type: 'card.stored', data },
      { type: 'card.updated', data },
      { type: 'card.updated', data },
      { type: 'card.removed', data },
      ...['C-2', 'C-3'].map((CustomerCode) => ({
        type: 'customer.created',
        data: { Customer: expect.objectContaining({ CustomerCode }) },
      })),
      { type: 'card.stored', data: { Card: expect.not.objectContaining({ CardToken }) } },
      { type: 'card.removed', data: { Card: expect.objectContaining({ CardToken: other?.CardToken }) } },
    ];
    const events = () => new Map(receiver.received('all').map((post) => [idOf(post), verified(post, String(secret))]));
    await expect.poll(() => events().size).toBe(told.length);
    const typesOf = (all: Iterable<Input>) => Array.from(all, ({ type }) => String(type)).toSorted();
    expect(typesOf(events().values())).toEqual(typesOf(told));
    for (const event of told) expect([...events().values()]).toContainEqual(expect.objectContaining(event));
    for (const { body } of receiver.received('all')) expect(body).not.toMatch(/4111111111111111|not told|example\.com/);
    await expect.poll(() => receiver.received('cards').length).toBeGreaterThanOrEqual(1);
    for (const { body } of receiver.received('cards')) expect(body).toContain('"card.removed"');
  });
});
