import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { type CsvValue, csvDownload } from '../../../shared/desk/figures/csv.ts';
import type { PaymentQuery } from '../../../shared/desk/payment/payment-query.ts';
import { periodOfQuery } from '../../../shared/desk/payment/payment-query.ts';
import {
  csvPartsOf,
  type DeskPayment,
  MOST_IN_CSV,
  paymentsOfPart,
} from '../../../shared/desk/payment/payments-of-query.ts';
import { callOf } from '../../../shared/domain/attempt/attempt.ts';
import { istanbulClockOf } from '../../../shared/domain/calendar.ts';
import { maskCardNumbers } from '../../../shared/domain/card/card-number-in-text.ts';
import { tookMoney } from '../../../shared/domain/desk/payment-state.ts';
import type { Language } from '../../../shared/domain/language.ts';
import { sharesNow } from '../../../shared/domain/ledger/payment-ledger.ts';
import { leftOfShares } from '../../../shared/domain/ledger/share.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import { grossOf } from '../../../shared/domain/payment/charge.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import { askedForOf } from '../../../shared/domain/payment/payment.ts';
import type { ListPeriod } from '../../../shared/domain/payment-list/list-period.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { bankCodeTexts } from '../../../shared/pages/desk/payment/bank-code-texts.ts';
import { paymentCsvPage } from '../../../shared/pages/desk/payment/payment-csv-page.ts';
import { paymentTexts } from '../../../shared/pages/desk/payment/payment-texts.ts';
import type { PaymentLists } from '../../../shared/ports/payment-lists.ts';
import { chosenOf, fieldOf, queryOf } from './chosen-payments.ts';
import { type PaymentListDependencies, showPaymentList } from './payment-list.ts';

export interface PaymentFileDependencies extends PaymentListDependencies {
  readonly lists: Pick<PaymentLists, 'entries' | 'payments'>;
}

/** The page with the parts of the file of what was chosen. A problem is told on the page of the list. */
export const showCsvParts = async (deps: PaymentFileDependencies, call: DeskCall): Promise<PageAnswer> => {
  const read = queryOf(call);
  if (read.problem !== undefined) return showPaymentList(deps, call);
  const { parts, leftFromMs } = await csvPartsOf(deps.lists, { dealer: call.dealer, query: read.query });
  const most = new Intl.NumberFormat(call.language === 'tr' ? 'tr-TR' : 'en-GB').format(MOST_IN_CSV);
  const page = paymentCsvPage({ frame: call.frame, chosen: chosenOf(read), parts, leftFromMs, most });
  return { statusCode: 200, page };
};

const MOMENT = /^\d{13}$/;
const PART = /^\d{1,2}-\d{1,2}$/;

/** The moments of a part, where both lie in the days of the query. */
const partIn = (call: DeskCall, query: PaymentQuery): ListPeriod | undefined => {
  const [first, last] = [fieldOf(call, 'first'), fieldOf(call, 'last')];
  if (!MOMENT.test(first) || !MOMENT.test(last)) return undefined;
  const part = { fromMs: Number(first), untilMs: Number(last) };
  const { fromMs, untilMs } = periodOfQuery(query);
  return part.fromMs >= fromMs && part.untilMs <= untilMs && part.fromMs <= part.untilMs ? part : undefined;
};

/** Longest text of a cell: a part of 2,500 payments stays far below the 6 MB that a function may answer. */
const LONGEST_CELL = 200;

const written = (text: string | undefined): CsvValue =>
  text === undefined ? undefined : maskCardNumbers(text).slice(0, LONGEST_CELL);

/** What was taken in the end and what is left of it; 0 of a payment that took nothing. */
const sumsOf = ({ payment, attempt, state }: DeskPayment): readonly [taken: MinorUnits, left: MinorUnits] => {
  if (!tookMoney(state)) return [minor(0), minor(0)];
  const charge = chargeOf(attempt, payment);
  const isVoided = state === 'voided';
  return [minor(grossOf(charge)), isVoided ? minor(0) : leftOfShares(sharesNow(charge, payment.steps))];
};

/** One payment as a row, its columns in the order of their names in `payment-texts.ts`. */
const rowOf = (one: DeskPayment, language: Language): readonly CsvValue[] => {
  const { payment, attempt, state, way, atMs } = one;
  const { states, ways } = paymentTexts[language];
  const { terms, bank, maskedCard, orderId, refunded = minor(0) } = attempt;
  const { buyer, description } = askedForOf(attempt, payment);
  const [taken, left] = sumsOf(one);
  const reason = state === 'failed' && bank?.code !== undefined ? bankCodeTexts[language][bank.code] : undefined;
  return [
    istanbulClockOf(atMs),
    payment.paymentId,
    payment.otherTrxCode,
    orderId,
    ways[way],
    states[state],
    { amount: terms.total },
    { amount: taken },
    { amount: refunded },
    { amount: left },
    terms.currency,
    terms.installments,
    maskedCard,
    written(buyer.fullName ?? callOf(attempt)?.cardHolderName),
    written(buyer.gsmNumber ?? payment.link?.delivery.gsmNumber),
    written(buyer.email ?? payment.link?.delivery.email),
    written(description),
    reason,
  ];
};

/** `payments-20261101-20261128-1-of-3`, with `-cut` where more began in the part than a file takes. */
const nameOf = ({ fromDay, untilDay }: PaymentQuery, part: string, isCut: boolean): string => {
  const [number = '1', of = '1'] = part.split('-');
  return `payments-${fromDay}-${untilDay}${of === '1' ? '' : `-${number}-of-${of}`}${isCut ? '-cut' : ''}`;
};

/** One part of the file. A part that is none leads to the page of the parts. */
export const sendCsvPart = async (deps: PaymentFileDependencies, call: DeskCall): Promise<PageAnswer> => {
  const { query, problem } = queryOf(call);
  const part = problem === undefined ? partIn(call, query) : undefined;
  if (part === undefined) return showCsvParts(deps, call);
  const { dealer, nowMs, language } = call;
  const { items, leftFromMs } = await paymentsOfPart(deps.lists, { dealer, query, nowMs }, part);
  const named = fieldOf(call, 'part');
  return csvDownload({
    name: nameOf(query, PART.test(named) ? named : '1-1', leftFromMs !== undefined),
    language,
    columns: paymentTexts[language].csv.columns,
    rows: items.map((one) => rowOf(one, language)),
  });
};
