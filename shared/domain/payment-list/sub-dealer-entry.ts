import { splitsOfAttempt } from '../attempt/attempt.ts';
import { chargedShares, wholeCapture } from '../ledger/charged-shares.ts';
import { chargeNow, sharesNow } from '../ledger/payment-ledger.ts';
import { leftOfShare } from '../ledger/share.ts';
import type { MinorUnits } from '../money/money.ts';
import type { Charge } from '../payment/charge.ts';
import { chargeOf } from '../payment/charge-of-attempt.ts';
import type { Payment } from '../payment/payment.ts';
import type { PaymentName } from '../payment/payment-name.ts';
import type { Step } from '../payment/step.ts';

/** An attempt or a step of a payment, by its number. */
export interface PaymentPart {
  readonly payment: PaymentName;
  readonly kind: 'attempt' | 'step';
  readonly number: number;
}

/** What a sub-dealer's list has of an attempt or step: its moment, and the sub-dealer's gross part. It never changes. */
export interface SubDealerEntry extends PaymentPart {
  readonly dealerCode: string;
  readonly subDealerId: number;
  readonly atMs: number;
  readonly part: MinorUnits;
}

/** What a void or reversal gives back of each share: all that the steps before it left. */
const leftBefore = (charge: Charge, steps: readonly Step[], { number }: Step): ReadonlyMap<number, MinorUnits> => {
  const earlier = steps.filter((step) => step.number < number);
  const before = sharesNow(charge, earlier);
  const { money } = chargeNow(charge, earlier);
  const shares = before.length > 0 ? before : chargedShares(money, wholeCapture(money));
  return new Map(
    shares.flatMap((share) =>
      share.subDealerId === undefined ? [] : [[share.subDealerId, leftOfShare(share)] as const],
    ),
  );
};

/** The parts of sub-dealers in a step that moves money: a step that names no shares is about all of them. */
const partsOfStep = (charge: Charge, steps: readonly Step[], step: Step): ReadonlyMap<number, MinorUnits> => {
  if (step.shares.length === 0) return leftBefore(charge, steps, step);
  return new Map(
    step.shares.flatMap(({ subDealerId, amount }) => (amount === undefined ? [] : [[subDealerId, amount] as const])),
  );
};

const entriesOfStep = (payment: Payment, number: number): readonly SubDealerEntry[] => {
  const step = payment.steps.find((one) => one.number === number);
  const attempt = payment.attempts.find((one) => one.number === step?.attempt);
  if (step === undefined || attempt === undefined || splitsOfAttempt(attempt).length === 0) return [];
  if (step.kind === 'pool-approval' || step.kind === 'pool-undo' || step.kind === 'share-change') return [];
  const { name, dealerCode } = payment;
  return [...partsOfStep(chargeOf(attempt, payment), payment.steps, step)]
    .filter(([, part]) => part > 0)
    .map(([subDealerId, part]) => ({
      payment: name,
      kind: 'step',
      number,
      dealerCode,
      subDealerId,
      atMs: step.startedAtMs,
      part,
    }));
};

const entriesOfAttempt = (payment: Payment, number: number): readonly SubDealerEntry[] => {
  const attempt = payment.attempts.find((one) => one.number === number);
  if (attempt === undefined) return [];
  const { name, dealerCode } = payment;
  return splitsOfAttempt(attempt).map(({ subDealerId, amount: part }) => ({
    payment: name,
    kind: 'attempt',
    number,
    dealerCode,
    subDealerId,
    atMs: attempt.startedAtMs,
    part,
  }));
};

/**
 * What the lists of sub-dealers get of a part of a payment. It follows from what never changes once the part is written,
 * so that it may be computed at any later time, and again.
 */
export const subDealerEntries = (payment: Payment, { kind, number }: PaymentPart): readonly SubDealerEntry[] =>
  kind === 'attempt' ? entriesOfAttempt(payment, number) : entriesOfStep(payment, number);
