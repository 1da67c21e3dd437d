import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { type PaymentQuery, type ReadQuery, readPaymentQuery } from '../../../shared/desk/payment/payment-query.ts';
import { DAY_MS, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { MAX_LIST_DAYS } from '../../../shared/domain/payment-list/list-period.ts';
import { fieldDay } from '../../../shared/pages/desk/frame/moments.ts';
import type { QuickDays } from '../../../shared/pages/desk/payment/payment-text-kinds.ts';
import type { ChosenPayments } from '../../../shared/pages/desk/payment/payments-form.ts';

/** Fields of words. They are read of posts alone: a person's name or phone stands in no address (rule 55). */
const OF_WORDS: readonly string[] = ['text', 'kind'];

/** A field of a call: posted, or of its query. */
export const fieldOf = ({ page, posted }: Pick<DeskCall, 'page' | 'posted'>, name: string): string => {
  if (page.method === 'POST') return posted.text(name);
  return OF_WORDS.includes(name) ? '' : (page.query?.[name] ?? '');
};

/** Which payments a call asks for. */
export const queryOf = (call: DeskCall): ReadQuery =>
  readPaymentQuery((name) => fieldOf(call, name), { language: call.language, nowMs: call.nowMs });

/** The same as forms and addresses have it. Days that were not understood are shown again as they were given. */
export const chosenOf = ({ query, kind, text }: ReadQuery): ChosenPayments => {
  const { fromDay, untilDay, state, way }: PaymentQuery = query;
  return { from: fieldDay(fromDay), until: fieldDay(untilDay), state, way, kind, text };
};

/** Days that are chosen at once: today, yesterday, the last 7 and the last 31. */
export const quickDays = (
  nowMs: number,
): readonly { readonly days: QuickDays; readonly from: string; readonly until: string }[] => {
  const ago = (days: number): string => fieldDay(istanbulDayOf(nowMs - days * DAY_MS));
  return [
    { days: 'today', from: ago(0), until: ago(0) },
    { days: 'yesterday', from: ago(1), until: ago(1) },
    { days: 'week', from: ago(6), until: ago(0) },
    { days: 'month', from: ago(MAX_LIST_DAYS - 1), until: ago(0) },
  ];
};
