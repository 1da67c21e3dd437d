import { expect, test } from 'vitest';
import { wayOf } from '../../../../shared/domain/desk/payment-way.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';

const plan = { dealerSaleId: 1, dealerPaymentPlanId: 2 };
const madeOf = { name: 'L'.repeat(26), userPosLinkId: 3, linkCode: 'L-1' };
const link = linkWith();
const direct = directAttemptWith('D1');

test.each([
  ['a payment request', 'link', { kind: 'link', link }, linkAttemptWith(link)],
  ['a payment request that nobody tried to pay', 'link', { kind: 'link', link }, undefined],
  ['a request of a reusable link', 'reusable-link', { kind: 'link', link: { ...link, madeOf } }, undefined],
  ['a 3D payment of a shop', 'shop', { kind: 'three-d', link }, linkAttemptWith(link)],
  ['a mobile 3D start', 'mobile', { kind: 'mobile-3d', link }, linkAttemptWith(link)],
  ['a direct payment', 'direct', { kind: 'direct' }, direct],
  [
    'a charge of a payment plan',
    'plan',
    { kind: 'direct' },
    directAttemptWith('D1', {}, { plan: { ...plan, try: 1 } }),
  ],
  ['a link of a payment plan', 'plan', { kind: 'link', link: linkWith({ plan }) }, undefined],
] as const)('%s came by %s', (_what, way, payment, attempt) => {
  expect(wayOf(payment, attempt)).toBe(way);
});
