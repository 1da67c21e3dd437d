import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { NO_PROGRESS } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { readAddress } from '../../../shared/domain/payment/payment-name.ts';
import { concludeApproved, concludeDeclined } from '../../../shared/payment-flow/conclude.ts';
import { linkWith } from '../dealer/records.ts';
import { directAttemptWith, HIDDEN, linkAttemptWith } from '../payment/attempts.ts';
import { itemsOfAttempt, itemsOfLink, paymentNames } from '../payment/stored-payments.ts';
import { putRows } from '../store/store.ts';
import type { Input, Operator } from './operators.ts';

/** The day of the payments here, and its noon in Istanbul. */
export const DAY = '20270115';
export const NOON = Date.UTC(2027, 0, 15, 9);

export type Shown = Readonly<Record<string, unknown>>;
export const listOf = (answer: Input, member: string): readonly Shown[] => answer[member] as readonly Shown[];

/** No secret text of an attempt is shown. Its order id names it and opens nothing, so that one is allowed. */
export const expectNothingHidden = (answer: unknown, ...more: readonly string[]): void => {
  const text = JSON.stringify(answer);
  for (const secret of [...Object.values(HIDDEN), ...more]) expect(text).not.toContain(secret);
};

/**
 * Three attempts of one code, declined, declined and approved, written through the store as the operation writes them. The
 * first one was another request.
 */
export const paidAtTheThird = async ({ store }: Operator, dealerCode: string, otherTrxCode: string) => {
  const [payments, attempts] = [dynamoDirectPayments(store), dynamoAttempts(store)];
  const payment = paymentNames.nameOf(dealerCode, otherTrxCode);
  const begun: DirectAttempt[] = [];
  for (const number of [1, 2, 3]) {
    const before = begun.at(-1);
    const after = before === undefined ? undefined : await attempts.find(before.reference);
    const ofCode = { payment, paymentId: before?.paymentId ?? randomInt(100_000, 2_147_483_647) };
    const attempt = directAttemptWith(
      dealerCode,
      { ...ofCode, number, startedAtMs: NOON + number * 1000, ...(number === 1 ? { fingerprint: 'E' } : {}) },
      { otherTrxCode, description: number === 1 ? 'First order' : 'Order' },
    );
    const bucket = { kind: 'day', name: DAY, currency: 'TL', shard: 0, share: minor(1_000_000) } as const;
    const take = { ...bucket, amount: attempt.terms.total };
    const outcome = await payments.begin({
      attempt,
      takes: [take],
      ...(after?.kind === 'direct' ? { after } : {}),
    });
    if (outcome.kind !== 'begun') throw new Error(outcome.kind);
    begun.push(outcome.attempt);
    const bank = { authCode: 'A-7', hostReference: 'H-8', transactionId: 'T-9' };
    const ending = { nowMs: NOON + number * 1000 + 500, resultReference: '' };
    const isEnded =
      number === 3
        ? await concludeApproved(attempts, outcome.attempt, bank, ending)
        : await concludeDeclined(attempts, outcome.attempt, { code: '005' }, ending);
    expect(isEnded).toBe(true);
  }
  return begun;
};

/** A link with two successive attempts, and the texts that find it. */
export const triedLink = async ({ store }: Operator, dealerCode: string) => {
  const otherTrxCode = randomUUID();
  const payment = paymentNames.nameOf(dealerCode, otherTrxCode);
  const link = linkWith({ dealerCode, createdAtMs: NOON, payment, otherTrxCode });
  const first = linkAttemptWith(link, {
    next: true,
    state: 'declined',
    reportedOutcome: 'failed',
    bank: { code: '016' },
    endedAtMs: NOON + 9,
  });
  const second = linkAttemptWith(link, {
    number: 2,
    startedAtMs: NOON + 60_000,
    state: 'authenticating',
  });
  const progress = { ...NO_PROGRESS, attempts: 2, latest: second.reference, activeAttempt: second.reference };
  const stored = { ...link, progress };
  await putRows(store, [...itemsOfLink(stored, 'f'), ...itemsOfAttempt(first), ...itemsOfAttempt(second)]);
  /** What opens a page or the bank's way back: neither is told to an operator. */
  const secrets = [link.token, readAddress(link.token)?.secret ?? '', first.callbackSecret, second.callbackSecret];
  return { link, first, second, secrets };
};
