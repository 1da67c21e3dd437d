import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import type { ReadQuery } from '../../../shared/desk/payment/payment-query.ts';
import { type DeskPayment, pageOfPayments } from '../../../shared/desk/payment/payments-of-query.ts';
import { callOf } from '../../../shared/domain/attempt/attempt.ts';
import { maskCardNumbers } from '../../../shared/domain/card/card-number-in-text.ts';
import { askedForOf, type Payment } from '../../../shared/domain/payment/payment.ts';
import { attemptOfOrder } from '../../../shared/domain/payment/payment-name.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { MAX_ID } from '../../../shared/http/values.ts';
import { deskDay } from '../../../shared/pages/desk/frame/moments.ts';
import type { ListProblem } from '../../../shared/pages/desk/payment/payment-text-kinds.ts';
import { paymentsPath } from '../../../shared/pages/desk/payment/payments-form.ts';
import { type PaymentRow, paymentsPage } from '../../../shared/pages/desk/payment/payments-page.ts';
import { findPaymentByCode } from '../../../shared/payment-flow/named-payment.ts';
import type { PaymentLists } from '../../../shared/ports/payment-lists.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import { chosenOf, queryOf, quickDays } from './chosen-payments.ts';

export interface PaymentListDependencies {
  readonly lists: Pick<PaymentLists, 'entries' | 'payments'>;
  readonly payments: Pick<Payments, 'findByCode' | 'findByOrder' | 'findById'>;
}

/** Who paid, as far as anybody knows. */
const whoOf = ({ payment, attempt }: DeskPayment): string | undefined => {
  const { buyer } = askedForOf(attempt, payment);
  const delivery = payment.link?.delivery ?? {};
  const who =
    buyer.fullName ??
    callOf(attempt)?.cardHolderName ??
    delivery.fullName ??
    buyer.email ??
    delivery.email ??
    buyer.gsmNumber ??
    delivery.gsmNumber;
  return who === undefined ? undefined : maskCardNumbers(who);
};

const rowOf = (one: DeskPayment): PaymentRow => {
  const { payment, attempt, atMs, state, way } = one;
  const { terms, maskedCard, captured } = attempt;
  return {
    paymentId: payment.paymentId,
    atMs,
    amount: captured ?? terms.total,
    currency: terms.currency,
    state,
    way,
    who: whoOf(one),
    maskedCard,
  };
};

const DIGITS = /^\d{1,10}$/;

/**
 * The payment of a code or id, looked up at once: an order id names it in one trip, a code in one or two, and a number may
 * be DealerPaymentId, UserPosPaymentId or a code, side by side.
 */
const lookUp = async (
  { payments }: PaymentListDependencies,
  dealerCode: string,
  text: string,
): Promise<Payment | undefined> => {
  if (attemptOfOrder(text) !== undefined) return payments.findByOrder(dealerCode, text);
  const isId = DIGITS.test(text) && Number(text) > 0 && Number(text) <= MAX_ID;
  const [byId, byCode] = await Promise.all([
    isId ? payments.findById(dealerCode, Number(text)) : undefined,
    findPaymentByCode(payments, dealerCode, text),
  ]);
  return byId ?? byCode;
};

const withProblem = (call: DeskCall, read: ReadQuery, problem: ListProblem): PageAnswer => ({
  statusCode: 200,
  page: paymentsPage({
    frame: call.frame,
    chosen: chosenOf(read),
    problem,
    quick: quickDays(call.nowMs),
    rows: [],
    days: ['', ''],
    goesOn: false,
    isNarrowed: true,
  }),
});

const listPage = async ({ lists }: PaymentListDependencies, call: DeskCall, read: ReadQuery): Promise<PageAnswer> => {
  const { dealer, nowMs, frame, language } = call;
  const { query } = read;
  const { items, leftFromMs } = await pageOfPayments(lists, { dealer, query, nowMs });
  const page = paymentsPage({
    frame,
    chosen: chosenOf(read),
    quick: quickDays(nowMs),
    rows: items.map(rowOf),
    days: [deskDay(query.fromDay, language), deskDay(query.untilDay, language)],
    leftFromMs,
    goesOn: query.beforeMs !== undefined,
    isNarrowed: query.state !== undefined || query.way !== undefined || query.words !== undefined,
  });
  return { statusCode: 200, page };
};

/**
 * The list of payments. Words that name a payment lead to it at once; others are compared with the payments of the chosen
 * days. A choice without words gets an address, so that it can be opened again.
 */
export const showPaymentList = async (deps: PaymentListDependencies, call: DeskCall): Promise<PageAnswer> => {
  const read = queryOf(call);
  const { query, problem } = read;
  if (problem !== undefined) return withProblem(call, read, problem);
  const { words, beforeMs } = query;
  if (words === undefined) {
    return call.page.method === 'POST' ? { location: paymentsPath(chosenOf(read)) } : listPage(deps, call, read);
  }
  const isNamed = words.kind === 'code' || words.kind === 'anything';
  const named = isNamed && beforeMs === undefined ? await lookUp(deps, call.dealer.dealerCode, words.text) : undefined;
  if (named !== undefined) return { location: `/desk/payments/${named.paymentId}` };
  return words.kind === 'code' ? withProblem(call, read, 'not-found') : listPage(deps, call, read);
};
