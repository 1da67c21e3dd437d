import { randomInt } from 'node:crypto';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { DirectAttempt, LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { DirectPayment } from '../../../shared/domain/direct-payment/direct-payment.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { type AttemptName, orderIdOf, referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import type { PaymentSplit } from '../../../shared/domain/split/payment-split.ts';
import { pinnedPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { posWith } from '../dealer/virtual-pos.ts';
import { newPaymentName } from './stored-payments.ts';

/** Texts of an attempt that no operator may see: tests search what is shown for them. */
export const HIDDEN = {
  random: 'RND-OF-THE-GATE',
  cardToken: 'A0F0CA5D-TOKEN-OF-A-STORED-CARD',
  pendingCard: 'v1.SEALED-PENDING-CARD',
} as const;

/** How an attempt is named: what its payment and its number say. */
const namesOf = (name: AttemptName) => ({ reference: referenceOf(name), orderId: orderIdOf(name) });

const common = (dealerCode: string) => {
  const startedAtMs = Date.UTC(2027, 0, 15, 9);
  return {
    payment: newPaymentName(),
    number: 1,
    paymentId: randomInt(100_000, 2_147_483_647),
    trxId: randomInt(100_000, 2_147_483_647),
    dealerCode,
    pos: pinnedPosOf(posWith({ dealerCode })),
    state: 'charging',
    reportedOutcome: 'nobody',
    version: 1,
    startedAtMs,
    listingShards: 1,
    dueAtMs: startedAtMs + 120_000,
    terms: {
      total: minor(10_000),
      currency: 'TL',
      installments: 1,
      type: 'sale',
      commission: { payer: minor(0), dealer: minor(150) },
    },
    maskedCard: '411111******1111',
    payerAddress: '203.0.113.7',
    lastCallAtMs: startedAtMs,
    answerByMs: startedAtMs + 28_000,
    postponed: 0,
    reservations: [],
    pendingCard: {
      sealed: HIDDEN.pendingCard,
      customer: { dealerCustomerId: 100_001, customerCode: 'C-1' },
      cardName: 'My card',
    },
  } as const;
};

export const splitWith = (subDealerId: number, changes: Partial<PaymentSplit> = {}): PaymentSplit => ({
  subDealerId,
  amount: minor(5000),
  commission: minor(150),
  net: minor(4850),
  topDealerCommission: minor(200),
  topDealerIncome: minor(-50),
  ...changes,
});

/** A direct payment in doubt, split between two sub-dealers. */
export const directAttemptWith = (
  dealerCode: string,
  changes: Partial<DirectAttempt> = {},
  directChanges: Partial<DirectPayment> = {},
): DirectAttempt => {
  const fingerprint = directChanges.otherTrxCode === undefined ? undefined : 'F';
  const base = { ...common(dealerCode), ...omitUndefined({ fingerprint }), ...changes, kind: 'direct' } as const;
  return {
    ...base,
    ...namesOf(base),
    direct: {
      operation: 'DoDirectPaymentMarketPlace',
      cardToken: HIDDEN.cardToken,
      pooled: false,
      commissionScenario: 2,
      splits: [splitWith(11), splitWith(12)],
      buyer: { fullName: 'Ada' },
      basket: [{ productId: 1, unitPrice: minor(10_000), quantity: 1 }],
      caller: { clientIp: '203.0.113.7' },
      ...directChanges,
    },
  };
};

/** An attempt in doubt at a link. */
export const linkAttemptWith = (link: PaymentRequest, changes: Partial<LinkAttempt> = {}): LinkAttempt => {
  const base = { ...common(link.dealerCode), payment: link.payment, paymentId: link.userPosPaymentId, ...changes };
  return {
    ...base,
    ...namesOf(base),
    linkToken: link.token,
    ...omitUndefined({ otherTrxCode: link.otherTrxCode }),
    callbackSecret: changes.callbackSecret ?? systemRandomness.token(),
    language: changes.language ?? 'tr',
    random: changes.random ?? HIDDEN.random,
    kind: 'link',
  };
};
