import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { contactLines } from './dealer-heading.ts';
import type { PageFrame } from './document.ts';
import { type Html, html } from './html.ts';
import { showMoment } from './payment-summary.ts';
import { texts } from './texts.ts';

const dotted = (parts: readonly Html[]): Html =>
  html`${parts.map((part, index) => html`${index === 0 ? '' : ' · '}${part}`)}`;

/** The small print: the service, until when the link is open, the dealer's terms, contact and legal text. */
export const pageFoot = (frame: PageFrame, link?: Pick<PaymentRequest, 'expiresAtMs'>): Html => {
  const { language, serviceName, looks } = frame;
  const words = texts[language];
  const parts = [
    html`${serviceName}`,
    link && html`${words.openUntil}: ${showMoment(link.expiresAtMs, language)}`,
    looks?.termsUrl === undefined
      ? undefined
      : html`<a href="${looks.termsUrl}" target="_blank" rel="noopener">${words.terms}</a>`,
    ...contactLines(frame),
  ].filter((part) => part !== undefined);
  const legal = looks?.legalText === undefined ? undefined : html`<p>${looks.legalText}</p>`;
  return html`<footer class="foot">${dotted(parts)}${legal}</footer>`;
};
