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
  /** An address of the service that reports the result to the dealer again, where the dealer has a page for it. */
  readonly backHref?: string | undefined;
  readonly frame: PageFrame;
}

/**
 * The page of a link that is over and was not paid (kind `plain`): whose it was, since that is whom to ask, and what
 * became of it. What it was for and for whom stays with an address that may lie about for years no longer (rule 30).
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

/** The page of a paid link whose receipt is not shown any more: that it is paid, and no more (rule 30). */
export const paidLinkPage = (frame: PageFrame): Html => {
  const { name, sentence } = texts[frame.language].states.paid;
  const content = html`<p class="state paid">${name}</p><h1>${sentence}</h1>`;
  return page({ ...frame, heading: name, content });
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
