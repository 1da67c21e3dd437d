import type { Currency, MinorUnits } from '../../../domain/money/money.ts';
import { amountHtml, amountText } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { fact, factList, writtenFact } from '../../facts.ts';
import { type Html, html } from '../../html.ts';
import { type DeskFrame, type DeskNotice, deskForm, deskPage } from '../frame/desk-page.ts';
import { paymentPath } from './not-done-page.ts';
import { stepTexts } from './step-texts.ts';

type StepWord = 'void' | 'refund' | 'capture' | 'approve' | 'undo';

/** Who owns what a pool step moves: the dealer itself, or a sub-dealer by its id. */
export type PoolOwner = 'dealer' | number;

/** What will happen, in facts. */
export type WhatHappens =
  | { readonly kind: 'void' | 'release' }
  /** `moment`: from when on it is sent to the bank, where that waits for the bank's day end. */
  | { readonly kind: 'refund'; readonly moment?: string | undefined }
  | { readonly kind: 'capture'; readonly held: MinorUnits; readonly undoneUntil: string }
  | { readonly kind: 'approve'; readonly owners: readonly PoolOwner[]; readonly undoneUntil: string }
  | { readonly kind: 'undo'; readonly owners: readonly PoolOwner[] };

export interface ConfirmStepView {
  readonly frame: DeskFrame;
  readonly paymentId: number;
  readonly orderId: string;
  readonly action: StepWord;
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly maskedCard: string;
  readonly payerName?: string | undefined;
  readonly shares: readonly { readonly subDealerId: number; readonly amount: MinorUnits }[];
  readonly happens: WhatHappens;
  /** Hidden fields of the form, in order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly notice?: DeskNotice | undefined;
}

const ownersText = (owners: readonly PoolOwner[], { frame }: ConfirmStepView): string => {
  const texts = stepTexts[frame.language];
  return owners.map((owner) => (owner === 'dealer' ? texts.ownDealer : texts.subDealer(owner))).join(', ');
};

/** What happens and to whom, in one sentence, and until when it can be undone (rule 54). */
const sentencesOf = (view: ConfirmStepView): readonly [what: string, undone: string] => {
  const { frame, amount: sum, currency, maskedCard: card, happens } = view;
  const texts = stepTexts[frame.language];
  const { language } = frame;
  const amount = amountText(sum, { currency, language });
  switch (happens.kind) {
    case 'void':
      return [texts.voids(amount, card), texts.finalVoid];
    case 'release':
      return [texts.releases(amount, card), texts.finalVoid];
    case 'refund': {
      const { moment } = happens;
      const what = moment === undefined ? texts.refundsNow(amount, card) : texts.refundsLater(amount, card, moment);
      return [what, texts.finalRefund];
    }
    case 'capture': {
      const held = amountText(happens.held, { currency, language });
      const says = sum > happens.held ? texts.capturesAbove : texts.captures;
      return [says(amount, card, held), texts.captureUndone(happens.undoneUntil)];
    }
    case 'approve':
      return [texts.approves(amount, ownersText(happens.owners, view)), texts.approvalUndone(happens.undoneUntil)];
    case 'undo':
      return [texts.undoes(amount, ownersText(happens.owners, view)), texts.undoUndone];
  }
};

const sharesTable = ({ frame, shares, currency }: ConfirmStepView): Html | undefined => {
  if (shares.length === 0) return undefined;
  const texts = stepTexts[frame.language];
  const { language } = frame;
  const rows = shares.map(
    ({ subDealerId, amount }) =>
      html`<tr><th scope="row">${texts.subDealer(subDealerId)}</th><td class="number">${amountHtml(amount, { currency, language })}</td></tr>`,
  );
  return html`<table><caption>${texts.shares}</caption><tbody>${rows}</tbody></table>`;
};

const hidden = ([name, value]: readonly [string, string]): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** Says in one sentence what will happen, to whom, and until when it can be undone. Its form alone begins the step (rule 54). */
export const confirmStepPage = (view: ConfirmStepView): Page => {
  const { frame, action, amount, currency, paymentId, fields, notice } = view;
  const texts = stepTexts[frame.language];
  const [what, undone] = sentencesOf(view);
  const path = paymentPath(paymentId);
  const button = texts.buttons[action](amountText(amount, { currency, language: frame.language }));
  const givesBack = action === 'void' || action === 'refund';
  const buttons = html`<div class="buttons"><button${givesBack ? html` class="danger"` : undefined}>${button}</button><a class="button second" href="${path}">${texts.nothing}</a></div>`;
  return deskPage({
    frame,
    title: texts.titles[action],
    section: 'payments',
    narrow: true,
    notice,
    back: { href: path, text: texts.toPayment },
    content: html`<div class="card"><p><strong>${what}</strong></p><p>${undone}</p>
${factList(writtenFact(texts.payer, view.payerName), fact(texts.card, view.maskedCard), fact(texts.order, view.orderId))}
${sharesTable(view)}
${deskForm(frame, `${path}/${action}`, html`${fields.map(hidden)}${buttons}`)}</div>`,
  });
};

/** A step of which nobody knows yet whether it was begun: the same form once more does it at most once. */
export const unsureStepPage = ({
  frame,
  paymentId,
  action,
  fields,
}: Pick<ConfirmStepView, 'frame' | 'paymentId' | 'action' | 'fields'>): Page => {
  const texts = stepTexts[frame.language];
  const path = paymentPath(paymentId);
  const buttons = html`<div class="buttons"><button>${texts.again}</button><a class="button second" href="${path}">${texts.toPayment}</a></div>`;
  return deskPage({
    frame,
    title: texts.unsureTitle,
    section: 'payments',
    narrow: true,
    content: html`<p class="notice plain" role="status">${texts.unsure}</p>
${deskForm(frame, `${path}/${action}`, html`${fields.map(hidden)}${buttons}`)}`,
  });
};
