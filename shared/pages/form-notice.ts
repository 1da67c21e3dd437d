import type { ReportedDecline } from '../domain/card/card-input.ts';
import type { Language } from '../domain/language.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { type Html, html } from './html.ts';
import type { Said } from './page-texts.ts';
import { showMoment } from './payment-summary.ts';
import { texts } from './texts.ts';

/** The notice above the form. */
export type FormNotice =
  | { readonly kind: 'declined'; readonly advice: ReportedDecline }
  /** The total has changed since the page was shown. */
  | { readonly kind: 'total-changed' }
  /** A press of a moment ago starts the payment. */
  | { readonly kind: 'being-started' }
  /** The card's own installment counts and total are not shown. */
  | { readonly kind: 'no-quotes' };

interface NoticeAbout {
  readonly link: Pick<PaymentRequest, 'expiresAtMs'>;
  readonly language: Language;
}

const saidIn = ({ heading, sentence }: Said): readonly [string, string] => [heading, sentence];

const said = (notice: FormNotice, { link, language }: NoticeAbout): readonly [heading: string, sentence: string] => {
  const { decline, notices } = texts[language];
  if (notice.kind !== 'declined') return saidIn(notices[notice.kind]);
  if (notice.advice !== 'try-later') return saidIn(decline[notice.advice]);
  const { heading, sentence } = decline['try-later'];
  return [heading, sentence(showMoment(link.expiresAtMs, language))];
};

/** What happened and what to do next, in one sentence each. It has the focus; the form below is the way on. */
export const formNotice = (notice: FormNotice, about: NoticeAbout): Html => {
  const [heading, sentence] = said(notice, about);
  const bad = notice.kind === 'declined' ? ' bad' : '';
  return html`<div class="notice${bad}" role="alert" tabindex="-1" autofocus><h2>${heading}</h2><p>${sentence}</p></div>`;
};
