import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts';
import type { LinkState, PaymentRequest } from '../../../domain/link/payment-request.ts';
import { type Message, messageStateAt } from '../../../domain/message/message.ts';
import type { Resend } from '../../../domain/message/resend.ts';
import { amountHtml, amountText } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { onceField } from '../frame/desk-field.ts';
import { type DeskFrame, type DeskNotice, deskForm, deskPage } from '../frame/desk-page.ts';
import { deskMoment } from '../frame/moments.ts';
import { deskLinkTexts } from './link-texts.ts';
import type { CancelProblem, DeskLinkTexts } from './link-words.ts';
import { deliveryBadge, linkStateBadge, linkSubject } from './links-page.ts';
import { shareLink } from './share-link.ts';

export interface LinkView {
  readonly frame: DeskFrame;
  readonly link: PaymentRequest;
  readonly state: LinkState;
  readonly messages: readonly Message[];
  /** Whether the link can be sent once more, and why not. */
  readonly resend: Resend['kind'] | Extract<Resend, { kind: 'refused' }>['reason'];
  /** What the role may do with links. */
  readonly may: { readonly send: boolean; readonly cancel: boolean };
  /** Address and QR code; absent of a link that is not open. */
  readonly address?: { readonly address: string; readonly qr: string } | undefined;
  readonly once: string;
  readonly nowMs: number;
  readonly notice?: DeskNotice | undefined;
}

type Fact = readonly [name: string, value: Html | string | number | undefined];

/** Facts as a list of names and values, without those that are not known. */
export const factsList = (facts: readonly Fact[]): Html =>
  html`<dl class="facts">${facts.flatMap(([name, value]) => (value === undefined ? [] : [html`<dt>${name}</dt><dd>${value}</dd>`]))}</dl>`;

const masked = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : maskCardNumbers(text);

const installmentsOf = ({ terms }: PaymentRequest, { installments }: DeskLinkTexts): string => {
  if (terms.installments.by === 'payer') return installments.payer;
  return terms.installments.count === 1 ? installments.one : installments.many(terms.installments.count);
};

const factsOf = ({ link, state, frame: { language } }: LinkView): readonly Fact[] => {
  const words = deskLinkTexts[language];
  const { detail } = words;
  const { delivery, terms, progress, madeOf } = link;
  const of = (atMs: number | undefined) => (atMs === undefined ? undefined : deskMoment(atMs, language));
  const isPaid = state === 'paid';
  return [
    [detail.state, linkStateBadge(state, words)],
    [detail.amount, amountHtml(terms.amount, { currency: terms.currency, language })],
    [detail.about, masked(link.description)],
    [detail.name, masked(delivery.fullName ?? link.buyer.fullName)],
    [detail.phone, delivery.gsmNumber],
    [detail.email, delivery.email],
    [
      detail.customer,
      link.customerCode === undefined
        ? undefined
        : html`<a href="/desk/customers/${link.dealerCustomerId}">${masked(link.customerCode)}</a>`,
    ],
    [detail.installments, installmentsOf(link, words)],
    [detail.created, of(link.createdAtMs)],
    [detail.expires, of(link.expiresAtMs)],
    [detail.opened, of(progress.openedAtMs)],
    [detail.attempts, progress.attempts],
    [detail.code, masked(link.otherTrxCode)],
    [
      detail.madeOf,
      madeOf && html`<a href="/desk/reusable-links/${madeOf.userPosLinkId}">${masked(madeOf.linkCode)}</a>`,
    ],
    [
      detail.payment,
      isPaid ? html`<a href="/desk/payments/${link.userPosPaymentId}">${detail.toPayment}</a>` : undefined,
    ],
  ];
};

/** Of a receipt the dealer learns that it went, and not where the payer wanted it. */
const recipientOf = (message: Message, { detail }: DeskLinkTexts): string =>
  message.kind === 'receipt' ? detail.receiptOfPayer : message.to;

const messagesHtml = ({ messages, frame: { language }, nowMs }: LinkView): Html => {
  const words = deskLinkTexts[language];
  const { detail, channels, list } = words;
  const heading = html`<h2 id="messages">${detail.messages}</h2>`;
  const rows = messages.map(
    (one) => html`<tr><th scope="row" data-label="${detail.kind}">${detail.kinds[one.kind]}</th>
<td data-label="${detail.channel}">${channels[one.channel]}</td><td data-label="${detail.to}">${recipientOf(one, words)}</td>
<td data-label="${list.delivery}">${deliveryBadge(messageStateAt(one, nowMs), words)}</td>
<td data-label="${detail.when}">${deskMoment(one.endedAtMs ?? one.sentAtMs ?? one.queuedAtMs, language)}</td></tr>`,
  );
  const table = html`<table class="rows"><caption class="vh">${detail.messages}</caption><thead><tr><th scope="col">${detail.kind}</th><th scope="col">${detail.channel}</th><th scope="col">${detail.to}</th><th scope="col">${list.delivery}</th><th scope="col">${detail.when}</th></tr></thead><tbody>${rows}</tbody></table>`;
  return html`${heading}${messages.length === 0 ? html`<p>${detail.noMessages}</p>` : table}`;
};

const buttons = ({ link, state, resend, may, frame, once }: LinkView): Html | undefined => {
  if (state !== 'open') return undefined;
  const words = deskLinkTexts[frame.language];
  const path = `/desk/links/${link.userPosPaymentId}`;
  const again =
    may.send && resend === 'deliveries'
      ? deskForm(
          frame,
          `${path}/resend`,
          html`${onceField(once)}<button class="second">${words.resend.button}</button>`,
        )
      : undefined;
  const end = may.cancel ? html`<a class="button second" href="${path}/cancel">${words.cancel.open}</a>` : undefined;
  const why =
    resend === 'deliveries' || resend === 'refused'
      ? undefined
      : html`<p class="hint">${words.resend.refused[resend]}</p>`;
  return html`${why}<div class="buttons">${again}${end}</div>`;
};

/** One link: what it asks for, how it reached its payer, and what became of it. */
export const linkPage = (view: LinkView): Page => {
  const { frame, link, address, notice } = view;
  const { detail } = deskLinkTexts[frame.language];
  const { terms, dealerName, delivery } = link;
  const amount = amountText(terms.amount, { currency: terms.currency, language: frame.language });
  const contact = { phone: delivery.gsmNumber, email: delivery.email };
  const shared = address && shareLink({ ...address, ...contact, dealerName, amount }, frame);
  const facts = html`<section class="card" aria-labelledby="facts"><h2 id="facts">${detail.facts}</h2>${factsList(factsOf(view))}</section>`;
  const sent = html`<section class="card" aria-labelledby="messages">${messagesHtml(view)}${buttons(view)}</section>`;
  // What was just made is handed over first: on a phone the address stands above everything else.
  const content =
    shared === undefined
      ? html`${facts}${sent}`
      : html`<div class="columns"><div>${shared}${sent}</div><div>${facts}</div></div>`;
  const back = { href: '/desk/links', text: detail.back };
  return deskPage({ frame, title: detail.title(link.userPosPaymentId), section: 'links', notice, back, content });
};

export interface CancelLinkView {
  readonly frame: DeskFrame;
  readonly link: PaymentRequest;
  readonly once: string;
  /** Why it cannot be cancelled; absent where it can. */
  readonly problem?: CancelProblem | undefined;
}

/** Says what cancelling a link does, before it is done. */
export const cancelLinkPage = ({ frame, link, once, problem }: CancelLinkView): Page => {
  const { cancel, list, detail } = deskLinkTexts[frame.language];
  const { terms, userPosPaymentId: id } = link;
  const amount = amountText(terms.amount, { currency: terms.currency, language: frame.language });
  const keep = html`<a class="button second" href="/desk/links/${id}">${cancel.keep}</a>`;
  const asked = html`<p>${cancel.sentence(amount, linkSubject(link) ?? list.unnamed)}</p><p>${cancel.after}</p>
${deskForm(frame, `/desk/links/${id}/cancel`, html`${onceField(once)}<div class="buttons"><button class="danger">${cancel.button}</button>${keep}</div>`)}`;
  const content =
    problem === undefined ? html`<div class="card">${asked}</div>` : html`<div class="buttons">${keep}</div>`;
  return deskPage({
    frame,
    title: cancel.title,
    section: 'links',
    narrow: true,
    back: { href: `/desk/links/${id}`, text: detail.title(id) },
    notice: problem === undefined ? undefined : { kind: 'bad', text: cancel.problems[problem] },
    content,
  });
};

/** The sentence above a link to which something was done. */
export const linkNotice = (done: string | undefined, { done: texts }: DeskLinkTexts): DeskNotice | undefined => {
  const known = Object.entries(texts).find(([name]) => name === done);
  return known && { kind: 'good', text: known[1] };
};
