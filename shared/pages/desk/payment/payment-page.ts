import type { BankCode } from '../../../domain/attempt/bank-codes.ts';
import type { LifeLine, LifeStepState } from '../../../domain/desk/payment-life.ts';
import type { DeskPaymentState } from '../../../domain/desk/payment-state.ts';
import type { PaymentWay } from '../../../domain/desk/payment-way.ts';
import type { Currency, MinorUnits } from '../../../domain/money/money.ts';
import type { StepKind } from '../../../domain/payment/step.ts';
import { amountHtml, amountText } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { fact, factList, writtenFact } from '../../facts.ts';
import { type Html, html } from '../../html.ts';
import { type DeskFrame, type DeskNotice, deskPage } from '../frame/desk-page.ts';
import { deskMoment } from '../frame/moments.ts';
import { bankCodeTexts } from './bank-code-texts.ts';
import { lifeList } from './payment-life-list.ts';
import type { PaymentActionWord } from './payment-text-kinds.ts';
import { paymentTexts } from './payment-texts.ts';
import { stateBadge } from './payments-page.ts';

/** What a payment was made for, with the page of it. */
export interface MadeBy {
  readonly way: PaymentWay;
  readonly href?: string | undefined;
}

/** The share of one owner of the charge; absent id: the dealer's own. */
interface ShareRow {
  readonly subDealerId?: number | undefined;
  readonly gross: MinorUnits;
  readonly refunded: MinorUnits;
  readonly left: MinorUnits;
  readonly pooled: boolean;
}

/** What the page says first. `step`: what became of the step that was asked for; `asking`: the bank has not answered. */
export type PaymentNews =
  | { readonly kind: 'step'; readonly step: StepKind; readonly state: LifeStepState; readonly amount: MinorUnits }
  | { readonly kind: 'asking' | 'waiting' | 'receipt' | 'webhooks' };

export interface PaymentView {
  readonly frame: DeskFrame;
  readonly paymentId: number;
  readonly otherTrxCode?: string | undefined;
  readonly orderId?: string | undefined;
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly madeBy: MadeBy;
  /** Absent while nobody has tried to pay. */
  readonly charge?:
    | {
        readonly state: DeskPaymentState;
        readonly maskedCard: string;
        readonly installments: number;
        readonly startedAtMs: number;
        readonly paidAtMs?: number | undefined;
        readonly captured?: MinorUnits | undefined;
        readonly refunded?: MinorUnits | undefined;
        /** What may still be refunded; absent where nothing was taken. */
        readonly left?: MinorUnits | undefined;
        readonly authCode?: string | undefined;
        readonly code?: BankCode | undefined;
        readonly pooled?: boolean | undefined;
        readonly voidUntilMs?: number | undefined;
      }
    | undefined;
  readonly payer: {
    readonly name?: string | undefined;
    readonly phone?: string | undefined;
    readonly email?: string | undefined;
    readonly cardHolder?: string | undefined;
  };
  readonly description?: string | undefined;
  readonly shares: readonly ShareRow[];
  readonly actions: readonly PaymentActionWord[];
  readonly news: readonly PaymentNews[];
  readonly life: readonly LifeLine[];
}

const moment = (atMs: number | undefined, { frame }: PaymentView): string | undefined =>
  atMs === undefined ? undefined : deskMoment(atMs, frame.language);

const sum = (amount: MinorUnits | undefined, { currency, frame: { language } }: PaymentView): Html | undefined =>
  amount === undefined ? undefined : amountHtml(amount, { currency, language });

const moneyCard = (view: PaymentView): Html => {
  const { page } = paymentTexts[view.frame.language];
  const { charge, frame } = view;
  const { facts } = page;
  if (charge === undefined) {
    return html`<section class="card"><h2>${page.money}</h2><p class="big">${sum(view.amount, view)}</p><p>${page.noTry}</p></section>`;
  }
  const pool = charge.pooled === undefined ? undefined : charge.pooled ? page.pooled : page.approvedPool;
  const reason = charge.code === undefined ? undefined : bankCodeTexts[frame.language][charge.code];
  const list = factList(
    fact(facts.state, stateBadge(charge.state, frame.language)),
    fact(facts.reason, reason),
    fact(facts.captured, sum(charge.captured, view)),
    fact(facts.refunded, sum(charge.refunded, view)),
    fact(facts.left, sum(charge.left, view)),
    fact(facts.pool, pool),
    fact(facts.installments, charge.installments === 1 ? page.single : page.installments(charge.installments)),
    fact(facts.paidAt, moment(charge.paidAtMs, view)),
    fact(facts.startedAt, charge.paidAtMs === undefined ? moment(charge.startedAtMs, view) : undefined),
    fact(facts.voidUntil, moment(charge.voidUntilMs, view)),
  );
  return html`<section class="card"><h2>${page.money}</h2><p class="big">${sum(view.amount, view)}</p>${list}</section>`;
};

const payerCard = (view: PaymentView): Html => {
  const { page, ways } = paymentTexts[view.frame.language];
  const { facts } = page;
  const { payer, charge, madeBy } = view;
  const way = ways[madeBy.way];
  return html`<section class="card"><h2>${page.payer}</h2>${factList(
    writtenFact(facts.name, payer.name),
    fact(facts.phone, payer.phone),
    writtenFact(facts.email, payer.email),
    fact(facts.card, charge?.maskedCard),
    writtenFact(facts.cardHolder, payer.cardHolder === payer.name ? undefined : payer.cardHolder),
    fact(facts.way, madeBy.href === undefined ? way : html`<a href="${madeBy.href}">${way}</a>`),
    writtenFact(facts.description, view.description),
  )}</section>`;
};

const detailsCard = (view: PaymentView): Html => {
  const { page } = paymentTexts[view.frame.language];
  const { facts } = page;
  return html`<section class="card"><h2>${page.details}</h2>${factList(
    fact(facts.paymentId, String(view.paymentId)),
    fact(facts.code, view.otherTrxCode),
    fact(facts.orderId, view.orderId),
    fact(facts.authCode, view.charge?.authCode),
  )}</section>`;
};

/** A payment has up to 100 sub-dealers; the page stays under 40 kB. */
const MOST_SHARES = 20;

const sharesCard = (view: PaymentView): Html | undefined => {
  const { page } = paymentTexts[view.frame.language];
  if (!view.shares.some(({ subDealerId }) => subDealerId !== undefined)) return undefined;
  const { whose, gross, refunded, left, pool } = page.shareColumns;
  const shown = view.shares.slice(0, MOST_SHARES);
  const all = view.shares.length;
  const cut = shown.length < all ? html`<p class="soft">${page.sharesCut(shown.length, all)}</p>` : undefined;
  const rows = shown.map(
    (share) =>
      html`<tr><th scope="row">${share.subDealerId === undefined ? page.own : page.subDealer(share.subDealerId)}</th><td class="number" data-label="${gross}">${sum(share.gross, view)}</td><td class="number" data-label="${refunded}">${sum(share.refunded, view)}</td><td class="number" data-label="${left}">${sum(share.left, view)}</td><td data-label="${pool}">${share.pooled ? page.pooled : '–'}</td></tr>`,
  );
  return html`<section class="card"><h2>${page.shares}</h2><table class="rows"><thead><tr><th scope="col">${whose}</th><th scope="col" class="number">${gross}</th><th scope="col" class="number">${refunded}</th><th scope="col" class="number">${left}</th><th scope="col">${pool}</th></tr></thead><tbody>${rows}</tbody></table>${cut}</section>`;
};

const SECOND_RANK: readonly PaymentActionWord[] = ['receipt', 'webhooks', 'undo'];
const DANGEROUS: readonly PaymentActionWord[] = ['void', 'refund'];

const classOf = (action: PaymentActionWord): string => {
  if (DANGEROUS.includes(action)) return 'button second danger';
  return SECOND_RANK.includes(action) ? 'button second' : 'button';
};

/** Each leads to the page that says what will happen: a link moves nothing (rule 54). */
const actionLinks = ({ frame, paymentId, actions }: PaymentView): Html => {
  const { page } = paymentTexts[frame.language];
  if (actions.length === 0) return html`<p class="card soft">${page.noActions}</p>`;
  const links = actions.map(
    (action) =>
      html`<a class="${classOf(action)}" href="/desk/payments/${paymentId}/${action}">${page.actions[action]}</a> `,
  );
  return html`<nav class="card buttons" aria-label="${page.actionsLabel}">${links}</nav>`;
};

const noticeKind: Readonly<Record<LifeStepState, DeskNotice['kind']>> = {
  done: 'good',
  waits: 'plain',
  unclear: 'plain',
  stuck: 'bad',
  refused: 'bad',
};

const noticeOf = (news: PaymentNews, view: PaymentView): DeskNotice => {
  const { page } = paymentTexts[view.frame.language];
  const { currency, frame } = view;
  if (news.kind === 'step') {
    const { step, state, amount } = news;
    const what = page.steps[step][state](amountText(amount, { currency, language: frame.language }));
    const more = state === 'unclear' ? ` ${page.asking}` : state === 'stuck' ? ` ${page.stuck}` : '';
    return { kind: noticeKind[state], text: `${what}.${more}` };
  }
  const texts = {
    asking: page.asking,
    waiting: page.waiting,
    receipt: page.receiptSent,
    webhooks: page.webhooksAgain,
  };
  return { kind: 'plain', text: texts[news.kind] };
};

const noticeHtml = ({ kind, text }: DeskNotice): Html =>
  html`<p class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${text}</p>`;

/** One payment: its money, its payer, what can be done with it, and what happened to it. */
export const paymentPage = (view: PaymentView): Page => {
  const { frame, amount, currency } = view;
  const { page } = paymentTexts[frame.language];
  const { language } = frame;
  const content = html`${view.news.map((news) => noticeHtml(noticeOf(news, view)))}${actionLinks(view)}
<div class="columns"><div>${moneyCard(view)}${sharesCard(view)}${lifeList(view.life, language)}</div><div>${payerCard(view)}${detailsCard(view)}</div></div>`;
  return deskPage({
    frame,
    title: page.title(amountText(amount, { currency, language })),
    section: 'payments',
    back: { href: '/desk/payments', text: page.back },
    content,
  });
};
