import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { MAX_ID } from '../../../shared/http/values.ts';
import type { DeskPages, PageAsked, ShowDeskPage } from './desk-pages.ts';
import { type OnePaymentDependencies, showOnePayment } from './one-payment.ts';
import { type PaymentFileDependencies, sendCsvPart, showCsvParts } from './payment-file.ts';
import { type PaymentListDependencies, showPaymentList } from './payment-list.ts';

export type PaymentPagesDependencies = PaymentListDependencies & PaymentFileDependencies & OnePaymentDependencies;

/** The pages below one payment's, by the last part of their path. */
export type PaymentViews = Readonly<Partial<Record<string, ShowDeskPage>>>;

const DIGITS = /^\d{1,10}$/;

/** A posted form names what it wants; it has no path of its own (`shared/pages/desk/payment/payments-form.ts`). */
const answerPosted = (deps: PaymentPagesDependencies, call: DeskCall): Promise<PageAnswer> => {
  const as = call.posted.text('as');
  if (as === 'csv') return showCsvParts(deps, call);
  return as === 'file' ? sendCsvPart(deps, call) : showPaymentList(deps, call);
};

const answerAsked = async (
  deps: PaymentPagesDependencies,
  call: DeskCall,
  { id, view }: PageAsked,
): Promise<PageAnswer | undefined> => {
  if (id === undefined) return showPaymentList(deps, call);
  if (id === 'csv' && view === undefined) return showCsvParts(deps, call);
  if (id === 'csv' && view === 'file') return sendCsvPart(deps, call);
  if (!DIGITS.test(id) || Number(id) > MAX_ID || view !== undefined) return undefined;
  return showOnePayment(deps, call, Number(id));
};

/**
 * Payments: the list with its search, its CSV file in parts, and one payment with the pages below it. `views` are those
 * pages, such as the one that says what a refund will do.
 */
export const showPayments =
  (deps: PaymentPagesDependencies, views: PaymentViews = {}): DeskPages['payments'] =>
  async (call, asked) => {
    if (call.page.method === 'POST') return answerPosted(deps, call);
    const { id, view } = asked;
    const show =
      id !== undefined && id !== 'csv' && view !== undefined && Object.hasOwn(views, view) ? views[view] : undefined;
    return show === undefined ? answerAsked(deps, call, asked) : show(call, asked);
  };
