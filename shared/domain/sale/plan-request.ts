import { DAY_MS, type DayText, istanbulDayOf, istanbulDayRange } from '../calendar.ts';
import { holdsCardNumber } from '../card/card-number-in-text.ts';
import type { Customer } from '../customer/customer.ts';
import type { Dealer } from '../dealer/dealer.ts';
import type { Definition } from '../link/definition.ts';
import type { PaymentRequest } from '../link/payment-request.ts';
import type { PaymentRequestFields } from '../link/payment-request-fields.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { expiryDueAtMs } from '../outbox/link-due.ts';
import type { PaymentPlan, TryFailure } from './payment-plan.ts';
import { endedPlan, nextVersion, type PlanMove, type PlanOfSale, triedMove, waitFor } from './plan-moves.ts';
import type { Sale } from './sale.ts';

/*
 * Payment requests that are sent for plans without a card, as values (decisions: recurring sales). A request is made as one of
 * the dealer's own would be: its definition's rules hold.
 */

const MINUTE_MS = 60_000;
const OPEN_PAUSE_MS = 60 * MINUTE_MS;
/** Pause before a request is looked at again whose last attempt has no answer yet. */
const ATTEMPT_PAUSE_MS = 5 * MINUTE_MS;

/** The last of HowManyTrial days from the day of sending; undefined where links of the definition do not live so long. */
const lastDayOf = ({ howManyTrial }: Sale, definition: Definition, nowMs: number): DayText | undefined => {
  const day = istanbulDayOf(nowMs + (Math.max(1, howManyTrial) - 1) * DAY_MS);
  return istanbulDayRange(day).lastMs < nowMs + definition.linkLifeMinutes * MINUTE_MS ? day : undefined;
};

const nameOf = ({ firstName, lastName }: Customer): string | undefined => {
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  return name === '' ? undefined : name;
};

/** Texts were not always checked, and a card number in one refuses the request (rule 32). */
const plainText = (text: string | undefined): string | undefined =>
  text === undefined || text === '' || holdsCardNumber(text) ? undefined : text;

interface Requesting extends PlanOfSale {
  readonly customer: Customer;
  readonly dealer: Dealer;
  readonly definition: Definition;
  readonly nowMs: number;
}

/**
 * The request of a plan: its terms, its customer's contacts, and no OtherTrxCode. It ends with the last day of trials, or as
 * early as its definition demands.
 */
export const requestFieldsOf = ({
  plan,
  sale,
  customer,
  dealer,
  definition,
  nowMs,
}: Requesting): PaymentRequestFields => ({
  dealerCustomerTypeId: definition.dealerCustomerTypeId,
  fullName: plainText(nameOf(customer)),
  gsmNumber: customer.gsmNumber,
  email: customer.email,
  dealerCustomerId: customer.dealerCustomerId,
  amount: plan.terms.amount,
  currency: plan.terms.currency,
  installmentNumber: plan.terms.installmentNumber,
  isPoolPayment: dealer.pool === 'required' ? 1 : undefined,
  description: plainText(sale.description),
  returnHash: 1,
  expireDate: lastDayOf(sale, definition, nowMs),
  buyer: {},
  basket: [],
  subDealers: [],
});

type OpenLink = Pick<PaymentRequest, 'userPosPaymentId' | 'state' | 'expiresAtMs' | 'progress'>;

/** A link that has ended decides at once. */
const nextLookAtMs = (link: OpenLink, nowMs: number): number =>
  link.state === 'open' ? Math.min(nowMs + OPEN_PAUSE_MS, expiryDueAtMs(link)) : nowMs;

/**
 * The plan whose request waits for the end of a pause. A slot in which a card of it was charged before its sale lost its cards
 * is a try: the next card, if there is one again, belongs to a payment of its own.
 */
export const requestPaused = (plan: PaymentPlan, slotMs: number): PaymentPlan => {
  const { progress, turn } = plan;
  const tries = progress.tries + ((turn?.attempt ?? 1) > 1 ? 1 : 0);
  return { ...waitFor(plan, slotMs), progress: { ...progress, tries } };
};

/** How long the worker that makes a request has before another one looks whether it is there. A worker lives less long. */
const LEASE_MS = 3 * MINUTE_MS;

/**
 * The plan whose request is made now. That is written before the request is: from then on nobody changes or withdraws the plan
 * beside a request that asks for something else, whatever becomes of the worker.
 */
export const requestBegun = (plan: PaymentPlan, nowMs: number): PaymentPlan => ({
  ...nextVersion(plan),
  state: 'requested',
  dueAtMs: nowMs + LEASE_MS,
});

/** The plan whose request was sent. */
export const requestSent = (plan: PaymentPlan, link: OpenLink, nowMs: number): PaymentPlan => ({
  ...nextVersion(plan),
  state: 'requested',
  userPosPaymentId: link.userPosPaymentId,
  dueAtMs: nextLookAtMs(link, nowMs),
});

/** What a look at the request of a plan leads to. */
export type RequestLook =
  | { readonly kind: 'paid'; readonly orderId: string; readonly maskedCard?: string }
  | { readonly kind: 'not-paid' }
  /** The sale was deleted, and nobody is paying. */
  | { readonly kind: 'cancel' }
  /** The link was cancelled because its sale was deleted. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'wait'; readonly lookAtMs: number };

/**
 * What became of a request. The link decides: an attempt in doubt keeps the plan waiting, and nobody can pay any more once the
 * time of a 3D attempt that began before the expiry is over (rule 15).
 */
export const requestLookOf = (
  link: OpenLink,
  { deletedAtMs }: Pick<Sale, 'deletedAtMs'>,
  nowMs: number,
): RequestLook => {
  const { result, activeAttempt } = link.progress;
  if (link.state === 'paid') {
    const card = result?.paid?.maskedCard;
    return { kind: 'paid', orderId: result?.orderId ?? '', ...omitUndefined({ maskedCard: card }) };
  }
  if (link.state === 'cancelled' && deletedAtMs !== undefined) return { kind: 'cancelled' };
  if (link.state !== 'open') return { kind: 'not-paid' };
  if (activeAttempt !== undefined) return { kind: 'wait', lookAtMs: nowMs + ATTEMPT_PAUSE_MS };
  if (nowMs >= expiryDueAtMs(link)) return { kind: 'not-paid' };
  if (deletedAtMs !== undefined && nowMs < link.expiresAtMs) return { kind: 'cancel' };
  return { kind: 'wait', lookAtMs: nextLookAtMs(link, nowMs) };
};

/** The plan waits on for its request. */
export const requestWaits = (plan: PaymentPlan, lookAtMs: number): PaymentPlan => ({
  ...nextVersion(plan),
  dueAtMs: lookAtMs,
});

/** The plan whose request was paid. The payment of a link has the link's own id. */
export const requestPaid = (plan: PaymentPlan, nowMs: number): PlanMove => {
  const { userPosPaymentId: dealerPaymentId } = plan;
  const paid = endedPlan(plan, nowMs, { state: 'paid', ...omitUndefined({ dealerPaymentId }) });
  return triedMove(paid, { kind: 'paid' });
};

/** The plan whose request was refused, or ended unpaid. The service sends no second one. */
export const requestFailed = (plan: PaymentPlan, because: TryFailure, nowMs: number): PlanMove =>
  triedMove(endedPlan(plan, nowMs, { state: 'failed' }), { kind: 'not-charged', because });
