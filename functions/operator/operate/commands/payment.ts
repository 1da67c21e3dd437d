import { type Attempt, isOfLink } from '../../../../shared/domain/attempt/attempt.ts';
import { attemptStates } from '../../../../shared/domain/attempt/states.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import { type ListedPayment, PAYMENT_POSITION } from '../../../../shared/ports/operator-payments.ts';
import type { Payments } from '../../../../shared/ports/payments.ts';
import { UnreadableRow } from '../../../../shared/ports/store-errors.ts';
import { type CommandCall, type Result, showCommand } from '../command.ts';
import { invalidField, notFound, notPossible } from '../command-error.ts';
import { defaulted, optional } from '../fields.ts';
import { anyId, choice, day, whole } from '../kinds.ts';
import { attemptSummary, shownAttempt, shownDirect, shownLedger, shownLinkOf, shownStep } from '../payment-view.ts';
import { search } from '../search.ts';
import { cursorOf, dealerCodeField, dealersOrderId, otherTrxCode } from './fields-in-common.ts';
import { listingShardsOf } from './listing-shards.ts';

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;

type Find = (payments: Payments) => Promise<Payment | undefined>;

const shown = (payment: Payment, { nowMs }: CommandCall): Result => {
  const { link, attempts, steps } = payment;
  const latest = attempts.at(-1);
  return {
    paymentId: payment.paymentId,
    ...(link === undefined ? {} : { paymentRequest: shownLinkOf(link, nowMs) }),
    ...(latest === undefined || isOfLink(latest) ? {} : { direct: shownDirect(latest) }),
    attempts: attempts.toReversed().map((attempt) => ({
      ...shownAttempt(attempt, nowMs),
      ...(isOfLink(attempt) || attempt.fingerprint === latest?.fingerprint ? {} : { direct: shownDirect(attempt) }),
      ...shownLedger(attempt, payment),
    })),
    ...(steps.length === 0 ? {} : { steps: steps.toReversed().map((step) => shownStep(step, nowMs)) }),
  };
};

/** Names the kind and field of a damaged record, so that an operator knows where to look. */
const readable = async <Read>(read: () => Promise<Read>): Promise<Read> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableRow) throw notPossible(`This payment cannot be shown: ${error.message}.`);
    throw error;
  }
};

export const showPayment = showCommand(
  {
    name: 'show-payment',
    group: 'Payments',
    summary: 'Show a payment with all its attempts and steps, the last ones first.',
    notes: [
      'One of orderId, otherTrxCode and paymentId says which.',
      '"told" is the outcome that was reported to dealer or payer: after "failed" nothing stays charged. "waitsFor" is what an attempt or a step waits for: running, in-doubt, carrying-out, stuck, or recheck (it ended on less than the bank\'s word, which is asked once more); "limits" is what it took from limits and has not given back.',
      '"direct" is what the last request asked for; an earlier attempt shows its own where its request was another one.',
      '"steps" are captures, voids, refunds, pool approvals and the service\'s own reversals, the last one first; "attempt" is the number of the attempt whose charge each is about.',
      '"ledger" of a charge that was reported paid: what the card was charged, what went back, and what each account holds of it; payer is negative, and all sum to zero. Each step shows its own postings, which count once it is done.',
      "The link's address, secrets of callbacks, merchant keys and card tokens are not shown.",
    ],
    fields: {
      dealerCode: dealerCodeField,
      orderId: dealersOrderId('VirtualPosOrderId of any of its attempts.'),
      otherTrxCode: optional(otherTrxCode, "The dealer's OtherTrxCode."),
      paymentId: optional(anyId, 'DealerPaymentId; for a payment request its UserPosPaymentId.'),
    },
    example: { dealerCode: '1001', paymentId: 100000 },
  },
  async (input, call) => {
    const { dealerCode } = input;
    const { orderId, otherTrxCode: code, paymentId } = input;
    const ways: readonly Find[] = [
      ...(typeof orderId === 'string' ? [(of: Payments) => of.findByOrder(dealerCode, orderId)] : []),
      ...(typeof code === 'string' ? [(of: Payments) => of.findByCode(dealerCode, code)] : []),
      ...(typeof paymentId === 'number' ? [(of: Payments) => of.findById(dealerCode, paymentId)] : []),
    ];
    const [find] = ways;
    if (find === undefined || ways.length > 1) {
      throw invalidField('orderId', 'or otherTrxCode or paymentId is required, one of the three');
    }
    const payment = await readable(() => find(call.deps.wholePayments));
    if (payment === undefined) throw notFound(`such payment of dealer ${dealerCode}`);
    return { dealerCode, ...shown(payment, call) };
  },
);

/** Fields that select payments of a day. */
export const dayFields = {
  dealerCode: dealerCodeField,
  day: optional(day, 'Day in Istanbul on which the payments began; today when not given.'),
  state: optional(choice(attemptStates), 'Only payments in this state.'),
};

/** True if a payment is in the wanted state. An unreadable one may be in any state, so it is included. */
export const inState = (state: string | null | undefined) =>
  typeof state === 'string'
    ? ({ attempt }: ListedPayment): boolean => attempt === undefined || attempt.state === state
    : undefined;

/** The attempts of a page, for reading their links. */
export const attemptsOf = (listed: readonly { readonly attempt?: Attempt }[]): readonly Attempt[] =>
  listed.flatMap(({ attempt }) => (attempt === undefined ? [] : [attempt]));

export const listPayments = showCommand(
  {
    name: 'list-payments',
    group: 'Payments',
    summary: "List a dealer's payments of a day, oldest first, one line an attempt.",
    notes: [
      'Payments of links and direct payments alike. A payment appears in the list, and changes its state there, within a second or so.',
      'With "next" in the answer there is more: give it as cursor. A page can be shorter than its limit, even empty, when a state is asked for. A payment whose record cannot be read is listed as unreadable, whatever the state.',
    ],
    fields: {
      ...dayFields,
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most payments in the answer.' }),
      cursor: cursorOf(PAYMENT_POSITION),
    },
    example: { dealerCode: '1001', state: 'approved', limit: 50 },
  },
  async ({ dealerCode, day: given, state, limit, cursor }, call) => {
    const of = given ?? call.today;
    const listingShards = await listingShardsOf(dealerCode, call);
    const { found, next } = await search({
      limit: limit ?? DEFAULT_PAGE,
      after: cursor ?? undefined,
      page: (page) => call.deps.payments.pageOfDay({ dealerCode, day: of, listingShards, ...page }),
      wanted: inState(state),
    });
    const links = await call.deps.payments.linksOf(attemptsOf(found));
    const payments = found.map(({ attempt, orderId }) =>
      attempt === undefined ? { orderId, unreadable: true } : attemptSummary(attempt, links),
    );
    return { dealerCode, day: of, payments, ...(next === undefined ? {} : { next }) };
  },
);
