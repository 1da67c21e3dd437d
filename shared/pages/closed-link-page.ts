import type { LinkState, PaymentRequest } from '../domain/link/payment-request.ts';
import { TICK } from './card-pictures.ts';
import { contactSection, dealerHeading, shownDealerName } from './dealer-heading.ts';
import { languageSwitch, type Page, type PageFrame, page } from './document.ts';
import { fact, factList } from './facts.ts';
import { type Html, html } from './html.ts';
import { pageFoot } from './page-foot.ts';
import { texts } from './texts.ts';

/** A way on from a request that is over, in words of its own. */
export interface LinkAgain {
  readonly href: string;
  readonly label: string;
  readonly sentence: string;
}

export interface ClosedLinkView {
  readonly link: Pick<PaymentRequest, 'dealerName'>;
  readonly state: Exclude<LinkState, 'open' | 'paid'>;
  /** Our address that reports the result to the dealer again, if the dealer gave a RedirectUrl. */
  readonly backHref?: string | undefined;
  /** The way to begin again, and what is said of it, where there is one: the reusable link that it was made of. */
  readonly again?: LinkAgain | undefined;
  readonly frame: PageFrame;
}

/** A page without a dealer: the language switch and the service's name. */
const bare = (frame: PageFrame, { heading, content }: { readonly heading: string; readonly content: Html }): Page =>
  page({
    ...frame,
    looks: undefined,
    heading,
    content: html`<div class="one"><div class="top"><strong>${frame.serviceName}</strong>${languageSwitch(frame.language)}</div>${content}</div>`,
  });

/**
 * The page of a link that ended unpaid (kind `plain`): the dealer and how to reach it, and the state. It names no goods
 * and no payer: the address may be found by others years later (rule 30).
 */
export const closedLinkPage = ({ link, state, backHref, again, frame }: ClosedLinkView): Page => {
  const { language } = frame;
  const { states, receipt } = texts[language];
  const { heading, sentence } = states[state];
  const way = again && html`<p><a href="${again.href}">${again.label}</a></p>`;
  const back = backHref === undefined ? undefined : html`<p><a href="${backHref}">${receipt.back}</a></p>`;
  const content = html`<div class="one">${dealerHeading(link, frame)}
<h1 class="state">${heading}</h1><p>${again?.sentence ?? sentence}</p>${way}${back}${contactSection(frame)}${pageFoot({ ...frame, looks: undefined })}</div>`;
  return page({ ...frame, heading: `${shownDealerName(link, frame)}: ${heading}`, content });
};

/** The page of a paid link after its receipt has expired: it says "paid" and no more (rule 30). */
export const paidLinkPage = (frame: PageFrame): Page => {
  const { heading, sentence } = texts[frame.language].states.paid;
  return bare(frame, {
    heading,
    content: html`<div class="badge">${TICK}</div><h1 class="state">${heading}</h1><p>${sentence}</p>`,
  });
};

/**
 * The page of an address whose dealer has called again since (kind `plain`). It leads nowhere: the newer address does, and
 * nothing is reported from here.
 */
export const begunAgainPage = ({
  link,
  wasCharged,
  frame,
}: Pick<ClosedLinkView, 'link' | 'frame'> & { readonly wasCharged: boolean }): Page => {
  const { heading, nothingCharged, givenBack } = texts[frame.language].begunAgain;
  const content = html`<div class="one">${dealerHeading(link, frame)}
<h1 class="state">${heading}</h1><p>${wasCharged ? givenBack : nothingCharged}</p>${contactSection(frame)}${pageFoot({ ...frame, looks: undefined })}</div>`;
  return page({ ...frame, heading: `${shownDealerName(link, frame)}: ${heading}`, content });
};

/** The page of an address without a link. */
export const unknownLinkPage = (frame: PageFrame): Page => {
  const { heading, sentence } = texts[frame.language].unknownLink;
  return bare(frame, { heading, content: html`<h1>${heading}</h1><p>${sentence}</p>` });
};

/** The page of an unexpected failure, with the correlation id that finds it in the logs. */
export const failurePage = (correlationId: string, frame: PageFrame): Page => {
  const { heading, sentence, correlation } = texts[frame.language].failure;
  const content = html`<h1>${heading}</h1><p>${sentence}</p>${factList(fact(correlation, correlationId))}`;
  return bare(frame, { heading, content });
};
