import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { listPayments, showPayment } from '../../../../../functions/operator/operate/commands/payment.ts';
import type { Attempt } from '../../../../../shared/domain/attempt/attempt.ts';
import type { Payment } from '../../../../../shared/domain/payment/payment.ts';
import type { ListedPayment } from '../../../../../shared/ports/operator-payments.ts';
import { StoreUnavailable, UnreadableRow } from '../../../../../shared/ports/store-errors.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';
import { linkWith } from '../../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../../support/payment/attempts.ts';
import { reversalOf } from '../../../../support/payment/steps.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const PAYMENT = 'a'.repeat(26);

const callWith = (deps: object): CommandCall =>
  ({ deps, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' }) as unknown as CommandCall;

const directOf = (number: number, fingerprint: string): Attempt =>
  directAttemptWith('D1', { payment: PAYMENT, number, fingerprint }, { description: `Order ${fingerprint}` });

describe('show-payment', () => {
  const paymentWith = (attempts: readonly Attempt[], changes: Partial<Payment> = {}): Payment => ({
    name: PAYMENT,
    kind: 'direct',
    operation: 'DoDirectPayment',
    dealerCode: 'D1',
    paymentId: 100_000,
    createdAtMs: NOON_MS,
    attempts,
    steps: [],
    ...changes,
  });
  const show = (find: () => Promise<Payment | undefined>, input: object = { paymentId: 100_000 }) => {
    const asked: unknown[] = [];
    const by =
      (way: string) =>
      (...of: readonly unknown[]) => {
        asked.push([way, ...of]);
        return find();
      };
    const wholePayments = { findByOrder: by('order'), findByCode: by('code'), findById: by('id') };
    const shown = showPayment.show({ dealerCode: 'D1', ...input }, callWith({ wholePayments }));
    return { asked, shown };
  };
  const shownOf = (payment: Payment) => show(async () => payment).shown;

  const orderId = `ORDER-${PAYMENT}-01`;
  test.each([
    [{ orderId }, ['order', 'D1', orderId]],
    [{ VirtualPosOrderId: orderId, paymentId: null }, ['order', 'D1', orderId]],
    [{ otherTrxCode: 'T-1' }, ['code', 'D1', 'T-1']],
    [{ paymentId: 100_000 }, ['id', 'D1', 100_000]],
  ])('finds a payment of the dealer by %j', async (input, asked) => {
    const found = show(async () => paymentWith([directOf(1, 'F')]), input);
    await expect(found.shown).resolves.toMatchObject({ dealerCode: 'D1', paymentId: 100_000 });
    expect(found.asked).toEqual([asked]);
  });

  test.each([{}, { orderId, otherTrxCode: 'T-1' }, { otherTrxCode: 'T-1', paymentId: 1 }])(
    'is refused with %j: one name says which payment is meant',
    async (input) => {
      const { shown, asked } = show(async () => undefined, input);
      await expect(shown).rejects.toMatchObject({
        code: 'InvalidInput',
        field: 'orderId',
        sentence: expect.stringContaining('one of the three'),
      });
      expect(asked).toEqual([]);
    },
  );

  test('tells a payment that is not there from one that cannot be read, and both from a store that fails', async () => {
    await expect(show(async () => undefined).shown).rejects.toMatchObject({
      code: 'NotFound',
      sentence: 'There is no such payment of dealer D1.',
    });
    await expect(show(() => Promise.reject(new UnreadableRow('attempt', 'state'))).shown).rejects.toMatchObject({
      code: 'NotPossible',
      sentence: expect.stringMatching(/^This payment cannot be shown: .*state/),
    });
    const failing = () => Promise.reject(new StoreUnavailable('not-applied', 'ThrottlingException'));
    await expect(show(failing).shown).rejects.toThrow(StoreUnavailable);
  });

  test('shows the last attempt first, and what an earlier one asked for where that was something else', async () => {
    const shown = await shownOf(paymentWith([directOf(1, 'A'), directOf(2, 'B'), directOf(3, 'B')]));
    expect(shown).toMatchObject({
      direct: { description: 'Order B' },
      attempts: [{ number: 3 }, { number: 2 }, { number: 1, direct: { description: 'Order A' } }],
    });
    const [third, second] = shown.attempts as readonly object[];
    for (const attempt of [third, second]) expect(attempt).not.toHaveProperty('direct');
    for (const absent of ['paymentRequest', 'steps']) expect(shown).not.toHaveProperty(absent);
  });

  test('shows the last step first', async () => {
    const attempt = directOf(1, 'F');
    const steps = [1, 2].map((number) => reversalOf(attempt, { number }));
    expect(await shownOf(paymentWith([attempt], { steps }))).toMatchObject({ steps: [{ number: 2 }, { number: 1 }] });
  });

  test('of a link shows the request, and no direct payment', async () => {
    const link = linkWith({ dealerCode: 'D1', payment: PAYMENT });
    const attempts = [1, 2].map((number) => linkAttemptWith(link, { number, fingerprint: `F-${number}` }));
    const shown = await shownOf(paymentWith(attempts, { kind: 'link', link }));
    expect(shown).toMatchObject({ paymentRequest: { userPosPaymentId: link.userPosPaymentId } });
    for (const one of [shown, ...(shown.attempts as readonly object[])]) expect(one).not.toHaveProperty('direct');
    // Nobody has tried to pay it yet.
    expect(await shownOf(paymentWith([], { kind: 'link', link }))).not.toHaveProperty('direct');
  });
});

describe('list-payments', () => {
  const attempts = (['approved', 'declined', 'approved'] as const).map((state) => directAttemptWith('D1', { state }));
  const positionOf = (index: number): string => `${String(index).padStart(15, '0')}#${PAYMENT}#01`;
  const page: readonly ListedPayment[] = [
    ...attempts.map((attempt) => ({ position: '', orderId: attempt.orderId, attempt })),
    { position: '', orderId: 'ORDER-x' },
  ].map((one, index) => ({ ...one, position: positionOf(index) }));
  const list = async (input: object) => {
    const asked: unknown[] = [];
    const deps = {
      dealers: { load: async () => ({ dealer: dealerWith({ listingShards: 2 }) }) },
      payments: {
        pageOfDay: async (query: { readonly limit: number }) => {
          asked.push(query);
          return page.slice(0, query.limit);
        },
        linksOf: async (of: unknown) => {
          asked.push(of);
          return new Map();
        },
      },
    };
    const { payments, ...answer } = await listPayments.show({ dealerCode: 'D1', ...input }, callWith(deps));
    return { asked, orders: (payments as readonly { orderId: string }[]).map((one) => one.orderId), payments, answer };
  };
  const orders = page.map(({ orderId }) => orderId);

  test('lists every attempt of today, and tells one that cannot be read', async () => {
    const found = await list({});
    expect(found.orders).toEqual(orders);
    expect(found.answer).toEqual({ dealerCode: 'D1', day: '20270115' });
    expect((found.payments as readonly unknown[]).at(-1)).toEqual({ orderId: 'ORDER-x', unreadable: true });
    expect(found.asked).toEqual([{ dealerCode: 'D1', day: '20270115', listingShards: 2, limit: 20 }, attempts]);
  });

  test('in a state leaves out the others, but none that cannot be read', async () => {
    expect((await list({ state: 'declined' })).orders).toEqual([orders[1], 'ORDER-x']);
  });

  test('goes on behind a full page', async () => {
    const { asked, answer } = await list({ limit: 2, day: '20270101', cursor: positionOf(7) });
    expect(answer).toEqual({ dealerCode: 'D1', day: '20270101', next: positionOf(1) });
    expect(asked[0]).toMatchObject({ day: '20270101', after: positionOf(7), limit: 2 });
  });
});
