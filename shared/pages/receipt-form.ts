import type { Language } from '../domain/language.ts';
import { type Html, html } from './html.ts';
import { texts } from './texts.ts';

/** Name of the field that the form posts. */
export const RECEIPT_FIELD = 'email';
const LONGEST_ADDRESS = 254;

/**
 * What became of the form that was posted. A wrong address is shown again to whoever posted it, and on no later page.
 */
export type ReceiptPosted =
  | { readonly kind: 'on-its-way' }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'wrong'; readonly typed: string };

export interface ReceiptFormView {
  /** Path that the form posts to. */
  readonly path: string;
  /** Absent: nothing was posted. */
  readonly posted?: ReceiptPosted | undefined;
}

const form = (view: ReceiptFormView, language: Language): Html => {
  const words = texts[language].receipt.email;
  const wrong = view.posted?.kind === 'wrong' ? view.posted : undefined;
  const problem = wrong && html`<p class="problem" id="email-problem" role="alert">${words.wrong}</p>`;
  const invalid = wrong && html` aria-invalid="true" aria-describedby="email-problem" value="${wrong.typed}" autofocus`;
  return html`<form method="post" action="${view.path}"><div class="field"><label for="email">${words.label}</label><input id="email" name="${RECEIPT_FIELD}" type="email" autocomplete="email" maxlength="${LONGEST_ADDRESS}" required${invalid}>${problem}</div><button class="quiet">${words.button}</button></form>`;
};

/** A small form that works without script; once it was posted, what became of it. */
export const receiptForm = (view: ReceiptFormView, language: Language): Html => {
  const words = texts[language].receipt.email;
  const { posted } = view;
  if (posted === undefined || posted.kind === 'wrong') return form(view, language);
  return html`<p role="status"><strong>${posted.kind === 'too-many' ? words.tooMany : words.onItsWay}</strong></p>`;
};
