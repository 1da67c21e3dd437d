import { maskCardNumbers } from '../domain/card/card-number-in-text.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { languageSwitch, type PageFrame } from './document.ts';
import { Html, html } from './html.ts';
import { texts } from './texts.ts';

/** The name that payers see: the one of the dealer's looks, else the link's. Card numbers in it are masked (rule 32). */
export const shownDealerName = (link: Pick<PaymentRequest, 'dealerName'>, { looks }: PageFrame): string =>
  maskCardNumbers(looks?.displayName ?? link.dealerName);

const FIRST_LETTER = /[\p{L}\p{Nd}]/u;

const logo = (name: string, { looks, language }: PageFrame): Html =>
  looks?.logo === undefined
    ? html`<div class="logo" aria-hidden="true">${(FIRST_LETTER.exec(name)?.[0] ?? '·').toLocaleUpperCase(language)}</div>`
    : html`<img class="logo" alt="" src="data:image/png;base64,${looks.logo}">`;

/** The dealer at the top of a page: logo or first letter, name, site, and the way to the other language. */
export const dealerHeading = (link: Pick<PaymentRequest, 'dealerName'>, frame: PageFrame): Html => {
  const name = shownDealerName(link, frame);
  const site = frame.looks?.contact?.site;
  const host = site === undefined ? undefined : html`<small>${URL.parse(site)?.host}</small>`;
  return html`<div class="top">${logo(name, frame)}<div class="dealer">${name}${host}</div>${languageSwitch(frame.language)}</div>`;
};

const link = (href: string, text: string): Html => html`<a href="${href}" rel="noopener">${text}</a>`;

/** How to reach the dealer, where it said so: pages that say "ask the merchant" show it. */
export const contactLines = ({ looks }: PageFrame): readonly Html[] => {
  const { phone, email, address, site } = looks?.contact ?? {};
  return [
    phone && link(`tel:${phone.replaceAll(/[^\d+]/g, '')}`, phone),
    email && link(`mailto:${email}`, email),
    site && link(site, URL.parse(site)?.host ?? site),
    address && html`${address}`,
  ].filter((line) => line instanceof Html);
};

/** The contact as a part of its own, for pages that send the payer to the dealer. */
export const contactSection = (frame: PageFrame): Html | undefined => {
  const lines = contactLines(frame);
  return lines.length === 0
    ? undefined
    : html`<section><h2>${texts[frame.language].contact}</h2>${lines.map((line) => html`<p>${line}</p>`)}</section>`;
};
