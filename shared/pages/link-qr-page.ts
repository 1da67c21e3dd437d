import { maskCardNumbers } from '../domain/card/card-number-in-text.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { askedCurrency } from '../domain/money/asked-terms.ts';
import type { Currency, MinorUnits } from '../domain/money/money.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';
import { amountHtml } from './amounts.ts';
import { dealerHeading } from './dealer-heading.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { type Html, html } from './html.ts';
import { linkTitle } from './payment-summary.ts';
import { qrSvg } from './qr-code.ts';
import { reusableLinkTitle } from './reusable-link-page.ts';
import { texts } from './texts.ts';

interface QrView<Link> {
  readonly link: Link;
  readonly address: string;
  readonly frame: PageFrame;
}

const qrPage = (
  { link, address, frame }: QrView<Pick<PaymentRequest, 'dealerName'>>,
  { title, about }: { readonly title: string; readonly about: Html },
): Page => {
  const words = texts[frame.language].qr;
  const content = html`<div class="one">${dealerHeading(link, frame)}${about}
<h1>${words.heading}</h1><p class="soft">${words.sentence}</p><div class="large">${qrSvg(address, words.image)}</div></div>`;
  return page({ ...frame, heading: title, content });
};

const amountLine = (amount: MinorUnits, currency: Currency, { language }: PageFrame): Html =>
  html`<p class="amount">${amountHtml(amount, { currency, language })}</p>`;

/** A link's QR code to print or to show at the till (kind `plain`): the dealer, the amount and the code. */
export const linkQrPage = (view: QrView<PaymentRequest>): Page => {
  const { link, frame } = view;
  return qrPage(view, {
    title: linkTitle(link, frame),
    about: amountLine(link.terms.amount, link.terms.currency, frame),
  });
};

/** The same of a reusable link: what is paid for, and its amount where it has one. */
export const reusableLinkQrPage = (view: QrView<ReusableLink>): Page => {
  const { link, frame } = view;
  const { amount, title, template } = link;
  const sum = amount.kind === 'fixed' ? amountLine(amount.amount, askedCurrency(template), frame) : undefined;
  const about = html`${sum}<p>${maskCardNumbers(title)}</p>`;
  return qrPage(view, { title: reusableLinkTitle({ link, frame }), about });
};
