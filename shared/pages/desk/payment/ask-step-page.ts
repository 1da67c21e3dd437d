import type { Currency, MinorUnits } from '../../../domain/money/money.ts';
import { amountText } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { deskInput } from '../frame/desk-field.ts';
import { type DeskFrame, deskPage } from '../frame/desk-page.ts';
import { paymentPath } from './not-done-page.ts';
import { stepTexts } from './step-texts.ts';

/** One field for an amount: what was typed, and what is wrong with it. */
interface AmountField {
  readonly name: string;
  readonly typed: string;
  readonly problem?: 'unclear' | 'zero' | 'sum' | undefined;
}

export interface AskStepView {
  readonly frame: DeskFrame;
  readonly paymentId: number;
  readonly action: 'refund' | 'capture';
  readonly currency: Currency;
  /** The most that is possible. */
  readonly most: MinorUnits;
  readonly amount: AmountField;
  readonly shares: readonly (AmountField & { readonly subDealerId: number })[];
}

interface AmountWords {
  readonly label: string;
  readonly hint?: string;
  readonly problems: Readonly<Record<NonNullable<AmountField['problem']>, string>>;
}

const MAX_TEXT = 30;

const amountField = ({ name, typed: value, problem }: AmountField, { label, hint, problems }: AmountWords): Html =>
  deskInput({
    name,
    label,
    value,
    hint,
    problem: problem && problems[problem],
    inputMode: 'decimal',
    maxLength: MAX_TEXT,
  });

const sharesPart = ({ frame, shares }: AskStepView): Html | undefined => {
  if (shares.length === 0) return undefined;
  const texts = stepTexts[frame.language];
  const isOpen = shares.some(({ typed, problem }) => typed !== '' || problem !== undefined);
  const fields = shares.map((share) =>
    amountField(share, {
      label: texts.subDealer(share.subDealerId),
      problems: texts.problems,
    }),
  );
  return html`<details${isOpen ? html` open` : undefined}><summary>${texts.byShare}</summary><p class="hint">${texts.byShareHint}</p>${fields}</details>`;
};

const askingPage = (
  {
    frame,
    paymentId,
    action,
  }: Pick<AskStepView, 'frame' | 'paymentId'> & { readonly action: 'refund' | 'capture' | 'approve' | 'undo' },
  fields: Html,
): Page => {
  const texts = stepTexts[frame.language];
  const path = paymentPath(paymentId);
  return deskPage({
    frame,
    title: texts.titles[action],
    section: 'payments',
    narrow: true,
    back: { href: path, text: texts.toPayment },
    content: html`<form class="card" method="get" action="${path}/${action}">${fields}<input type="hidden" name="go" value="yes"><div class="buttons"><button>${texts.goOn}</button></div></form>`,
  });
};

/** Asks how much is refunded or captured. It moves nothing: the next page says what will happen. */
export const askStepPage = (view: AskStepView): Page => {
  const { frame, currency, most, amount } = view;
  const texts = stepTexts[frame.language];
  const field = amountField(amount, {
    label: texts.amount,
    hint: texts.left(amountText(most, { currency, language: frame.language })),
    problems: texts.problems,
  });
  return askingPage(view, html`${field}${sharesPart(view)}`);
};

export interface AskSharesView {
  readonly frame: DeskFrame;
  readonly paymentId: number;
  readonly action: 'approve' | 'undo';
  readonly parts: readonly { readonly name: string; readonly subDealerId: number }[];
}

/** Asks whose shares are approved, or put back. It moves nothing: the next page says what will happen. */
export const askSharesPage = (view: AskSharesView): Page => {
  const texts = stepTexts[view.frame.language];
  const boxes = view.parts.map(
    ({ name, subDealerId }) =>
      html`<label class="choice"><input type="checkbox" name="${name}" value="yes"> ${texts.subDealer(subDealerId)}</label>`,
  );
  return askingPage(
    view,
    html`<fieldset class="field"><legend>${texts.whichShares}</legend><p class="hint">${texts.whichSharesHint}</p>${boxes}</fieldset>`,
  );
};
