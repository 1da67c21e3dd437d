import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import {
  cancelPaymentRequest,
  listPaymentRequests,
  showPaymentRequest,
} from '../../../../../functions/operator/operate/commands/payment-request.ts';
import type { LinkAttempt } from '../../../../../shared/domain/attempt/attempt.ts';
import { bankCodeMessages } from '../../../../../shared/domain/attempt/bank-codes.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../../../shared/domain/link/payment-request.ts';
import type { Message } from '../../../../../shared/domain/message/message.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';
import { linkWith } from '../../../../support/dealer/records.ts';
import { linkAttemptWith } from '../../../../support/payment/attempts.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const HOUR_MS = 3_600_000;
const ID = 100_000;

const openLink = (changes: Partial<PaymentRequest> = {}): PaymentRequest =>
  linkWith({
    dealerCode: 'D1',
    userPosPaymentId: ID,
    createdAtMs: NOON_MS - HOUR_MS / 2,
    expiresAtMs: NOON_MS + HOUR_MS,
    ...changes,
  });

const callWith = (deps: object): CommandCall =>
  ({ deps, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' }) as unknown as CommandCall;

describe('list-payment-requests', () => {
  const positionOf = (index: number): string => `${String(index).padStart(15, '0')}#${'a'.repeat(26)}`;
  const list = async (input: object, links: readonly PaymentRequest[]) => {
    const asked: unknown[] = [];
    const deps = {
      dealers: { load: async () => ({ dealer: dealerWith({ listingShards: 2 }) }) },
      reusableLinks: {
        findByCode: async (_dealer: string, code: string) => (code === 'L-1' ? { link: { name: 'n' } } : undefined),
      },
      links: {
        pageOfDay: async (query: { readonly limit: number }) => {
          asked.push(query);
          return links.map((link, index) => ({ link, position: positionOf(index) })).slice(0, query.limit);
        },
      },
    };
    return { asked, answer: await listPaymentRequests.show({ dealerCode: 'D1', ...input }, callWith(deps)) };
  };

  test('tells of each request what it asks for and how it stands', async () => {
    const { otherTrxCode: _none, ...without } = openLink();
    const { asked, answer } = await list({}, [openLink({ otherTrxCode: 'T-1' }), { ...without, expiresAtMs: NOON_MS }]);
    const plain = { userPosPaymentId: ID, amount: 27.5, currency: 'TL', createdAt: '2027-01-15T08:30:00.000Z' };
    expect(answer).toEqual({
      dealerCode: 'D1',
      day: '20270115',
      paymentRequests: [
        { ...plain, otherTrxCode: 'T-1', state: 'open', expiresAt: '2027-01-15T10:00:00.000Z' },
        { ...plain, state: 'expired', expiresAt: '2027-01-15T09:00:00.000Z' },
      ],
    });
    expect(asked).toEqual([{ dealerCode: 'D1', day: '20270115', listingShards: 2, limit: 20 }]);
  });

  test.each(['open', 'paid', 'failed', 'expired', 'cancelled'] as const)('lists those that are %s', async (state) => {
    const links = (['open', 'paid', 'failed', 'cancelled'] as const).map((one) => openLink({ state: one }));
    const { answer } = await list({ state }, [...links, openLink({ expiresAtMs: NOON_MS - 1 })]);
    expect(answer.paymentRequests).toMatchObject([{ state }]);
  });

  test('goes on behind a full page, and lists those of a reusable link', async () => {
    const input = { limit: 1, linkCode: 'L-1', day: '20270101', cursor: positionOf(3), state: null };
    const { asked, answer } = await list(input, [openLink(), openLink()]);
    expect(answer).toMatchObject({ day: '20270101', next: positionOf(0) });
    expect(asked).toMatchObject([{ day: '20270101', after: positionOf(3), limit: 1, madeOf: { name: 'n' } }]);
    await expect(list({ linkCode: 'L-2' }, [])).rejects.toMatchObject({
      sentence: 'There is no such link of dealer D1.',
    });
  });
});

describe('show-payment-request', () => {
  const show = (
    link: PaymentRequest | undefined,
    input: object = { userPosPaymentId: ID },
    messages: readonly Message[] = [],
  ) => {
    const codes = { 'T-1': { linkToken: 'token' }, 'T-2': {} } as Readonly<Record<string, object>>;
    const deps = {
      baseUrl: 'https://pay.example',
      links: { findById: async (_dealer: string, id: number) => (id === ID ? link : undefined) },
      idempotencyRecords: { find: async (_dealer: string, code: string) => codes[code] },
      paymentRequests: { findByToken: async (token: string) => (token === 'token' ? link : undefined) },
      messages: { ofPayment: async () => messages },
    };
    return showPaymentRequest.show({ dealerCode: 'D1', ...input }, callWith(deps));
  };

  test('shows what was asked for, and neither its address nor its secrets (rule 28)', async () => {
    const link = openLink({ madeOf: { name: 'n', userPosLinkId: 9, linkCode: 'L-1' } });
    const shown = await show(link, { otherTrxCode: 'T-1' });
    expect(shown).toMatchObject({
      userPosPaymentId: ID,
      userPosLinkId: 9,
      linkCode: 'L-1',
      state: 'open',
      createdAt: '2027-01-15T08:30:00.000Z',
      expiresAt: '2027-01-15T10:00:00.000Z',
      terms: { amount: 27.5, currency: 'TL' },
      basket: [{ unitPrice: 13.75, quantity: 2 }],
    });
    for (const name of ['messages', 'qr', 'token', 'secrets', 'madeOf']) expect(shown).not.toHaveProperty(name);
    expect(shown.terms).not.toHaveProperty('split');
    for (const secret of [link.token, ...Object.values(link.secrets)])
      expect(JSON.stringify(shown)).not.toContain(secret);
  });

  test('shows the address of the QR code of an open request where it is asked for', async () => {
    const link = openLink();
    expect((await show(link, { userPosPaymentId: ID, qr: true })).qr).toContain(link.token);
    for (const qr of [false, null]) expect(await show(link, { userPosPaymentId: ID, qr })).not.toHaveProperty('qr');
    const over = openLink({ expiresAtMs: NOON_MS });
    expect(await show(over, { userPosPaymentId: ID, qr: true })).not.toHaveProperty('qr');
  });

  test('shows how far its payer came', async () => {
    expect((await show(openLink())).progress).toEqual({ attempts: 0, threeDOnly: false });
    const progress = {
      ...NO_PROGRESS,
      attempts: 2,
      wrongPasswords: 1,
      openedAtMs: NOON_MS,
      remindAtMs: NOON_MS + HOUR_MS,
      lastDecline: { code: '005', atMs: NOON_MS },
    } as const;
    const [at, remindsAt] = ['2027-01-15T09:00:00.000Z', '2027-01-15T10:00:00.000Z'];
    const lastDecline = { code: '005', message: bankCodeMessages['005'], at };
    const shown = { attempts: 2, wrongPasswords: 1, threeDOnly: false, openedAt: at, lastDecline };
    expect((await show(openLink({ progress }))).progress).toEqual({ ...shown, remindsAt });
    expect((await show(openLink({ progress, state: 'cancelled' }))).progress).toEqual(shown);
  });

  test('shows how it ended: with what was paid, or with the code that was reported', async () => {
    const result = { resultReference: 'secret-reference', code: '', orderId: 'ORDER-1', atMs: NOON_MS } as const;
    const paid = { total: minor(2860), installments: 3, maskedCard: '411111******1111' };
    const shown = await show(openLink({ state: 'paid', progress: { ...NO_PROGRESS, result: { ...result, paid } } }));
    const at = '2027-01-15T09:00:00.000Z';
    expect(shown.progress).toMatchObject({
      result: { code: '', orderId: 'ORDER-1', at, paid: { ...paid, total: 28.6 } },
    });
    expect(shown).not.toHaveProperty('progress.result.message');
    expect(JSON.stringify(shown)).not.toContain('secret-reference');
    const lastDecline = { code: '005', atMs: NOON_MS } as const;
    const failed = { ...NO_PROGRESS, lastDecline, result: { ...result, code: '005' as const } };
    const { progress } = await show(openLink({ state: 'failed', progress: failed }));
    expect(progress).toMatchObject({ result: { code: '005', message: bankCodeMessages['005'] } });
    expect(progress).not.toHaveProperty('result.paid');
  });

  test('shows the messages to its payer, and no address of a receipt that the payer asked for', async () => {
    const message = {
      kind: 'link',
      channel: 'sms',
      round: 1,
      payment: 'a',
      version: 4,
      handOvers: 1,
      state: 'sent',
      to: '5301111111',
      queuedAtMs: NOON_MS,
      sentAtMs: NOON_MS + 1000,
    } as unknown as Message;
    const receipt = { ...message, kind: 'receipt', to: 'secret@payer.example', endedAtMs: NOON_MS + 2000 } as Message;
    const { sentAtMs: _none, ...queued } = { ...message, state: 'queued' } as Message;
    const { messages } = await show(openLink(), { userPosPaymentId: ID }, [message, receipt, queued]);
    const plain = { channel: 'sms', round: 1, queuedAt: '2027-01-15T09:00:00.000Z' };
    const sentAt = '2027-01-15T09:00:01.000Z';
    expect(messages).toEqual([
      { ...plain, kind: 'link', to: '5301111111', state: 'sent', sentAt },
      { ...plain, kind: 'receipt', state: 'sent', sentAt, endedAt: '2027-01-15T09:00:02.000Z' },
      { ...plain, kind: 'link', to: '5301111111', state: 'queued' },
    ]);
  });

  test.each<readonly [string, PaymentRequest | undefined, object, object]>([
    [
      'without a name',
      openLink(),
      {},
      { field: 'userPosPaymentId', sentence: expect.stringContaining('one of the two') },
    ],
    ['by two names', openLink(), { userPosPaymentId: ID, otherTrxCode: 'T-1' }, { field: 'userPosPaymentId' }],
    [
      'that is not there',
      undefined,
      { userPosPaymentId: ID },
      { code: 'NotFound', sentence: 'There is no such payment request of dealer D1.' },
    ],
    ['of another dealer', openLink({ dealerCode: 'D2' }), { otherTrxCode: 'T-1' }, { code: 'NotFound' }],
    ['by a code that nobody used', openLink(), { otherTrxCode: 'T-3' }, { code: 'NotFound' }],
    [
      'by the code of another payment',
      openLink(),
      { otherTrxCode: 'T-2' },
      { code: 'NotPossible', field: 'otherTrxCode', sentence: expect.stringContaining('no payment request') },
    ],
  ])('shows none %s', async (_what, link, input, refusal) => {
    await expect(show(link, input)).rejects.toMatchObject(refusal);
  });
});

describe('cancel-payment-request', () => {
  const cancel = (link: PaymentRequest | undefined, attempts: readonly LinkAttempt[] = []) => {
    const wholePayments = { findById: async () => (link === undefined ? undefined : { kind: 'link', link, attempts }) };
    return cancelPaymentRequest.plan({ dealerCode: 'D1', userPosPaymentId: ID }, callWith({ wholePayments }));
  };

  test('cancels an open request', async () => {
    const link = openLink();
    expect(await cancel(link)).toEqual({
      dealerCode: 'D1',
      change: { kind: 'cancel-link', record: { link, nowMs: NOON_MS } },
      changed: ['state'],
      result: { dealerCode: 'D1', userPosPaymentId: ID, state: 'cancelled' },
    });
  });

  test('cancels none that is being charged, that is over, or that is not there', async () => {
    const link = openLink();
    const field = 'userPosPaymentId';
    const attempt = linkAttemptWith(link, { state: 'in-doubt' });
    const active = { ...link, progress: { ...link.progress, activeAttempt: attempt.reference } };
    await expect(cancel(active, [attempt])).rejects.toMatchObject({
      code: 'NotPossible',
      field,
      sentence: `An attempt to pay payment request ${ID} is in-doubt: wait for its end.`,
    });
    await expect(cancel(openLink({ state: 'paid' }))).rejects.toMatchObject({
      code: 'NotPossible',
      field,
      sentence: `Payment request ${ID} is paid: only an open one can be cancelled.`,
    });
    await expect(cancel(undefined)).rejects.toMatchObject({
      code: 'NotFound',
      sentence: `There is no payment request ${ID} of dealer D1.`,
    });
  });
});
