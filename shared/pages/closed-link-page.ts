import { maskCardNumbers } from '../domain/card/card-number-in-text.ts';
import type { LinkState, PaymentRequest } from '../domain/link/payment-request.ts';
import { type PageFrame, page } from './document.ts';
import { type Html, html } from './html.ts';
import { fact, linkTitle } from './payment-summary.ts';
import { texts } from './texts.ts';

export type { PageFrame } from './document.ts';

export interface ClosedLinkView {
  readonly link: Pick<PaymentRequest, 'dealerName'>;
  readonly state: Exclude<LinkState, 'open' | 'paid'>;
  /** Our address that reports the result to the dealer again, if the dealer gave a RedirectUrl. */
  readonly backHref?: string | undefined;
  readonly frame: PageFrame;
}

/**
 * The page of a link that ended unpaid (kind `plain`): the dealer, whom the payer can ask, and the state. It names no
 * goods and no payer: the address may be found by others years later (rule 30).
 */
export const closedLinkPage = ({ link, state, backHref, frame }: ClosedLinkView): Html => {
  const { language } = frame;
  const { states, receipt } = texts[language];
  const { name, sentence } = states[state];
  const back = backHref === undefined ? undefined : html`<p><a href="${backHref}">${receipt.back}</a></p>`;
  const content = html`<h1>${maskCardNumbers(link.dealerName)}</h1>
<p class="state${state === 'failed' ? ' not-paid' : ''}">${name}</p><p>${sentence}</p>
${back}`;
  return page({ ...frame, heading: linkTitle(link, language), content });
};

/** The page of a paid link after its receipt has expired: it says "paid" and no more (rule 30). */
export const paidLinkPage = (frame: PageFrame): Html => {
  const { name, sentence } = texts[frame.language].states.paid;
  const content = html`<p class="state paid">${name}</p><h1>${sentence}</h1>`;
  return page({ ...frame, heading: name, content });
};

/** The page of an address without a link. */
export const unknownLinkPage = (frame: PageFrame): Html => {
  const { heading, sentence } = texts[frame.language].unknownLink;
  return page({ ...frame, heading, content: html`<h1>${heading}</h1><p>${sentence}</p>` });
};

/** The page of an unexpected failure, with the correlation id that finds it in the logs. */
export const failurePage = (correlationId: string, frame: PageFrame): Html => {
  const { heading, sentence, correlation } = texts[frame.language].failure;
  const content = html`<h1>${heading}</h1><p>${sentence}</p><dl>${fact(correlation, correlationId)}</dl>`;
  return page({ ...frame, heading, content });
};
