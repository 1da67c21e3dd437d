import type { Language } from '../domain/language.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { type FormAction, formFields } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { texts } from './texts.ts';

/** A hidden field that names the action of a form. */
export const actionField = (action: FormAction): Html =>
  html`<input type="hidden" name="${formFields.action}" value="${action}">`;

export interface GiveUpView {
  readonly language: Language;
  readonly opened?: boolean;
  /** Where it posts; absent: to the page's own address. */
  readonly path?: string | undefined;
}

/**
 * Giving up closes the link for good (rule 7), and its button stands near the one that pays. So it takes two steps,
 * which work without script. `opened` shows the second step at once: where nothing else is left to do.
 */
export const giveUpForm = (
  link: Pick<PaymentRequest, 'redirectUrl'>,
  { language, opened = false, path }: GiveUpView,
): Html => {
  const words = texts[language].giveUp;
  const name = link.redirectUrl === undefined ? words.here : words.toDealer;
  return html`<details class="give-up"${opened ? html` open` : undefined}><summary>${name}</summary>
<form method="post"${path === undefined ? undefined : html` action="${path}"`}>${actionField('give-up')}<p class="soft">${words.warning}</p><button class="quiet">${words.confirm}</button></form></details>`;
};
