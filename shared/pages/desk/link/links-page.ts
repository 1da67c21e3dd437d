import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts';
import type { LinkState, PaymentRequest } from '../../../domain/link/payment-request.ts';
import type { Message, MessageState } from '../../../domain/message/message.ts';
import { messageStateAt } from '../../../domain/message/message.ts';
import { amountText } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { deskInput, deskSelect } from '../frame/desk-field.ts';
import { type DeskFrame, type DeskNotice, deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { deskMoment } from '../frame/moments.ts';
import { type LinkFormView, linkForm } from './link-form.ts';
import { deskLinkTexts } from './link-texts.ts';
import type { DeskLinkTexts } from './link-words.ts';

/** States of a link in the order in which a list offers them. */
export const listedLinkStates = [
  'open',
  'paid',
  'expired',
  'cancelled',
  'failed',
] as const satisfies readonly LinkState[];

const BADGES: Readonly<Record<LinkState, 'good' | 'bad' | 'wait' | ''>> = {
  open: 'wait',
  paid: 'good',
  failed: 'bad',
  cancelled: '',
  expired: '',
};
const DELIVERY_BADGES: Readonly<Record<MessageState, 'good' | 'bad' | 'wait' | ''>> = {
  queued: 'wait',
  sent: '',
  delivered: 'good',
  failed: 'bad',
  unknown: 'wait',
};

export const linkStateBadge = (state: LinkState, words: DeskLinkTexts): Html =>
  html`<span class="badge ${BADGES[state]}">${words.states[state]}</span>`;

export const deliveryBadge = (state: MessageState, words: DeskLinkTexts): Html =>
  html`<span class="badge ${DELIVERY_BADGES[state]}">${words.deliveries[state]}</span>`;

/** The latest message of each channel that brought a link to its payer. */
const latestByChannel = (messages: readonly Message[]): readonly Message[] =>
  (['sms', 'email'] as const).flatMap((channel) => {
    const sent = messages.filter((one) => one.kind === 'link' && one.channel === channel);
    return sent.toSorted((one, other) => other.round - one.round).slice(0, 1);
  });

/** A link of the list, with the messages that brought it to its payer. */
export interface LinkRow {
  readonly link: PaymentRequest;
  readonly state: LinkState;
  readonly messages: readonly Message[];
}

export interface LinksFilter {
  readonly state?: LinkState | undefined;
  /** As a date field has it: `2026-11-29`. */
  readonly day?: string | undefined;
}

export interface LinksView {
  readonly frame: DeskFrame;
  /** Absent for a role that makes no links. */
  readonly form?: LinkFormView | undefined;
  readonly rows: readonly LinkRow[];
  readonly filter: LinksFilter;
  /** Path and query of the next page; absent of the last one. */
  readonly next?: string | undefined;
  readonly nowMs: number;
  readonly notice?: DeskNotice | undefined;
}

/** What a link is about, in the words of whoever made it. */
export const linkSubject = ({ description, delivery, buyer, customerCode }: PaymentRequest): string | undefined => {
  const text = description ?? delivery.fullName ?? buyer.fullName ?? customerCode;
  return text === undefined ? undefined : maskCardNumbers(text);
};

const deliveryCell = ({ messages }: LinkRow, words: DeskLinkTexts, nowMs: number): Html => {
  const latest = latestByChannel(messages);
  if (latest.length === 0) return html`<span class="soft">${words.notSent}</span>`;
  return html`<span>${latest.map((one) => html`${words.channels[one.channel]} ${deliveryBadge(messageStateAt(one, nowMs), words)} `)}</span>`;
};

/** A page of 50 links stays under 40 kB, however long their texts are; the link's own page shows them whole. */
const LONGEST_SUBJECT = 30;
const LONGEST_UNDER = 22;

/** A text with at most so many characters, for a list. */
export const shortened = (text: string, longest: number): string => {
  const characters = Array.from(text);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
};

const rowHtml = (row: LinkRow, { frame: { language }, nowMs }: LinksView): Html => {
  const words = deskLinkTexts[language];
  const { list } = words;
  const { link, state } = row;
  const { description, delivery, terms } = link;
  const who = description === undefined ? undefined : delivery.fullName;
  const under = who ?? delivery.gsmNumber ?? delivery.email;
  const second =
    under === undefined
      ? undefined
      : html`<br><span class="soft">${shortened(maskCardNumbers(under), LONGEST_UNDER)}</span>`;
  return html`<tr><th scope="row"><a href="/desk/links/${link.userPosPaymentId}">${shortened(linkSubject(link) ?? list.unnamed, LONGEST_SUBJECT)}</a>${second}</th><td class="number">${amountText(terms.amount, { currency: terms.currency, language })}</td><td>${linkStateBadge(state, words)}</td><td>${deliveryCell(row, words, nowMs)}</td><td>${deskMoment(link.createdAtMs, language)}</td><td data-label="${list.expires}">${deskMoment(link.expiresAtMs, language)}</td></tr>`;
};

const filterForm = ({ frame, filter }: LinksView): Html => {
  const { list, states } = deskLinkTexts[frame.language];
  const options = [
    { value: '', text: list.anyState },
    ...listedLinkStates.map((state) => ({ value: state, text: states[state] })),
  ];
  return html`<form method="get" action="/desk/links" class="filters" aria-label="${list.filter}">${deskSelect({ name: 'state', label: list.state, value: filter.state, options })}${deskInput({ name: 'day', label: list.day, type: 'date', value: filter.day })}<div class="field"><button class="second">${list.show}</button></div></form>`;
};

const table = (view: LinksView): Html => {
  const { list } = deskLinkTexts[view.frame.language];
  const heads = [list.amount, list.state, list.delivery, list.created, list.expires].map((text, index) =>
    index === 0 ? html`<th scope="col" class="number">${text}</th>` : html`<th scope="col">${text}</th>`,
  );
  return html`<div class="field" hidden><label for="search">${list.search}</label><input id="search" type="search" data-search="links" autocomplete="off"></div>
<table class="rows" id="links"><caption>${list.caption}</caption><thead><tr><th scope="col">${list.about}</th>${heads}</tr></thead><tbody>${view.rows.map((row) => rowHtml(row, view))}</tbody></table>`;
};

/** What to do where there is no link yet. Above a form without any kind of link stands what to do already. */
export const whatNext = (
  form: { readonly choices: readonly unknown[] } | undefined,
  { makeFirst, madeByOthers }: { readonly makeFirst: string; readonly madeByOthers: string },
): string => {
  if (form === undefined) return madeByOthers;
  return form.choices.length === 0 ? '' : makeFirst;
};

const listHtml = (view: LinksView): Html => {
  const { rows, filter, next, frame, form } = view;
  const { list } = deskLinkTexts[frame.language];
  const isFiltered = filter.state !== undefined || filter.day !== undefined;
  const none = `${list.empty} ${whatNext(form, list)}`.trimEnd();
  const empty = isFiltered || next !== undefined ? list.emptyFiltered : none;
  return html`${rows.length === 0 ? html`<p>${empty}</p>` : table(view)}${
    next === undefined
      ? undefined
      : html`<p class="buttons"><a class="button second" href="${next}">${deskTexts[frame.language].goOn}</a></p>`
  }`;
};

/** The links of a dealer, the newest first, below the form of a new one. */
export const linksPage = (view: LinksView): Page => {
  const { frame, form, notice } = view;
  const { list } = deskLinkTexts[frame.language];
  const title = deskTexts[frame.language].sections.links;
  const content = html`${form && linkForm(form)}
<section class="card" aria-labelledby="listed"><h2 id="listed">${list.heading}</h2>
<p><a href="/desk/reusable-links">${list.reusable}</a></p>
${filterForm(view)}${listHtml(view)}</section>`;
  return deskPage({ frame, title, section: 'links', notice, content });
};

/** The form of a link that was not made, with what was typed. */
export const refusedLinkPage = (form: LinkFormView): Page => {
  const { frame, refusal } = form;
  const words = deskLinkTexts[frame.language];
  const { problem, field } = refusal ?? { problem: 'no-once' as const };
  // These two sentences do not say which field they are about.
  const isNamed = problem === 'too-long' || problem === 'card-number';
  const label = isNamed && field !== undefined ? `${words.fields[field]}: ` : '';
  const text = `${words.nothingMade} ${label}${words.problems[problem]}`;
  return deskPage({
    frame,
    title: deskTexts[frame.language].sections.links,
    section: 'links',
    notice: { kind: 'bad', text },
    back: { href: '/desk/links', text: words.detail.back },
    content: linkForm(form),
  });
};
