import { cardBrandOf } from '../domain/card/bank-card-brand.ts';
import type { LinkResult, PaymentRequest } from '../domain/link/payment-request.ts';
import { RECEIPT_LIFE_MS } from '../domain/message/receipt.ts';
import { amountHtml } from './amounts.ts';
import { brandName, TICK } from './card-pictures.ts';
import { closedLinkPage, type LinkAgain, paidLinkPage } from './closed-link-page.ts';
import { dealerHeading, shownDealerName } from './dealer-heading.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { fact, factList, writtenFact } from './facts.ts';
import { type Html, html } from './html.ts';
import { pageFoot } from './page-foot.ts';
import { showMoment } from './payment-summary.ts';
import { qrSvg } from './qr-code.ts';
import { type ReceiptFormView, receiptForm } from './receipt-form.ts';
import { texts } from './texts.ts';

export interface ReceiptView {
  readonly link: PaymentRequest;
  readonly nowMs: number;
  /** The receipt's own address, for its QR code. */
  readonly address: string;
  /** The bank's code of the charge, where the attempt was read. */
  readonly authorizationCode?: string | undefined;
  /** Our address that reports the result to the dealer again, if the dealer gave a RedirectUrl. */
  readonly backHref?: string | undefined;
  /** The reusable link that it was made of, where that takes payments. */
  readonly again?: LinkAgain | undefined;
  /** Present where the payer may have the receipt by e-mail. */
  readonly form?: ReceiptFormView | undefined;
  readonly frame: PageFrame;
}

const LAST_DIGITS = 4;

/** Brand and last four digits. */
const cardShown = (maskedCard: string): string =>
  `${brandName(cardBrandOf(maskedCard)) ?? ''} •••• ${maskedCard.slice(-LAST_DIGITS)}`.trim();

const facts = (view: ReceiptView, { atMs, orderId, paid }: LinkResult): Html => {
  const { link, frame, authorizationCode } = view;
  const { language } = frame;
  const words = texts[language];
  const shown = { currency: link.terms.currency, language };
  // The paid total stands above. The link's amount is told if commission made them differ.
  const asked = paid?.total === link.terms.amount ? undefined : amountHtml(link.terms.amount, shown);
  return factList(
    // What a payer quotes to the dealer comes first.
    writtenFact(words.receipt.orderNumber, link.otherTrxCode),
    writtenFact(words.description, link.description),
    fact(words.amount, asked),
    fact(words.receipt.installments, paid && words.installments.count(paid.installments)),
    fact(words.receipt.card, paid && cardShown(paid.maskedCard)),
    fact(words.receipt.date, `${showMoment(atMs, language)} (${words.receipt.zone})`),
    fact(words.receipt.authorizationCode, authorizationCode),
    fact(words.receipt.transactionNumber, orderId === '' ? undefined : orderId),
  );
};

/** Print and share. They need the script, which shows them. */
const actions = ({ frame }: ReceiptView): Html => {
  const words = texts[frame.language].receipt;
  return html`<div class="actions" id="actions" hidden><button class="quiet" id="print">${words.print}</button><button class="quiet" id="share">${words.share}</button></div>
<p class="soft" id="copied" role="status" hidden>${words.copied}</p>`;
};

const receipt = (view: ReceiptView, result: LinkResult): Page => {
  const { link, frame, backHref, again } = view;
  const { language } = frame;
  const words = texts[language].receipt;
  const name = shownDealerName(link, frame);
  const total = result.paid?.total ?? link.terms.amount;
  const back =
    backHref === undefined ? undefined : html`<p class="middle back"><a href="${backHref}">${words.back}</a></p>`;
  const way = again && html`<p class="middle back"><a href="${again.href}">${again.label}</a></p>`;
  const content = html`<div class="one">${dealerHeading(link, frame)}
<div class="badge">${TICK}</div><h1>${words.heading}</h1><p class="soft">${words.sentence(name)}</p>
<p class="amount">${amountHtml(total, { currency: link.terms.currency, language })}</p>
${facts(view, result)}
<div class="screen">${actions(view)}${view.form && receiptForm(view.form, language)}${back}${way}</div>
<div class="middle soft"><div class="elsewhere">${qrSvg(view.address, words.qr)}<p>${words.qr}.</p></div><p>${words.life}</p></div>
${pageFoot(frame)}</div>`;
  return page({ ...frame, kind: 'receipt', heading: `${name}: ${words.heading}`, content });
};

/**
 * The service's own result page of a link that is over (kind `receipt`, else `plain`). A paid link shows its receipt for
 * 24 hours, later only "paid"; a failed link says that nothing was paid. Throws for any other link.
 */
export const receiptPage = (view: ReceiptView): Page => {
  const { link, nowMs, frame } = view;
  if (link.state === 'failed') return closedLinkPage({ ...view, state: 'failed' });
  if (link.state !== 'paid') throw new RangeError('only a link that is over has a result page');
  const { result } = link.progress;
  return result !== undefined && nowMs - result.atMs < RECEIPT_LIFE_MS ? receipt(view, result) : paidLinkPage(frame);
};
