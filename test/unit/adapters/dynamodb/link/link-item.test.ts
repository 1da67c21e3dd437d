import { describe, expect, test } from 'vitest';
import { linkDueKeys } from '../../../../../shared/adapters/dynamodb/index-keys.ts';
import { readLink, stateItem } from '../../../../../shared/adapters/dynamodb/link/state-item.ts';
import { linkPaymentItem } from '../../../../../shared/adapters/dynamodb/payment/call-item.ts';
import type { LinkProgress, PaymentRequest } from '../../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { linkWith } from '../../../../support/dealer/records.ts';
import { itemBytes, UNIT_BYTES } from '../../../../support/store/item-bytes.ts';

const HASH = 'a'.repeat(64);
/** As the vault seals: form, name of the key, its data key as KMS encrypts it (184 bytes at most), the text. */
const SEALED = ['v2', '88bce6ed-4e7c-8a60-ae57-16c13e1d592e', 'k'.repeat(246), 's'.repeat(86)].join('.');
const secrets = { sealedCodeForHash: SEALED, successHash: HASH, failureHash: HASH };
const FINGERPRINT = 'f'.repeat(43);

const every = Array.from({ length: 12 }, (_, at) => at + 1);
const plain = linkWith({ secrets });
/** With a buyer, a basket, and all counts to choose from. */
const usual: PaymentRequest = {
  ...plain,
  terms: { ...plain.terms, amount: minor(124_990), installments: { by: 'payer' }, allowedCounts: every },
  delivery: { fullName: 'Ayşe Yılmaz' },
  buyer: {
    fullName: 'Ayşe Yılmaz',
    email: 'ayse@example.com',
    gsmNumber: '5321234567',
    address: 'Bahçe Sokak 12, Kadıköy, İstanbul',
  },
  basket: [{ productId: 1, productCode: 'CUP-1', unitPrice: minor(124_990), quantity: 1 }],
  description: 'Order with an article',
};

const AT_MS = 1_795_455_000_001;
const reference = `${usual.payment}.20`;
/** Everything that an attempt, a decline, a reminder and wrong passwords leave in a link that is over. */
const busy: LinkProgress = {
  latest: reference,
  attempts: 20,
  windowStartMs: AT_MS,
  windowAttempts: 5,
  wrongPasswords: 20,
  threeDOnly: true,
  openedAtMs: AT_MS,
  remindAtMs: AT_MS,
  lastDecline: { code: '015', atMs: AT_MS, unanswered: true },
};
const charging: LinkProgress = {
  ...busy,
  activeAttempt: reference,
  passwordWindowStartMs: AT_MS,
  windowPasswords: 5,
};
const paid: LinkProgress = {
  ...busy,
  result: {
    resultReference: `${usual.payment}.${'s'.repeat(22)}`,
    code: '',
    orderId: `ORDER-${usual.payment}-20`,
    atMs: AT_MS,
    paid: { total: minor(99_999_999_999), installments: 12, maskedCard: '411111*********1111' },
  },
};

describe('a link is made by few write units (data: write units)', () => {
  test('the payment of a usual link, with buyer and basket, takes one', () => {
    expect(itemBytes(linkPaymentItem(usual, FINGERPRINT))).toBeLessThanOrEqual(UNIT_BYTES);
  });

  test.each([
    ['that nobody opened', usual.progress, linkDueKeys(usual.payment, AT_MS)],
    ['that is being charged for the twentieth time', charging, linkDueKeys(usual.payment, AT_MS)],
    ['that was paid then', paid, {}],
  ])('the state of a link %s takes one, with the secrets of its result', (_of, progress, due) => {
    const link = { ...usual, progress, version: 123 };
    expect(itemBytes({ ...stateItem(link), ...due })).toBeLessThanOrEqual(UNIT_BYTES);
    expect(readLink(stateItem(link), { payment: linkPaymentItem(link, FINGERPRINT) })).toEqual(link);
  });
});

describe('what the result of a link is proved by (rule 28)', () => {
  test('stands in its state and not in the item that names its code', () => {
    expect(JSON.stringify(linkPaymentItem(usual, FINGERPRINT))).not.toMatch(new RegExp(`${HASH}|${SEALED}`));
    expect(stateItem(usual)).toMatchObject(secrets);
  });

  test('is not in the state of a dealer’s own 3D payment: each of its calls has an item of its own', () => {
    expect(stateItem({ ...usual, shop: { signed: true } })).not.toHaveProperty('successHash');
  });
});
