import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts';
import type { Language } from '../../../domain/language.ts';
import { linkStateAt, type PaymentRequest } from '../../../domain/link/payment-request.ts';
import { askedCurrency } from '../../../domain/money/asked-terms.ts';
import type { LinkCounts } from '../../../domain/reusable-link/link-counts.ts';
import { placeCounts } from '../../../domain/reusable-link/places.ts';
import {
  type ReusableLink,
  type ReusableLinkState,
  reusableLinkStateAt,
} from '../../../domain/reusable-link/reusable-link.ts';
import type { LinkWithPlaces } from '../../../ports/reusable-links.ts';
import { amountHtml, amountText } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { onceField } from '../frame/desk-field.ts';
import { type DeskFrame, type DeskNotice, deskForm, deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { deskMoment } from '../frame/moments.ts';
import { factsList } from './link-page.ts';
import { deskLinkTexts } from './link-texts.ts';
import { linkStateBadge, linkSubject, shortened, whatNext } from './links-page.ts';
import { type ReusableFormView, reusableForm } from './reusable-form.ts';
import { deskReusableTexts } from './reusable-texts.ts';
import { shareLink } from './share-link.ts';

/** Longest names in lists: pages of 50 rows stay under 40 kB. */
const LONGEST_NAME = 40;
const LIST = '/desk/reusable-links';
const BADGES: Readonly<Record<ReusableLinkState, 'good' | 'bad' | 'wait' | ''>> = {
  active: 'good',
  inactive: '',
  'used-up': 'wait',
  expired: '',
};

const amountShown = ({ amount, template }: ReusableLink, language: Language): Html => {
  const view = { currency: askedCurrency(template), language };
  if (amount.kind === 'fixed') return amountHtml(amount.amount, view);
  return html`<span>${deskReusableTexts[language].from(amountText(amount.min, view), amountText(amount.max, view))}</span>`;
};

const stateBadge = (state: ReusableLinkState, language: Language): Html =>
  html`<span class="badge ${BADGES[state]}">${deskReusableTexts[language].states[state]}</span>`;

const placesShown = ({ link, places }: LinkWithPlaces, language: Language): string => {
  const words = deskReusableTexts[language];
  return link.maxPayments === undefined ? words.anyNumber : words.paidOf(placeCounts(places).paid, link.maxPayments);
};

export interface ReusableLinksView {
  readonly frame: DeskFrame;
  /** Absent for a role that makes no links. */
  readonly form?: ReusableFormView | undefined;
  readonly links: readonly LinkWithPlaces[];
  /** Path and query of the next page; absent of the last one. */
  readonly next?: string | undefined;
  readonly nowMs: number;
}

const rowHtml = (found: LinkWithPlaces, { frame: { language }, nowMs }: ReusableLinksView): Html => {
  const words = deskReusableTexts[language];
  const { link, places } = found;
  return html`<tr><th scope="row" data-label="${words.name}"><a href="${LIST}/${link.userPosLinkId}">${shortened(maskCardNumbers(link.title), LONGEST_NAME)}</a></th>
<td class="number">${amountShown(link, language)}</td>
<td>${stateBadge(reusableLinkStateAt(link, places, nowMs), language)}</td>
<td data-label="${words.places}">${placesShown(found, language)}</td>
<td data-label="${words.created}">${deskMoment(link.createdAtMs, language)}</td></tr>`;
};

/** The reusable links of a dealer, the newest first, below the form of a new one. */
export const reusableLinksPage = (view: ReusableLinksView): Page => {
  const { frame, form, links, next } = view;
  const words = deskReusableTexts[frame.language];
  const heads = [words.state, words.places, words.created].map((text) => html`<th scope="col">${text}</th>`);
  const table = html`<table class="rows"><caption>${words.caption}</caption><thead><tr><th scope="col">${words.name}</th><th scope="col" class="number">${words.amount}</th>${heads}</tr></thead><tbody>${links.map((one) => rowHtml(one, view))}</tbody></table>`;
  const goOn =
    next === undefined
      ? undefined
      : html`<p class="buttons"><a class="button second" href="${next}">${deskTexts[frame.language].goOn}</a></p>`;
  const { makeFirst } = words;
  const { madeByOthers } = deskLinkTexts[frame.language].list;
  const none = `${words.empty} ${whatNext(form, { makeFirst, madeByOthers })}`.trimEnd();
  const content = html`${form && reusableForm(form)}<section class="card" aria-labelledby="listed"><h2 id="listed">${words.title}</h2>
${links.length === 0 ? html`<p>${none}</p>` : table}${goOn}</section>`;
  const back = { href: '/desk/links', text: deskLinkTexts[frame.language].detail.back };
  return deskPage({ frame, title: words.title, section: 'links', back, content });
};

/** The form of a reusable link that was not made, with what was typed. */
export const refusedReusablePage = (form: ReusableFormView): Page => {
  const { frame, refusal } = form;
  const words = deskReusableTexts[frame.language];
  const { problem, field } = refusal ?? { problem: 'no-once' as const };
  // These sentences do not say which field they are about.
  const isNamed = ['too-long', 'card-number', 'places-wrong', 'expires-wrong'].includes(problem);
  const label = isNamed && field !== undefined ? `${words.fields[field]}: ` : '';
  return deskPage({
    frame,
    title: words.make,
    section: 'links',
    notice: { kind: 'bad', text: `${words.nothingMade} ${label}${words.problems[problem]}` },
    back: { href: LIST, text: words.back },
    content: reusableForm(form),
  });
};

export interface ReusableLinkPageView {
  readonly frame: DeskFrame;
  readonly found: LinkWithPlaces;
  readonly counts: LinkCounts;
  /** False: the counts are of the newest requests alone. */
  readonly countsAreWhole: boolean;
  readonly requests: readonly PaymentRequest[];
  readonly address: { readonly address: string; readonly qr: string };
  /** Whether the role may close and open the link. */
  readonly mayChange: boolean;
  readonly once: string;
  readonly nowMs: number;
  readonly notice?: DeskNotice | undefined;
}

const factsOf = ({ found, frame: { language }, nowMs }: ReusableLinkPageView): Html => {
  const words = deskReusableTexts[language];
  const { link, places } = found;
  const { held, free } = placeCounts(places);
  const hasPlaces = link.maxPayments !== undefined;
  return factsList([
    [words.state, stateBadge(reusableLinkStateAt(link, places, nowMs), language)],
    [words.amount, amountShown(link, language)],
    [words.places, placesShown(found, language)],
    [words.held, hasPlaces ? held : undefined],
    [words.free, hasPlaces ? free : undefined],
    [words.description, link.description === undefined ? undefined : maskCardNumbers(link.description)],
    [words.expires, link.expiresAtMs === undefined ? words.never : deskMoment(link.expiresAtMs, language)],
    [words.created, deskMoment(link.createdAtMs, language)],
    [words.code, maskCardNumbers(link.linkCode)],
  ]);
};

const funnelHtml = ({ counts, countsAreWhole, frame: { language } }: ReusableLinkPageView): Html => {
  const { funnel } = deskReusableTexts[language];
  const sums = counts.sums.flatMap(({ currency, paid, givenBack }) => [
    [funnel.sum, amountHtml(paid, { currency, language })] as const,
    [funnel.sumGivenBack, givenBack === 0 ? undefined : amountHtml(givenBack, { currency, language })] as const,
  ]);
  const hint = countsAreWhole ? undefined : html`<p class="hint">${funnel.newestAlone}</p>`;
  return html`<section class="card" aria-labelledby="funnel"><h2 id="funnel">${funnel.heading}</h2>${factsList([
    [funnel.opened, counts.opened],
    [funnel.started, counts.started],
    [funnel.paid, counts.paid],
    [funnel.givenBack, counts.givenBack],
    ...sums,
  ])}${hint}</section>`;
};

const requestsHtml = ({ requests, frame: { language }, nowMs }: ReusableLinkPageView): Html => {
  const { requests: words, amount, state, created } = deskReusableTexts[language];
  const link = deskLinkTexts[language];
  const rows = requests.map((one) => {
    const { currency } = one.terms;
    return html`<tr><th scope="row" data-label="${words.payer}"><a href="/desk/links/${one.userPosPaymentId}">${shortened(maskCardNumbers(one.buyer.fullName ?? linkSubject(one) ?? link.list.unnamed), LONGEST_NAME)}</a></th>
<td class="number">${amountText(one.terms.amount, { currency, language })}</td>
<td>${linkStateBadge(linkStateAt(one, nowMs), link)}</td>
<td data-label="${created}">${deskMoment(one.createdAtMs, language)}</td></tr>`;
  });
  const table = html`<table class="rows"><caption>${words.newest}</caption><thead><tr><th scope="col">${words.payer}</th><th scope="col" class="number">${amount}</th><th scope="col">${state}</th><th scope="col">${created}</th></tr></thead><tbody>${rows}</tbody></table>`;
  return html`<section class="card" aria-labelledby="requests"><h2 id="requests">${words.heading}</h2>${requests.length === 0 ? html`<p>${words.empty}</p>` : table}</section>`;
};

const changeForm = ({ found: { link }, mayChange, frame, once }: ReusableLinkPageView): Html | undefined => {
  if (!mayChange) return undefined;
  const words = deskReusableTexts[frame.language];
  const [action, text] = link.active ? (['close', words.close] as const) : (['open', words.open] as const);
  const form = html`${onceField(once)}<button class="second">${text}</button>`;
  return html`<p class="hint">${words.closedHint}</p><div class="buttons">${deskForm(frame, `${LIST}/${link.userPosLinkId}/${action}`, form)}</div>`;
};

/** One reusable link: its address, its places, what became of its requests, and the newest of them. */
export const deskReusableLinkPage = (view: ReusableLinkPageView): Page => {
  const { frame, found, address, notice } = view;
  const { link } = found;
  const { language } = frame;
  const words = deskReusableTexts[language];
  const currency = askedCurrency(link.template);
  const amount = link.amount.kind === 'fixed' ? amountText(link.amount.amount, { currency, language }) : undefined;
  const shared = link.active ? shareLink({ ...address, dealerName: link.dealerName, amount }, frame) : undefined;
  const facts = html`<section class="card" aria-labelledby="facts"><h2 id="facts">${deskLinkTexts[language].detail.facts}</h2>${factsOf(view)}${changeForm(view)}</section>`;
  const content = html`<div class="columns"><div>${shared ?? facts}</div><div>${shared && facts}${funnelHtml(view)}</div></div>${requestsHtml(view)}`;
  const back = { href: LIST, text: words.back };
  return deskPage({ frame, title: maskCardNumbers(link.title), section: 'links', notice, back, content });
};

/** The sentence above a reusable link to which something was done. */
export const reusableNotice = (done: string | undefined, language: Language): DeskNotice | undefined => {
  const known = Object.entries(deskReusableTexts[language].done).find(([name]) => name === done);
  return known && { kind: 'good', text: known[1] };
};
