import { describe, expect, test } from 'vitest';
import { noticeChannels, noticeSender } from '../../../../shared/adapters/webhook/notice-sender.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { newDelivery } from '../../../../shared/domain/outbox/delivery-moves.ts';
import type { EventType, OutboxEvent } from '../../../../shared/domain/outbox/event.ts';
import { resultHashesOf } from '../../../../shared/http/result-hash.ts';
import type { OutgoingCall } from '../../../../shared/ports/outgoing-client.ts';
import { FakeDealers } from '../../../fakes/dealers.ts';
import { FakePayments } from '../../../fakes/payments.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { linkWith } from '../../../support/dealer/records.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 9, 30);
const ADDRESS = 'https://shop.example.com/notice';
const CODE_FOR_HASH = '9FDFBDFC-42C5-417E-AA93-E4D9D5312AAC';

/** The report of a result is proved by its hash, so nothing is signed. */
const never = (): never => expect.unreachable('no secret is opened');
const unused = { endpoints: { ofDealer: never }, opener: { open: never } };

const ended = (state: 'paid' | 'failed', changes: Partial<PaymentRequest> = {}): PaymentRequest => {
  const link = linkWith({ otherTrxCode: 'Çiçek & 1', ...changes });
  const result = {
    resultReference: 'r',
    code: state === 'paid' ? '' : '002',
    orderId: 'ORDER-1',
    atMs: NOW_MS,
  } as const;
  const lastDecline = { code: '002', atMs: NOW_MS } as const;
  return {
    ...link,
    state,
    secrets: { sealedCodeForHash: '', ...resultHashesOf(CODE_FOR_HASH) },
    progress: { ...link.progress, result, ...(state === 'paid' ? {} : { lastDecline }) },
  };
};

const noticeOf = async (link: PaymentRequest | undefined, type: EventType, address: string | undefined = ADDRESS) => {
  const dealerCode = link?.dealerCode ?? '1001';
  const dealers = new FakeDealers();
  const dealer = dealerWith({ dealerCode, ...(address === '' ? {} : { noticeAddress: address }) });
  dealers.accounts.set(dealerCode, { dealer, credentials: [] });
  const payment = {
    name: 'p',
    dealerCode,
    paymentId: 1,
    kind: 'link',
    operation: 'CreateUserPosPayment',
    createdAtMs: NOW_MS,
    attempts: [],
    steps: [],
  } as const;
  const payments = new FakePayments([link === undefined ? payment : { ...payment, link }]);
  const calls: OutgoingCall[] = [];
  const client = {
    post: (call: OutgoingCall) => {
      calls.push(call);
      return Promise.resolve({ kind: 'answered', status: 200, body: 'OK' } as const);
    },
  };
  const event: OutboxEvent = {
    eventId: 'p-link-paid',
    type,
    dealerCode,
    payment: 'p',
    occurredAtMs: NOW_MS,
    listingShards: 1,
    facts: {},
  };
  const channels = await noticeChannels({ dealers, payments }).channelsFor(event);
  const delivery = newDelivery(event, { kind: 'notice' }, NOW_MS);
  const time = { nowMs: NOW_MS, untilMs: NOW_MS + 20_000 };
  const outcome = await noticeSender({ dealers, payments, client, ...unused }).send(event, delivery, time);
  return { outcome, calls, channels };
};

describe('The plain notice (decisions: the report of a result)', () => {
  test('posts the five fields of a success, with the hash of the vector', async () => {
    const { outcome, calls, channels } = await noticeOf(ended('paid'), 'link.paid');
    expect(outcome).toEqual({ kind: 'done', detail: 'answered OK' });
    expect(channels).toEqual([{ kind: 'notice' }]);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.address).toBe(ADDRESS);
    expect(calls[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect([...new URLSearchParams(calls[0]?.body)]).toEqual([
      ['hashValue', 'cdb7869505bdaaac2f4c891fc9ed889885fd7a0c880127ab5d508883efa3ee83'],
      ['resultCode', ''],
      ['resultMessage', ''],
      ['trxCode', 'ORDER-1'],
      ['OtherTrxCode', 'Çiçek & 1'],
    ]);
  });

  test('posts those of a failure, with code and text', async () => {
    const { calls } = await noticeOf(ended('failed'), 'link.failed');
    expect([...new URLSearchParams(calls[0]?.body)].slice(0, 3)).toEqual([
      ['hashValue', 'acc929d261fdbf9c41de3db1ae854b1ee1e46344fad0292fd4bbbc43d094c2a3'],
      ['resultCode', '002'],
      ['resultMessage', 'Insufficient limit'],
    ]);
  });

  test('says it in words where a shop asked for no hash', async () => {
    const { calls } = await noticeOf(ended('paid', { shop: { signed: false } }), 'payment.approved');
    expect([...new URLSearchParams(calls[0]?.body)][0]).toEqual(['isSuccessful', 'True']);
    expect(calls[0]?.body).not.toContain('hashValue');
  });

  test.each<[string, PaymentRequest | undefined, EventType, string | undefined]>([
    ['whose dealer has no address', ended('paid'), 'link.paid', ''],
    ['of a payment that is no link', undefined, 'payment.approved', ADDRESS],
    ['of another kind', ended('paid'), 'payment.refunded', ADDRESS],
    ['of a failure, after the shop has called the payment anew', linkWith(), 'payment.failed', ADDRESS],
    ['of a failure that was paid since', ended('paid'), 'payment.failed', ADDRESS],
  ])('an event %s is not noticed', async (_title, link, type, address) => {
    const { outcome, calls, channels } = await noticeOf(link, type, address);
    expect([outcome.kind, calls, channels]).toEqual(['never', [], []]);
  });
});
