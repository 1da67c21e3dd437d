import {
  type Attempt,
  callOf,
  type DirectAttempt,
  isOfLink,
  splitsOfAttempt,
} from '../../../shared/domain/attempt/attempt.ts';
import { isQueued, queueStatusOf } from '../../../shared/domain/attempt/states.ts';
import { viewPayment } from '../../../shared/domain/ledger/payment-ledger.ts';
import { linkStateAt, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { isStepQueued, stepWaitOf } from '../../../shared/domain/payment/step-states.ts';
import type { MadeOfLink } from '../../../shared/domain/reusable-link/link-name.ts';
import type { PaymentSplit } from '../../../shared/domain/split/payment-split.ts';
import type { Result } from './command.ts';
import { shownAmount, shownBasket, shownTime } from './values-in-views.ts';

/*
 * Payments as operators see them. Every member is named one by one: the secret of a callback, the `rnd` of the gate, a link's address, the merchant's keys and the token of a stored card stand beside what is
 * shown (rules 28, 30).
 */

const time = (epochMs: number | undefined): string | undefined =>
  epochMs === undefined ? undefined : shownTime(epochMs);

const shownSplit = (split: PaymentSplit): Result => ({
  subDealerId: split.subDealerId,
  amount: shownAmount(split.amount),
  commission: shownAmount(split.commission),
  net: shownAmount(split.net),
  topDealerCommission: shownAmount(split.topDealerCommission),
  topDealerIncome: shownAmount(minor(split.topDealerIncome)),
});

/** Reservations that were not given back (rule 17). */
const shownReceipts = (attempt: Attempt): readonly Result[] => {
  const ofLimits = attempt.reservations.map((one) => ({ ...one, amount: shownAmount(one.amount) }));
  const card = callOf(attempt)?.cardReservation;
  if (card === undefined) return ofLimits;
  return [...ofLimits, { kind: 'card-day', name: card.day, currency: card.currency, amount: shownAmount(card.amount) }];
};

const shownTimes = (attempt: Attempt): Result =>
  omitUndefined({
    startedAt: shownTime(attempt.startedAtMs),
    lastCallAt: time(attempt.lastCallAtMs),
    answerBy: time(attempt.answerByMs),
    endedAt: time(attempt.endedAtMs),
    recheckAt: time(attempt.recheckAtMs),
    closesAt: time(attempt.closesAtMs),
    dueAt: isQueued(attempt) ? shownTime(attempt.dueAtMs) : undefined,
  });

/** The bank's last answer about the order, word by word, and its time. */
const shownSaid = ({ said }: Pick<Attempt, 'said'>): Result | undefined => {
  if (said === undefined) return undefined;
  const { state, amount, code, atMs } = said;
  const shown = amount === undefined ? undefined : shownAmount(amount);
  return omitUndefined({ state, amount: shown, code, at: shownTime(atMs) });
};

/** One attempt with everything that operators may see. */
export const shownAttempt = (attempt: Attempt, nowMs: number): Result => {
  const { terms, pos, bank = {} } = attempt;
  const direct = callOf(attempt);
  const splits = splitsOfAttempt(attempt);
  return omitUndefined({
    orderId: attempt.orderId,
    number: attempt.number,
    state: attempt.state,
    waitsFor: queueStatusOf(attempt, nowMs),
    told: attempt.reportedOutcome,
    amount: shownAmount(terms.total),
    currency: terms.currency,
    installments: terms.installments,
    type: terms.type,
    maskedCard: attempt.maskedCard,
    storedCard: direct?.cardToken === undefined ? undefined : true,
    cardHolderName: direct?.cardHolderName,
    payerAddress: attempt.payerAddress,
    ...shownTimes(attempt),
    postponed: attempt.postponed === 0 ? undefined : attempt.postponed,
    bank: omitUndefined({
      code: bank.code,
      authCode: bank.authCode,
      hostReference: bank.hostReference,
      transactionId: bank.transactionId,
    }),
    bankSaid: shownSaid(attempt),
    virtualPos: { posId: pos.posId, version: pos.version, bankCode: pos.bankCode, bankName: pos.bankName },
    limits: shownReceipts(attempt),
    splits: splits.length === 0 && direct === undefined ? undefined : splits.map(shownSplit),
  });
};

/** What the ledger holds of a charge that was reported paid. */
export const shownLedger = (attempt: Attempt, payment: Payment): Result => {
  if (attempt.reportedOutcome !== 'paid') return {};
  const { gross, refunded, balances } = viewPayment(chargeOf(attempt, payment), payment.steps);
  const shown = [...balances].map(([account, amount]) => [account, shownAmount(amount)] as const);
  const excess = payment.steps.reduce(
    (sum, { attempt: of, excessCredit = 0 }) => (of === attempt.number ? sum + excessCredit : sum),
    0,
  );
  return {
    ledger: {
      charged: shownAmount(gross),
      refunded: shownAmount(refunded),
      ...(excess === 0 ? {} : { excessCredit: shownAmount(minor(excess)) }),
      balances: Object.fromEntries(shown),
    },
  };
};

/** A step in a list. */
export const stepSummary = ({ number, kind, state, amount }: Step): Result => ({
  number,
  kind,
  state,
  amount: shownAmount(amount),
});

/** One step of a payment: a capture, void, refund, reversal, pool approval or undo. */
export const shownStep = (step: Step, nowMs: number): Result =>
  omitUndefined({
    number: step.number,
    attempt: step.attempt,
    kind: step.kind,
    state: step.state,
    waitsFor: stepWaitOf(step, nowMs),
    doneBy: step.doneBy,
    amount: shownAmount(step.amount),
    excessCredit: step.excessCredit === undefined ? undefined : shownAmount(step.excessCredit),
    askedBy: step.asker.by === 'operator' ? step.asker.commandId : step.asker.by,
    refundCode: step.refundCode,
    refundRequestId: step.refundRequestId,
    startedAt: shownTime(step.startedAtMs),
    lastCallAt: time(step.lastCallAtMs),
    endedAt: time(step.endedAtMs),
    recheckAt: time(step.recheckAtMs),
    dueAt: isStepQueued(step) ? shownTime(step.dueAtMs) : undefined,
    postponed: step.postponed === 0 ? undefined : step.postponed,
    bank: step.bank,
    bankSaid: shownSaid(step),
    limits: step.reservations.map((one) => ({ ...one, amount: shownAmount(one.amount) })),
    shares: step.shares.map(({ subDealerId, amount }) =>
      omitUndefined({ subDealerId, amount: amount === undefined ? undefined : shownAmount(amount) }),
    ),
    postings: step.postings.map(({ account, amount }) => ({ account, amount: shownAmount(amount) })),
  });

/** What the call of a direct payment's attempt asked for (dealer interface 2.2). */
export const shownDirect = ({ direct }: DirectAttempt): Result =>
  omitUndefined({
    operation: direct.operation,
    otherTrxCode: direct.otherTrxCode,
    pooled: direct.pooled,
    commissionScenario: direct.commissionScenario,
    description: direct.description,
    buyer: direct.buyer,
    basket: shownBasket(direct.basket),
    customer: direct.customer,
    caller: direct.caller,
  });

/** The reusable link that a payer made a request of, by the names that its dealer knows. */
export const linkNames = ({
  madeOf,
}: {
  readonly madeOf?: MadeOfLink;
}): { readonly userPosLinkId?: number; readonly linkCode?: string } =>
  omitUndefined({ userPosLinkId: madeOf?.userPosLinkId, linkCode: madeOf?.linkCode });

/** The link of a payment in short; show-payment-request shows the rest. */
export const shownLinkOf = (link: PaymentRequest, nowMs: number): Result =>
  omitUndefined({
    userPosPaymentId: link.userPosPaymentId,
    ...linkNames(omitUndefined({ madeOf: link.madeOf })),
    otherTrxCode: link.otherTrxCode,
    source: link.source,
    state: linkStateAt(link, nowMs),
    amount: shownAmount(link.terms.amount),
    currency: link.terms.currency,
    createdAt: shownTime(link.createdAtMs),
    expiresAt: shownTime(link.expiresAtMs),
  });

/** The payment of an attempt, as lists name it. */
export const paidFor = (
  attempt: Attempt,
  links: ReadonlyMap<string, PaymentRequest>,
): ReturnType<typeof linkNames> & { readonly userPosPaymentId?: number; readonly otherTrxCode?: string } => {
  if (!isOfLink(attempt)) return omitUndefined({ otherTrxCode: attempt.direct.otherTrxCode });
  const link = links.get(attempt.payment);
  return {
    ...omitUndefined({ userPosPaymentId: link?.userPosPaymentId, otherTrxCode: attempt.otherTrxCode }),
    ...linkNames(omitUndefined({ madeOf: attempt.madeOf })),
  };
};

/** An attempt in a list. */
export const attemptSummary = (attempt: Attempt, links: ReadonlyMap<string, PaymentRequest>): Result => ({
  orderId: attempt.orderId,
  paid: isOfLink(attempt) ? 'link' : 'direct',
  ...paidFor(attempt, links),
  number: attempt.number,
  state: attempt.state,
  told: attempt.reportedOutcome,
  amount: shownAmount(attempt.terms.total),
  currency: attempt.terms.currency,
  installments: attempt.terms.installments,
  maskedCard: attempt.maskedCard,
  ...omitUndefined({ bankCode: attempt.bank?.code }),
  startedAt: shownTime(attempt.startedAtMs),
  ...omitUndefined({ endedAt: time(attempt.endedAtMs), bankSaid: shownSaid(attempt) }),
});
