import type { LinkResult, PaymentRequest } from '../domain/link/payment-request.ts';
import { showAmount } from './amounts.ts';
import { closedLinkPage, paidLinkPage } from './closed-link-page.ts';
import { type PageFrame, page } from './document.ts';
import { type Html, html } from './html.ts';
import { fact, linkTitle, showMoment, writtenFact } from './payment-summary.ts';
import { texts } from './texts.ts';

export interface ReceiptView {
  readonly link: PaymentRequest;
  readonly nowMs: number;
  /** An address of the service that reports the result to the dealer again, where the dealer has a page for it. */
  readonly backHref?: string | undefined;
  readonly frame: PageFrame;
}

/** How long a paid link shows its receipt; later it says "paid" and no more (rule 30). */
const RECEIPT_LIFE_MS = 24 * 3_600_000;

const facts = (link: PaymentRequest, { atMs, orderId, paid }: LinkResult, frame: PageFrame): Html => {
  const { language } = frame;
  const words = texts[language];
  const { amount, currency } = link.terms;
  // The amount of the link is told where commission makes it another than what was paid.
  const asked = paid?.total === amount ? undefined : showAmount(amount, currency, language);
  return html`<dl class="rows">${writtenFact(words.dealer, link.dealerName)}${writtenFact(words.description, link.description)}${fact(
    words.amount,
    asked,
  )}${fact(words.receipt.total, paid && showAmount(paid.total, currency, language))}${fact(
    words.receipt.installments,
    paid && words.installments.count(paid.installments),
  )}${fact(words.receipt.card, paid?.maskedCard)}${fact(words.receipt.date, showMoment(atMs, language))}${fact(
    words.receipt.orderId,
    orderId === '' ? undefined : orderId,
  )}</dl>`;
};

const backLink = ({ backHref, frame }: ReceiptView): Html | undefined =>
  backHref === undefined
    ? undefined
    : html`<p class="screen"><a href="${backHref}">${texts[frame.language].receipt.back}</a></p>`;

const receipt = (view: ReceiptView, result: LinkResult): Html => {
  const { link, frame } = view;
  const { language } = frame;
  const words = texts[language];
  const total = showAmount(result.paid?.total ?? link.terms.amount, link.terms.currency, language);
  const content = html`<h1>${words.receipt.heading}</h1>
<p class="amount">${total}</p>
<p class="state paid">${words.states.paid.name}</p>
<p>${words.receipt.sentence}</p>
${facts(link, result, frame)}
<section class="screen"><p class="soft">${words.receipt.print}</p>
${backLink(view)}</section>`;
  return page({ ...frame, heading: `${words.receipt.heading} - ${linkTitle(link, language)}`, content });
};

/**
 * The service's own result page of a link that is over (kind `plain`): the receipt of a paid one for 24 hours, then only
 * that it is paid; of a failed one that nothing was paid. Throws for a link that is neither.
 */
export const receiptPage = (view: ReceiptView): Html => {
  const { link, nowMs, frame } = view;
  if (link.state === 'failed') return closedLinkPage({ ...view, state: 'failed' });
  if (link.state !== 'paid') throw new RangeError('only a link that is over has a result page');
  const { result } = link.progress;
  return result !== undefined && nowMs - result.atMs < RECEIPT_LIFE_MS ? receipt(view, result) : paidLinkPage(frame);
};
