import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { addressOf, callbackAddressOf } from '../../../shared/domain/payment/payment-name.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfAttempt, itemsOfLink } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

/** A link that failed, its attempt, and every look-up by an address that carries a secret. */
const addressScene = async ({ direct, store }: StoreWorld) => {
  const open = linkWith();
  const attempt = linkAttemptWith(open);
  const resultReference = addressOf(open.payment, systemRandomness.token());
  const result = { resultReference, code: '005', orderId: attempt.orderId, atMs: attempt.startedAtMs } as const;
  const progress = { ...open.progress, activeAttempt: attempt.reference, result };
  const link: PaymentRequest = { ...open, state: 'failed', progress };
  await putRows(direct, [...itemsOfLink(link), ...itemsOfAttempt(attempt)]);
  const [requests, attempts, closing] = [dynamoPaymentRequests(store), dynamoAttempts(store), dynamoLinkClosing(store)];
  const { pendingCard: _waiting, ...active } = attempt;
  return {
    link,
    ways: [
      { of: 'a page', address: link.token, find: (address: string) => requests.findByToken(address), found: link },
      {
        of: 'a page with its attempt',
        address: link.token,
        find: (address: string) => requests.findWithAttempt(address),
        found: { link, active, deciding: active },
      },
      {
        of: 'the bank’s way back',
        address: callbackAddressOf(attempt),
        find: (address: string) => attempts.findByCallback(address),
        found: attempt,
      },
      {
        of: 'a result',
        address: resultReference,
        find: (address: string) => closing.findByResult(address),
        found: link,
      },
    ] as const,
  };
};

const addressTests = (world: () => StoreWorld): void => {
  test('finds what it names in one trip', async () => {
    const { ways } = await addressScene(world());
    for (const [index, { of, address, find, found }] of ways.entries()) {
      expect(await find(address), of).toEqual(found);
      expect(world().proxy.count(), of).toBe(index + 1);
    }
  });

  test('with any other secret opens nothing, not even with one of the same payment (rule 30)', async () => {
    const { ways } = await addressScene(world());
    for (const { of, address, find } of ways) {
      const withoutSecret = address.slice(0, -22);
      const others = ways.filter((one) => one.address !== address).map((one) => one.address.slice(-22));
      for (const secret of [systemRandomness.token(), ...others]) {
        expect(await find(`${withoutSecret}${secret}`), of).toBeUndefined();
      }
    }
  });

  test('that is no address of ours is not looked up', async () => {
    const { link, ways } = await addressScene(world());
    const before = world().proxy.count();
    for (const { find } of ways) {
      for (const text of ['', link.payment, `${link.token}A`, `PAY#${link.token}`, 'x'.repeat(5000)]) {
        expect(await find(text)).toBeUndefined();
      }
    }
    expect(world().proxy.count()).toBe(before);
  });

  test('of a direct payment there is none', async () => {
    const { store, direct } = world();
    const attempt = directAttemptWith('D1');
    await putRows(direct, itemsOfAttempt(attempt));
    const address = callbackAddressOf({ ...attempt, callbackSecret: systemRandomness.token() });
    await expect(dynamoAttempts(store).findByCallback(address)).resolves.toBeUndefined();
  });
};

/** Cancelling a link through the port that dealers' calls and pages use. */
const cancellingTests = (world: () => StoreWorld): void => {
  const nowMs = Date.UTC(2026, 0, 15, 12, 30);
  const cancelled = async (changes: Partial<PaymentRequest>, read: Partial<PaymentRequest> = {}) => {
    const { store, direct } = world();
    const link = linkWith(changes);
    await putRows(direct, itemsOfLink(link));
    const done = await dynamoLinkClosing(store).cancel({ ...link, ...read }, nowMs);
    const { state, version } = (await dynamoPaymentRequests(direct).findByToken(link.token)) ?? expect.unreachable();
    return { done, state, version };
  };

  test('an open one is cancelled, once', async () => {
    expect(await cancelled({})).toEqual({ done: true, state: 'cancelled', version: 2 });
    expect(await cancelled({ state: 'cancelled' })).toMatchObject({ done: false, version: 1 });
  });

  test('one that was changed, has expired, is over or is being charged is left as it is (rule 15)', async () => {
    const active = { ...linkWith().progress, activeAttempt: 'p.01' };
    const left = [
      await cancelled({ version: 2 }, { version: 1 }),
      await cancelled({ expiresAtMs: nowMs }),
      await cancelled({ state: 'paid' }),
      await cancelled({ progress: active }),
    ];
    expect(left.map(({ done, state }) => [done, state])).toEqual([
      [false, 'open'],
      [false, 'open'],
      [false, 'paid'],
      [false, 'open'],
    ]);
  });
};

const followingTests = (world: () => StoreWorld): void => {
  /** A code whose first attempt was declined, and one that may follow it. */
  const scene = async () => {
    const { direct } = world();
    const first = directAttemptWith('D1', {}, { otherTrxCode: 'T-1' });
    const payments = dynamoDirectPayments(direct);
    expect(await payments.begin({ attempt: first, takes: [] })).toMatchObject({ kind: 'begun' });
    const { payment, paymentId, direct: terms } = first;
    const next = (number = 2, changes: Partial<DirectAttempt> = {}) =>
      directAttemptWith('D1', { payment, paymentId, number, ...changes }, changes.direct ?? terms);
    return { payments, attempts: dynamoAttempts(direct), first, next };
  };

  test('is written with the word "next" at the one before, whose version is counted up (rule 10)', async () => {
    const { payments, attempts, first, next } = await scene();
    const second = next();
    expect(await payments.begin({ attempt: second, after: first, takes: [] })).toMatchObject({
      kind: 'begun',
    });
    expect(await attempts.find(first.reference)).toEqual({ ...first, next: true, version: first.version + 1 });
    expect(await attempts.find(second.reference)).toEqual(second);
    expect((await attempts.ofPayment(first.payment)).at(-1)).toEqual(second);
  });

  test('of ten at once one is written, and the others hear that the attempt before has changed', async () => {
    const { payments, attempts, first, next } = await scene();
    const rivals = Array.from({ length: 10 }, () => next());
    const outcomes = await Promise.all(rivals.map((attempt) => payments.begin({ attempt, after: first, takes: [] })));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([...Array(9).fill('attempt-changed'), 'begun']);
    const winner = rivals[outcomes.findIndex(({ kind }) => kind === 'begun')];
    expect((await attempts.ofPayment(first.payment)).at(-1)).toEqual(winner);
  });

  test('is not written twice after one attempt, nor after one that changed since it was read', async () => {
    const { payments, attempts, first, next } = await scene();
    await payments.begin({ attempt: next(), after: first, takes: [] });
    const again = next(3);
    expect(await payments.begin({ attempt: again, after: first, takes: [] })).toEqual({
      kind: 'attempt-changed',
    });
    expect(await attempts.find(again.reference)).toBeUndefined();
  });

  test('keeps what its own request asked for, and the payment loses the fingerprint that the release before compares (rule 50)', async () => {
    const { payments, attempts, first, next } = await scene();
    const item = async () => world().direct.get(paymentKeys.payment(first.payment));
    expect(await item()).toMatchObject({ fingerprint: 'F' });
    const second = next(2, { fingerprint: 'G', direct: { ...first.direct, description: 'Two', pooled: true } });
    await payments.begin({ attempt: second, after: first, takes: [] });
    const third = next(3, { fingerprint: 'H' });
    await payments.begin({ attempt: third, after: second, takes: [] });
    expect(await attempts.ofPayment(first.payment)).toEqual([
      { ...first, next: true, version: first.version + 1 },
      { ...second, next: true, version: second.version + 1 },
      third,
    ]);
    const { fingerprint, ...kept } = (await item()) ?? {};
    expect([fingerprint, kept.firstFingerprint, kept.description]).toEqual([undefined, 'F', first.direct.description]);
  });

  test('of the same request leaves the payment as it is', async () => {
    const { payments, first, next } = await scene();
    const before = await world().direct.get(paymentKeys.payment(first.payment));
    await payments.begin({ attempt: next(), after: first, takes: [] });
    expect(await world().direct.get(paymentKeys.payment(first.payment))).toEqual(before);
  });

  test('the first attempt of a known code meets its record, in the trip that would have written it (rule 6)', async () => {
    const { first } = await scene();
    const { store, proxy } = world();
    const repeat = directAttemptWith('D1', { payment: first.payment }, first.direct);
    expect(await dynamoDirectPayments(store).begin({ attempt: repeat, takes: [] })).toEqual({
      kind: 'code-known',
      record: { kind: 'direct', operation: first.direct.operation, fingerprint: 'F', payment: first.payment },
    });
    expect(proxy.count()).toBe(1);
    expect(await dynamoAttempts(store).find(first.reference)).toEqual(first);
  });
};

/** The contract of a payment's partition, on any engine. */
export const paymentPartitionSuite = (world: () => StoreWorld): void => {
  describe('an address', () => addressTests(world));
  describe('an attempt that follows another one', () => followingTests(world));
  describe('a link that its dealer cancels', () => cancellingTests(world));
};
