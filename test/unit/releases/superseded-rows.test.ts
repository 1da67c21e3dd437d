import { describe, expect, test } from 'vitest';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { atVersion } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { secretsItem } from '../../../shared/adapters/dynamodb/link/secrets-item.ts';
import { stateItem } from '../../../shared/adapters/dynamodb/link/state-item.ts';
import { linkPaymentItem, shopPaymentItem } from '../../../shared/adapters/dynamodb/payment/call-item.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { dynamoMobileCalls } from '../../../shared/adapters/dynamodb/three-d-payment/mobile-calls.ts';
import { dynamoShopPayments } from '../../../shared/adapters/dynamodb/three-d-payment/shop-payments.ts';
import type { LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { lockForCharge, supersede } from '../../../shared/domain/attempt/transitions.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { addressOf, callbackAddressOf, referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { termsWith } from '../../support/dealer/virtual-pos.ts';
import { linkAttemptWith } from '../../support/payment/attempts.ts';
import { newPaymentName } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 12);
const secret = (letter: string): string => letter.repeat(22);

const lockedBy = (attempt: LinkAttempt) => lockForCharge(attempt, [], NOW_MS) ?? expect.unreachable('it waits in 3D');

const waitingAt = (link: PaymentRequest, number: number, changes: Partial<LinkAttempt> = {}): LinkAttempt => {
  const { pendingCard: _none, ...attempt } = linkAttemptWith(link, { number, state: 'authenticating', ...changes });
  return attempt;
};

describe('A mobile payment of the release before, which knew no generation (rules 10, 50)', () => {
  const scene = async () => {
    const payment = newPaymentName();
    const link = linkWith({
      payment,
      token: addressOf(payment, secret('o')),
      source: 'mobile-3d',
      terms: termsWith({ amount: minor(1000) }),
      progress: { ...linkWith().progress, attempts: 3 },
    });
    const tabs = [1, 2, 3].map((number) => waitingAt(link, number));
    const table = new MemoryTable();
    const rows = [linkPaymentItem(link, 'F'), stateItem(link), ...tabs.map(attemptItem)];
    await table.transact(rows.map((put) => ({ put })));
    const calls = dynamoMobileCalls(table);
    const before = (await calls.find(payment)) ?? expect.unreachable('the payment is there');
    const next: PaymentRequest = {
      ...link,
      token: addressOf(payment, secret('n')),
      terms: termsWith({ amount: minor(2000) }),
      version: link.version + 1,
      progress: { ...link.progress, generation: 2 },
      secrets: { sealedCodeForHash: 'sealed', successHash: 't', failureHash: 'f' },
    };
    const [, second, third] = before.calls[0]?.attempts ?? [];
    if (second === undefined || third === undefined) throw new Error('the attempts are there');
    const written = await calls.write({
      link: next,
      fingerprint: 'G',
      before,
      supersedes: [supersede(second, NOW_MS), supersede(third, NOW_MS)].flatMap((one) => one ?? []),
      replacedAtMs: NOW_MS,
      unusedSecret: secret('u'),
    });
    expect(written).toBe(true);
    return { table, payment, link, next, tabs, before, requests: dynamoPaymentRequests(table) };
  };

  test('has one call, with the fingerprint of its payment and all its attempts', async () => {
    const { before, link } = await scene();
    expect(before.calls).toMatchObject([{ number: 1, fingerprint: 'F', token: link.token }]);
    expect(before.calls[0]?.attempts).toHaveLength(3);
  });

  test('is superseded: the old address is known as such, and the new one has the new terms', async () => {
    const { requests, link, next } = await scene();
    expect(await requests.findByToken(link.token)).toBeUndefined();
    expect(await requests.findSuperseded(link.token)).toMatchObject({
      superseded: { number: 1, replacedAtMs: NOW_MS },
    });
    expect(await requests.findSuperseded(next.token)).toBeUndefined();
    expect(await requests.findByToken(next.token)).toMatchObject({
      terms: { amount: 2000 },
      progress: { generation: 2 },
    });
  });

  test('no attempt of it is locked any more, ended or not', async () => {
    const { table, tabs } = await scene();
    const attempts = dynamoAttempts(table);
    for (const tab of tabs) expect(await attempts.lockForCharge(lockedBy(tab))).toEqual({ kind: 'not-lockable' });
    const [still] = tabs;
    expect(await attempts.find(still?.reference ?? '')).toMatchObject({ state: 'authenticating' });
  });

  test('the release before charges nothing that was ended, and finds no address under the former terms', async () => {
    const { table, payment, tabs } = await scene();
    const [, ended] = tabs;
    if (ended === undefined) throw new Error('the attempt is there');
    // Its lock asks for the version of the attempt, and of a mobile payment for no more than that it is open.
    const { attempt } = lockedBy(ended);
    const { applied } = await table.transact([{ put: attemptItem(attempt), onlyIf: atVersion(ended.version) }]);
    expect(applied).toBe(false);
    const row = await table.get(paymentKeys.payment(payment));
    expect(row).toMatchObject({ secret: secret('u'), firstFingerprint: 'F' });
    expect(row).not.toHaveProperty('fingerprint');
  });
});

describe('A shop’s 3D payment of the release before', () => {
  const scene = async () => {
    const payment = newPaymentName();
    const at = (number: number) =>
      linkWith({
        payment,
        token: callbackAddressOf({
          reference: referenceOf({ payment, number }),
          callbackSecret: secret(String(number)),
        }),
        source: 'three-d',
        shop: { signed: true },
        progress: { ...linkWith().progress, attempts: number, latest: referenceOf({ payment, number }) },
      });
    const link = at(2);
    const shop = { splits: [], caller: {} };
    const [first, latest] = [1, 2].map((number) => waitingAt(link, number, { shop }));
    if (first === undefined || latest === undefined) throw new Error('two attempts');
    const table = new MemoryTable();
    const secrets = [1, 2].map((number) => {
      const { begunAtMs: _later, ...row } = secretsItem(at(number), { card: undefined, begunAtMs: 0 });
      return row;
    });
    const rows = [shopPaymentItem(link, 'F'), stateItem(link), ...secrets, attemptItem(first), attemptItem(latest)];
    await table.transact(rows.map((put) => ({ put })));
    return { table, payment, at, first, latest };
  };

  test('has its calls by their numbers, all with the fingerprint of the payment, and the cards of their attempts', async () => {
    const { table, payment, at } = await scene();
    const found = await dynamoShopPayments(table).find(payment);
    expect(found?.calls).toMatchObject([
      { number: 1, fingerprint: 'F', card: { maskedCard: '411111******1111' }, token: at(1).token },
      { number: 2, fingerprint: 'F', card: { maskedCard: '411111******1111' }, token: at(2).token },
    ]);
  });

  test('its latest attempt is locked; one of an earlier call is not, and its address is known as superseded', async () => {
    const { table, first, latest, at } = await scene();
    const attempts = dynamoAttempts(table);
    expect(await attempts.lockForCharge(lockedBy(first))).toEqual({ kind: 'not-lockable' });
    expect(await attempts.lockForCharge(lockedBy(latest))).toEqual({ kind: 'locked' });
    expect(await dynamoShopPayments(table).findByToken(at(1).token)).toMatchObject({ superseded: { number: 1 } });
  });
});
