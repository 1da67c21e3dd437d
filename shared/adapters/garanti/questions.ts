import type { HistoryAnswer, InquiryAnswer, OrderListAnswer } from '../../ports/bank-answers.ts';
import type { CallTime } from '../../ports/bank-gateway.ts';
import type { ListedPeriod, PosOrder } from '../../ports/bank-order.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Asked, unanswered } from '../bank/gateway-client.ts';
import type { GarantiAccount } from './account.ts';
import { historyAnswerOf, readHistory } from './classify-history.ts';
import { classifyInquiry } from './classify-inquiry.ts';
import type { JudgedOrder } from './order-books.ts';
import { classifyList } from './order-list.ts';
import { readState, statementOf } from './order-state.ts';
import { inquiryRequest, listRequest, type Sending } from './request-xml.ts';
import type { GarantiAnswer } from './response-xml.ts';

/** A request, and the address of the payer where one is present. */
export interface Question {
  readonly payerAddress?: string;
  readonly bodyOf: (sending: Sending) => string;
  readonly mostBytes?: number;
}

/** Sends one request, once. Never rejects. */
export type Ask = (account: GarantiAccount, question: Question, time: CallTime) => Promise<Asked<GarantiAnswer>>;

/** A page of a list has up to 500 orders. */
const MOST_LIST_BYTES = 1024 * 1024;

const judged = ({ dayEndsAt }: GarantiAccount, order: PosOrder, clock: Clock): JudgedOrder => ({
  ...order,
  nowMs: clock.now(),
  dayEndsAt,
});

const aboutOrder = (order: PosOrder, about: 'order' | 'history'): Question => ({
  bodyOf: (sending) => inquiryRequest(sending, order, about),
});

/**
 * Asks for the state of an order and, unless the bank has no record of it, for its history within the same time. Only where
 * both agree does a charge stand.
 */
export const inquireOf =
  (ask: Ask, clock: Clock) =>
  async (account: GarantiAccount, order: PosOrder, time: CallTime): Promise<InquiryAnswer> => {
    const asked = await ask(account, aboutOrder(order, 'order'), time);
    if (asked.kind !== 'answer') return unanswered(asked);
    const said = statementOf(asked.answer);
    const read = readState(asked.answer, order);
    if (read.kind !== 'told') return { said, ...read };
    const history = await ask(account, aboutOrder(order, 'history'), time);
    if (history.kind !== 'answer') return { said, ...unanswered(history) };
    return { said, ...classifyInquiry(read.state, readHistory(history.answer, judged(account, order, clock))) };
  };

/** Asks for all transactions of an order. */
export const inquireHistoryOf =
  (ask: Ask, clock: Clock) =>
  async (account: GarantiAccount, order: PosOrder, time: CallTime): Promise<HistoryAnswer> => {
    const asked = await ask(account, aboutOrder(order, 'history'), time);
    if (asked.kind !== 'answer') return unanswered(asked);
    return historyAnswerOf(readHistory(asked.answer, judged(account, order, clock)));
  };

/** Asks for one page of the orders of a period. */
export const listOrdersOf =
  (ask: Ask) =>
  async (account: GarantiAccount, period: ListedPeriod, time: CallTime): Promise<OrderListAnswer> => {
    const bodyOf = (sending: Sending): string => listRequest(sending, period);
    const asked = await ask(account, { bodyOf, mostBytes: MOST_LIST_BYTES }, time);
    return asked.kind === 'answer' ? classifyList(asked.answer, period) : unanswered(asked);
  };
