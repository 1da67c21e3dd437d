import { expect, test } from 'vitest';
import { mobile3DFingerprint } from '../../../../functions/three-d-payment/start-mobile-3d/fingerprint.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Mobile3DFields } from '../../../../shared/domain/three-d-payment/mobile-3d-fields.ts';

const FIELDS: Mobile3DFields = {
  paymentType: '64',
  amount: minor(2750),
  currency: 'USD',
  installmentNumber: 3,
  clientIp: '203.0.113.7',
  redirectUrl: 'https://shop.example/return',
  redirectType: 1,
  otherTrxCode: 'CART-17',
  isPoolPayment: 1,
  integratorId: 7,
  software: 'Shop 1',
  subMerchantName: 'Branch',
  description: 'A cart',
  buyer: { fullName: 'Ada Lovelace', gsmNumber: '5301111111' },
};
const of = (changes: Partial<Mobile3DFields> = {}): string => mobile3DFingerprint({ ...FIELDS, ...changes });

test.each<Partial<Mobile3DFields>>([
  { paymentType: '62' },
  { amount: minor(2751) },
  { currency: 'EUR' },
  { installmentNumber: 4 },
  { redirectUrl: undefined },
  { redirectType: 0 },
  { otherTrxCode: 'CART-18' },
  { isPoolPayment: 0 },
  { integratorId: 8 },
  { subMerchantName: 'Branch 2' },
  { description: 'Another cart' },
  { buyer: { ...FIELDS.buyer, email: 'ada@example.com' } },
])('A mobile 3D payment is another request with %j (rule 13)', (changes) => expect(of(changes)).not.toBe(of()));

test.each<[Partial<Mobile3DFields>, Partial<Mobile3DFields>]>([
  [{ clientIp: '203.0.113.9' }, {}],
  [{ software: 'Shop 2' }, {}],
  [{ currency: undefined }, { currency: 'TL' }],
  [{ installmentNumber: undefined }, { installmentNumber: 1 }],
  [{ redirectType: undefined }, { redirectType: 0 }],
  [{ isPoolPayment: undefined }, { isPoolPayment: 0 }],
  [{ paymentType: '064' }, { paymentType: '0064' }],
  [{ buyer: { ...FIELDS.buyer, gsmNumber: '0530 111 11 11' } }, {}],
])('A mobile 3D payment with %j is the same request as one with %j', (one, other) => expect(of(one)).toBe(of(other)));

test('A payment type that names no bank is told apart from others that name none, and from none', () => {
  const fingerprints = ['none', 'no bank', undefined].map((paymentType) => of({ paymentType }));
  expect(new Set(fingerprints).size).toBe(3);
});

test('A stored request stays the same one for the next release', () => {
  expect(of()).toBe('xYScBDN98W1vqhY3-HHO5lbYKLQiuXK0Zw9-taAkBTE');
});
