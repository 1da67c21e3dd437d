import { describe, expect, test } from 'vitest';
import { stepItem, stepMovementItem } from '../../../../../shared/adapters/dynamodb/payment/step-item.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import type { Step } from '../../../../../shared/domain/payment/step.ts';
import { STEP_NOON_MS } from '../../../../support/payment/steps.ts';
import { itemBytes, UNIT_BYTES } from '../../../../support/store/item-bytes.ts';

const GATEWAY = 'https://sanalpos.isbank.com.tr';
const atMs = STEP_NOON_MS;

/** A capture as its intent writes it. */
const intended: Step = {
  payment: 'k3v7q2mzt5w4y6xa2bcdefgh3i',
  number: 1,
  attempt: 1,
  kind: 'capture',
  state: 'intended',
  version: 1,
  dealerCode: 'D100001',
  trxId: 1_234_567,
  amount: minor(12_345_678),
  shares: [],
  postings: [
    { account: 'payer', amount: minor(-12_345_678) },
    { account: 'dealer', amount: minor(11_975_308) },
    { account: 'service', amount: minor(370_370) },
  ],
  asker: { by: 'dealer', clientIp: '203.0.113.7' },
  startedAtMs: atMs,
  listingShards: 1,
  dueAtMs: atMs,
  postponed: 0,
  lastCallAtMs: atMs,
  answerByMs: atMs,
  sent: { captureSentAtMs: atMs },
  reservations: [],
};

/** A refund that was a Credit in the end, after a Void that nobody answered, with all that a step can hold. */
const fullRefund: Step = {
  ...intended,
  kind: 'refund',
  state: 'done',
  version: 12,
  refundCode: 'R-1042-2027-01-15',
  refundRequestId: 1_234_567,
  sent: {
    voidSentAtMs: atMs,
    voidUnheardAtMs: atMs,
    credit: { atMs, amount: minor(12_345_678), doneBefore: 0, answer: 'approved' },
  },
  doneBy: 'credit',
  bank: { code: '000', authCode: '123456', hostReference: '987654321012', transactionId: '27015JkQbE1234567' },
  said: { state: 'C S', amount: minor(12_345_678), code: '00', atMs },
  endedAtMs: atMs,
};

/** The step shared by so many sub-dealers, with the postings of each. */
const sharedBy = (step: Step, subDealers: number): Step => {
  const ids = Array.from({ length: subDealers }, (_, index) => 100_001 + index);
  const shares = ids.map((subDealerId) => ({ subDealerId, amount: minor(123_456) }));
  const ofEach = ids.map((id) => ({ account: `sub-dealer:${id}`, amount: minor(-123_456) }) as const);
  return { ...step, shares, postings: [...step.postings, ...ofEach] };
};

describe('A step takes one write unit from its intent to its end', () => {
  test.each([
    ['a capture', intended],
    ['a refund with all that it can hold', fullRefund],
    ['a refund that a hundred sub-dealers share', sharedBy(fullRefund, 100)],
  ])('%s', (_what, step) => {
    expect(itemBytes(stepItem(step, GATEWAY))).toBeLessThanOrEqual(UNIT_BYTES);
  });

  test('its shares and postings stand beside it, in at most 40 bytes for each sub-dealer', () => {
    const [one, all] = [1, 100].map((count) => itemBytes(stepMovementItem(sharedBy(fullRefund, count)) ?? {}));
    expect(((all ?? 0) - (one ?? 0)) / 99).toBeLessThanOrEqual(40);
  });
});
