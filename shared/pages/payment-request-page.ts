import type { LinkState, PaymentRequest } from '../domain/payment-request.ts';
import { type PageFrame, page } from './document.ts';
import { type Html, html } from './html.ts';
import { amountHeading, basketTable, fact, linkTitle, showMoment, writtenFact } from './payment-summary.ts';
import { texts } from './texts.ts';

export type { PageFrame } from './document.ts';

/** The page of a link: dealer, amount, state, and what the dealer wrote about the payment. */
export const paymentRequestPage = (link: PaymentRequest, state: LinkState, frame: PageFrame): Html => {
  const { language } = frame;
  const words = texts[language];
  const { name, sentence } = words.states[state];
  const content = html`${amountHeading(link, language)}
<p class="state">${name}</p>
<p>${sentence}</p>
<dl>${writtenFact(words.description, link.description)}${writtenFact(words.buyer, link.buyer.fullName)}${fact(
    words.openUntil,
    state === 'open' ? showMoment(link.expiresAtMs, language) : undefined,
  )}</dl>
${basketTable(link, language)}`;
  return page({ ...frame, heading: linkTitle(link, language), content });
};

/** The page of an address that no link has. */
export const unknownLinkPage = (frame: PageFrame): Html => {
  const { heading, sentence } = texts[frame.language].unknownLink;
  return page({ ...frame, heading, content: html`<h1>${heading}</h1><p>${sentence}</p>` });
};

/** The page of an unexpected failure, with the number under which it is found in the logs. */
export const failurePage = (correlationId: string, frame: PageFrame): Html => {
  const { heading, sentence, correlation } = texts[frame.language].failure;
  const content = html`<h1>${heading}</h1><p>${sentence}</p><dl>${fact(correlation, correlationId)}</dl>`;
  return page({ ...frame, heading, content });
};
