import type { Attempt } from '../attempt/attempt.ts';
import type { Payment } from '../payment/payment.ts';

/** How a payment came, as a dealer's people tell it. `plan`: a payment plan of a recurring sale, by card or by a link. */
export const paymentWays = ['link', 'reusable-link', 'shop', 'mobile', 'plan', 'direct'] as const;
export type PaymentWay = (typeof paymentWays)[number];

/** How a payment came. `attempt` is the charge that decides it, where somebody tried to pay. */
export const wayOf = ({ kind, link }: Pick<Payment, 'kind' | 'link'>, attempt: Attempt | undefined): PaymentWay => {
  if (link?.plan !== undefined || (attempt?.kind === 'direct' && attempt.direct.plan !== undefined)) return 'plan';
  if (kind === 'link') return link?.madeOf === undefined ? 'link' : 'reusable-link';
  if (kind === 'mobile-3d') return 'mobile';
  return kind === 'three-d' ? 'shop' : 'direct';
};
