import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { amountHtml } from './amounts.ts';
import { dealerHeading } from './dealer-heading.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { html } from './html.ts';
import { linkTitle } from './payment-summary.ts';
import { qrSvg } from './qr-code.ts';
import { texts } from './texts.ts';

export interface LinkQrView {
  readonly link: PaymentRequest;
  readonly address: string;
  readonly frame: PageFrame;
}

/** A link's QR code to print or to show at the till (kind `plain`): the dealer, the amount and the code. */
export const linkQrPage = ({ link, address, frame }: LinkQrView): Page => {
  const { language } = frame;
  const words = texts[language].qr;
  const amount = amountHtml(link.terms.amount, { currency: link.terms.currency, language });
  const content = html`<div class="one">${dealerHeading(link, frame)}<p class="amount">${amount}</p>
<h1>${words.heading}</h1><p class="soft">${words.sentence}</p><div class="large">${qrSvg(address, words.image)}</div></div>`;
  return page({ ...frame, heading: linkTitle(link, frame), content });
};
