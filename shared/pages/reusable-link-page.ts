import { maskCardNumbers } from '../domain/card/card-number-in-text.ts';
import { askedCurrency } from '../domain/money/asked-terms.ts';
import type { MinorUnits } from '../domain/money/money.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';
import type { LinkFieldProblem, TypedFields } from '../domain/reusable-link/typed-fields.ts';
import { amountHtml, amountText } from './amounts.ts';
import { LINK_FORM_SCRIPT, LINK_STYLE } from './assets.ts';
import { contactSection, dealerHeading, shownDealerName } from './dealer-heading.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { type Html, html } from './html.ts';
import { carriedFields, linkFields, linkProblemSummary } from './link-fields.ts';
import { linkFormFields } from './link-form-fields.ts';
import { pageFoot } from './page-foot.ts';
import type { Said } from './page-texts.ts';
import type { StopReason } from './reusable-link-texts.ts';
import { texts } from './texts.ts';
import { textsOfLinks } from './texts-of-links.ts';

export interface ReusableLinkView {
  readonly link: ReusableLink;
  readonly frame: PageFrame;
  /** The one-time value that the form posts (rule 52). */
  readonly formValue: string;
  /** What this very post carried; empty on a page that was only opened. */
  readonly typed?: TypedFields;
  readonly problems?: readonly LinkFieldProblem[];
  /** `old-form`: what was posted is shown again. `paid-before`: this browser has paid by the link. */
  readonly notice?: 'old-form' | 'paid-before' | undefined;
}

const NOTHING_TYPED: TypedFields = { answers: [] };

/** The title of every page of a link: what is paid for, and whom. */
export const reusableLinkTitle = ({ link, frame }: Pick<ReusableLinkView, 'link' | 'frame'>): string =>
  textsOfLinks[frame.language].payTitle(maskCardNumbers(link.title), shownDealerName(link, frame));

/** The dealer, what is paid for, and the amount where it is known. */
const summary = (link: ReusableLink, frame: PageFrame, amount: MinorUnits | undefined): Html => {
  const { language } = frame;
  const { description } = link;
  const sum =
    amount && html`<p class="amount">${amountHtml(amount, { currency: askedCurrency(link.template), language })}</p>`;
  return html`<section class="summary" aria-label="${texts[language].summary}"><div>${dealerHeading(link, frame)}
${sum}<p class="${sum === undefined ? 'amount title' : 'title'}">${maskCardNumbers(link.title)}</p>${
    description === undefined ? undefined : html`<p class="soft about">${maskCardNumbers(description)}</p>`
  }</div></section>`;
};

const noticeOf = ({ heading, sentence }: Said): Html =>
  html`<div class="notice" role="status"><h2>${heading}</h2><p>${sentence}</p></div>`;

const hidden = (name: string, value: string, id?: string): Html =>
  html`<input type="hidden"${id === undefined ? undefined : html` id="${id}"`} name="${name}" value="${value}">`;

const preview = ({ link, frame }: Pick<ReusableLinkView, 'link' | 'frame'>) => ({
  title: reusableLinkTitle({ link, frame }),
  description: link.description === undefined ? undefined : maskCardNumbers(link.description),
});

const fixedAmountOf = ({ amount }: ReusableLink): MinorUnits | undefined =>
  amount.kind === 'fixed' ? amount.amount : undefined;

/**
 * The page of a reusable link (kind `link`): its dealer, the amount or a field for it, and what the dealer asks. It posts to
 * its own address, with the names of link-form-fields.ts, and works without script.
 */
export const reusableLinkPage = (view: ReusableLinkView): Page => {
  const { link, frame, formValue, typed = NOTHING_TYPED, problems = [], notice } = view;
  const { language } = frame;
  const words = textsOfLinks[language];
  const { errorInTitle } = texts[language].cardForm;
  const currency = askedCurrency(link.template);
  const fields = { link, language, currency, typed, problems };
  const isOpen = link.amount.kind === 'open';
  const fixed = fixedAmountOf(link);
  const [before = '', after = ''] = words.proceedWith.split('{}');
  const button =
    fixed === undefined ? html`${words.proceed}` : html`${before}${amountHtml(fixed, { currency, language })}${after}`;
  // The hidden button is what Enter in a field presses, in place of the first suggested amount.
  const content = html`${summary(link, frame, fixed)}
<section class="pay"><div><h1>${words.heading}</h1>
${notice && noticeOf(notice === 'old-form' ? words.oldForm : words.paidBefore)}${linkProblemSummary(fields)}
<form method="post" id="link-form" action="?lang=${language}" data-currency="${currency}" data-error="${errorInTitle}" data-proceed="${words.proceed}" data-with="${words.proceedWith}"><button class="first" hidden></button>${hidden(linkFormFields.form, formValue)}${
    isOpen ? hidden(linkFormFields.shown, '', 'shown') : undefined
  }${linkFields(fields)}
<button class="wide" id="go">${button}</button>
<p class="note soft">${words.nextStep}</p></form>${pageFoot(frame)}</div></section>`;
  const title = reusableLinkTitle(view);
  return page({
    ...frame,
    kind: 'link',
    own: { style: LINK_STYLE, script: LINK_FORM_SCRIPT },
    heading: problems.length > 0 ? `${errorInTitle}: ${title}` : title,
    preview: preview(view),
    split: true,
    content,
  });
};

export interface AmountReadView {
  readonly link: ReusableLink;
  readonly frame: PageFrame;
  readonly formValue: string;
  readonly typed: TypedFields;
  readonly amount: MinorUnits;
}

/**
 * The amount as it was read, before it is sent on (kind `link-step`): a payer without script sees it here, for a mistyped
 * amount costs money. Everything typed is carried on.
 */
export const amountReadPage = ({ link, frame, formValue, typed, amount }: AmountReadView): Page => {
  const { language } = frame;
  const { confirm, proceedWith } = textsOfLinks[language];
  const shown = amountText(amount, { currency: askedCurrency(link.template), language });
  const content = html`${summary(link, frame, amount)}
<section class="pay"><div><h1>${confirm.heading}</h1><p>${confirm.sentence}</p>
<form method="post" action="?lang=${language}">${hidden(linkFormFields.form, formValue)}${hidden(linkFormFields.shown, String(amount))}${carriedFields(typed)}<button class="wide">${proceedWith.replace('{}', shown)}</button>
<button class="quiet other" name="${linkFormFields.change}">${confirm.change}</button></form>${pageFoot(frame)}</div></section>`;
  return page({
    ...frame,
    kind: 'link-step',
    own: { style: LINK_STYLE },
    heading: reusableLinkTitle({ link, frame }),
    split: true,
    content,
  });
};

/** Why a link takes no payment now; `atText`: from when on, as its payer reads the time. */
export type LinkRefusal = { readonly kind: StopReason } | { readonly kind: 'too-many'; readonly atText: string };

/** What may change by itself or by somebody else: the page offers to try again. */
const CAN_CHANGE: ReadonlySet<LinkRefusal['kind']> = new Set(['inactive', 'in-a-moment', 'not-now', 'too-many']);

const refusalTexts = (refusal: LinkRefusal, { language }: PageFrame): Said => {
  const { stops, tooMany } = textsOfLinks[language];
  if (refusal.kind !== 'too-many') return stops[refusal.kind];
  return { heading: tooMany.heading, sentence: tooMany.sentence(refusal.atText) };
};

/** The page of a link that takes no payment now (kind `plain`): what is the matter, and what to do. */
export const linkRefusalPage = ({
  link,
  refusal,
  frame,
}: {
  readonly link: ReusableLink;
  readonly refusal: LinkRefusal;
  readonly frame: PageFrame;
}): Page => {
  const { language } = frame;
  const { heading, sentence } = refusalTexts(refusal, frame);
  const again = CAN_CHANGE.has(refusal.kind)
    ? html`<p><a href="?lang=${language}">${texts[language].pause.tryAgain}</a></p>`
    : undefined;
  const content = html`<div class="one">${dealerHeading(link, frame)}
<h1 class="state">${heading}</h1><p class="soft">${maskCardNumbers(link.title)}</p><p>${sentence}</p>${again}${contactSection(frame)}${pageFoot({ ...frame, looks: undefined })}</div>`;
  return page({ ...frame, heading: `${reusableLinkTitle({ link, frame })}: ${heading}`, content });
};
