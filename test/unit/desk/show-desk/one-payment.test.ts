import { describe, expect, test } from 'vitest';
import { showOnePayment } from '../../../../functions/desk/show-desk/one-payment.ts';
import type { Attempt, DirectAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { deskCallWith, pageOf } from '../../../support/desk/desk-calls.ts';
import { directAttemptWith, linkAttemptWith, splitWith } from '../../../support/payment/attempts.ts';
import { reversalOf } from '../../../support/payment/steps.ts';

const STARTED_MS = Date.UTC(2027, 0, 15, 9);
const NOW_MS = STARTED_MS + 3_600_000;
const dealer = dealerWith({ dealerCode: 'D1' });
const PAID = { state: 'approved', reportedOutcome: 'paid' } as const;

const paymentOf = (attempts: readonly Attempt[], changes: Partial<Payment> = {}): Payment => ({
  name: attempts[0]?.payment ?? 'p'.repeat(26),
  kind: 'direct',
  operation: 'DoDirectPayment',
  dealerCode: 'D1',
  paymentId: 700_001,
  createdAtMs: STARTED_MS,
  attempts,
  steps: [],
  ...changes,
});

const direct = (changes: Partial<DirectAttempt> = {}, more: Parameters<typeof directAttemptWith>[2] = {}) =>
  directAttemptWith('D1', { ...PAID, ...changes }, { splits: [], ...more });

type Facts = Readonly<Record<string, string>>;

interface Sent {
  readonly done?: string;
  readonly messages?: readonly string[];
  readonly deliveries?: readonly string[];
  readonly dayEndedAtMs?: number;
}

/** What the page of a payment says: its facts by their names, its notices, and where it leads. */
const shown = async (
  payment: Payment | undefined,
  { done, messages = [], deliveries = [], dayEndedAtMs }: Sent = {},
) => {
  const asked: unknown[] = [];
  const deps = {
    payments: {
      findById: async (...of: unknown[]) => {
        asked.push(of);
        return payment;
      },
    },
    messages: {
      ofPayment: async () =>
        messages.map((kind) => ({ kind, channel: 'email', state: 'sent', round: 1, queuedAtMs: NOW_MS })),
    },
    outbox: {
      deliveriesOf: async () =>
        deliveries.map((state) => ({
          state,
          dealerCode: 'D1',
          channel: { kind: 'webhook', endpointId: 'E' },
          createdAtMs: NOW_MS,
          tries: 0,
        })),
    },
    endedDays: {
      endedAtMs: async (attempt: unknown) => {
        asked.push(attempt);
        return dayEndedAtMs;
      },
    },
  } as unknown as Parameters<typeof showOnePayment>[0];
  const call = deskCallWith({ dealer, nowMs: NOW_MS, query: done === undefined ? {} : { done } });
  const answer = await showOnePayment(deps, call, 700_001);
  if (answer === undefined) return { asked, facts: {} as Facts, notices: [], markup: '', statusCode: undefined };
  const { markup, statusCode } = pageOf(answer);
  const facts: Facts = Object.fromEntries(
    [...markup.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/<[^>]*>/g, ''),
    ]),
  );
  const notices = [...markup.matchAll(/<p class="notice [^>]*>(.*?)<\/p>/g)].map(([, text = '']) => text);
  return { asked, facts, notices, markup, statusCode };
};

test('A payment that the dealer has not has no page, and nothing of it is looked for', async () => {
  const { asked, statusCode } = await shown(undefined);
  expect([asked, statusCode]).toEqual([[['D1', 700_001]], undefined]);
});

describe('The money of a payment', () => {
  test('that is paid: what can be given back, until when it can be voided, and how it came', async () => {
    const { facts, statusCode } = await shown(
      paymentOf([direct({ bank: { authCode: 'A-1' } })], { otherTrxCode: 'SIP-1' }),
    );
    expect([statusCode, facts]).toMatchObject([
      200,
      {
        'Can be refunded': '₺100.00 TL',
        'Can be voided until': expect.stringContaining('22:00'),
        'Paid at': expect.stringContaining('12:00'),
        'Payment number': '700001',
        'Your code': 'SIP-1',
        'Authorization code': 'A-1',
        Installments: 'Single payment',
        Name: 'Ada',
      },
    ]);
    expect(Object.keys(facts)).not.toEqual(expect.arrayContaining(['Pool']));
    expect(facts).not.toHaveProperty('Reason');
  });

  test('names no end of the day once the bank’s day is over', async () => {
    const attempt = direct();
    const { facts, asked } = await shown(paymentOf([attempt]), { dayEndedAtMs: NOW_MS - 1 });
    expect(facts).not.toHaveProperty('Can be voided until');
    expect(asked).toContain(attempt);
  });

  test('that failed: why, and nothing that could be given back', async () => {
    const failed = direct({ state: 'declined', reportedOutcome: 'failed' });
    const known = direct({ state: 'declined', reportedOutcome: 'failed', bank: { code: '004' } });
    for (const attempt of [failed, known]) {
      const { facts } = await shown(paymentOf([attempt]));
      for (const name of ['Can be refunded', 'Paid at', 'Can be voided until', 'Pool'])
        expect(facts).not.toHaveProperty(name);
      expect(facts['Began at']).toContain('12:00');
    }
    expect((await shown(paymentOf([known]))).facts.Reason).toMatch(/\w/);
    expect((await shown(paymentOf([direct({ bank: { code: '004' } })]))).facts).not.toHaveProperty('Reason');
  });

  test('that is held, or was voided, cannot be given back', async () => {
    const held = direct({ terms: { ...direct().terms, type: 'pre-authorisation' } });
    expect((await shown(paymentOf([held]))).facts).not.toHaveProperty('Can be refunded');
    const voided = direct({ state: 'voided', lastStep: 1 });
    const step = reversalOf(voided, { kind: 'void', state: 'done', amount: minor(10_000), endedAtMs: NOW_MS });
    expect((await shown(paymentOf([voided], { steps: [step] }))).facts).not.toHaveProperty('Can be refunded');
  });

  test.each([
    [true, 'Waits for approval'],
    [false, undefined],
  ])('in the pool: %j', async (pooled, says) => {
    const { facts, markup } = await shown(paymentOf([direct({}, { pooled, splits: [splitWith(11), splitWith(12)] })]));
    expect(facts.Pool).toBe(says);
    expect(markup).toContain('Sub-merchant 12');
    expect(markup.match(/>50\.00|<\/i>50\.00/g)).toHaveLength(4);
  });

  test('nobody has tried to pay: what the link asks for, with what it says of its payer', async () => {
    const link = linkWith({
      dealerCode: 'D1',
      userPosPaymentId: 77,
      buyer: { fullName: 'Grace' },
      delivery: { gsmNumber: '5301111111', email: 'grace@example.com' },
      terms: { ...linkWith().terms, amount: minor(4200), currency: 'EUR' },
    });
    const { facts, markup } = await shown(paymentOf([], { kind: 'link', link }));
    expect(markup).toContain('Nobody has tried to pay yet.');
    expect(markup).toContain('Payment: €42.00');
    expect(markup).toContain('href="/desk/links/77"');
    expect(facts).toMatchObject({ Name: 'Grace', Phone: '5301111111', 'E-mail': 'grace@example.com' });
  });
});

describe('How a payment came', () => {
  const plan = { dealerSaleId: 41, dealerPaymentPlanId: 42 } as never;

  test('by a plan leads to its sale, by a reusable link to that, by a link to the link, and at once to nothing', async () => {
    const link = linkWith({ dealerCode: 'D1', userPosPaymentId: 77 });
    const madeOf = { name: 'l'.repeat(26), userPosLinkId: 55, linkCode: 'LINK' } as never;
    const attempt = linkAttemptWith(link, PAID);
    const hrefs = async (payment: Payment) =>
      [...(await shown(payment)).markup.matchAll(/href="(\/desk\/(?:sales|reusable-links|links)\/[^"]*)"/g)].map(
        ([, href]) => href,
      );
    expect(await hrefs(paymentOf([direct({}, { plan })]))).toEqual(['/desk/sales/41']);
    expect(await hrefs(paymentOf([attempt], { kind: 'link', link }))).toEqual(['/desk/links/77']);
    expect(await hrefs(paymentOf([attempt], { kind: 'link', link: { ...link, madeOf } }))).toEqual([
      '/desk/reusable-links/55',
    ]);
    expect(await hrefs(paymentOf([direct()]))).toEqual([]);
  });
});

describe('What the page says first', () => {
  const refunded = () => {
    const attempt = direct({ lastStep: 2 });
    const step = (number: number, amount: number) =>
      reversalOf(attempt, { number, kind: 'refund', state: 'done', amount: minor(amount), endedAtMs: NOW_MS });
    return paymentOf([attempt], { steps: [step(1, 1000), step(2, 2000)] });
  };

  test('is what became of the last step of the kind that was asked for, and nothing where none was', async () => {
    expect((await shown(refunded(), { done: 'refund' })).notices).toEqual(['₺20.00 refunded.']);
    for (const done of ['void', 'toString', 'none', undefined]) {
      expect((await shown(refunded(), done === undefined ? {} : { done })).notices).toEqual([]);
    }
  });

  test('is the step that is under way, once also where it is the one that was asked for', async () => {
    const attempt = direct({ lastStep: 1, activeStep: 1 });
    const step = reversalOf(attempt, { number: 1, kind: 'refund', state: 'intended', amount: minor(1000) });
    const payment = paymentOf([attempt], { steps: [step] });
    const { notices } = await shown(payment);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('₺10.00');
    expect((await shown(payment, { done: 'refund' })).notices).toEqual(notices);
  });

  test('is that a receipt or webhooks were sent, where they were', async () => {
    const payment = paymentOf([direct()]);
    const notices = async (sent: Sent) => (await shown(payment, sent)).notices.length;
    expect(await notices({ done: 'receipt', messages: ['link', 'receipt'] })).toBe(1);
    expect(await notices({ done: 'receipt', messages: ['link'] })).toBe(0);
    expect(await notices({ messages: ['receipt'] })).toBe(0);
    expect(await notices({ done: 'webhooks', deliveries: ['done', 'waiting'] })).toBe(1);
    expect(await notices({ done: 'webhooks', deliveries: ['done'] })).toBe(0);
    expect(await notices({ deliveries: ['waiting'] })).toBe(0);
  });

  test('is that the bank is asked, of a charge in doubt, and that the payer is on the way', async () => {
    const asking = await shown(paymentOf([direct({ state: 'in-doubt', reportedOutcome: 'nobody' })]));
    expect(asking.notices).toEqual([expect.stringContaining('The bank has not answered yet')]);
    const link = linkWith({ dealerCode: 'D1' });
    const waiting = linkAttemptWith(link, { state: 'authenticating', startedAtMs: NOW_MS - 1000 });
    const { notices } = await shown(paymentOf([waiting], { kind: 'link', link }));
    expect(notices).toEqual([expect.stringContaining('The payer is on the page of their bank')]);
  });
});
