import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { type FormAction, formFields } from './form-fields.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { texts } from './texts.ts';

/** Where the page's own links to this form lead. */
export const GIVE_UP_ID = 'give-up';

/** A hidden field that says what a form asks for. */
export const actionField = (action: FormAction): Html =>
  html`<input type="hidden" name="${formFields.action}" value="${action}">`;

/**
 * Giving up, in two steps without script: it closes the link for good (rule 7), and stands near the button that pays.
 * `opened` shows the second step at once.
 */
export const giveUpForm = (
  link: Pick<PaymentRequest, 'redirectUrl'>,
  { language, opened = false }: { readonly language: Language; readonly opened?: boolean },
): Html => {
  const words = texts[language].giveUp;
  const name = link.redirectUrl === undefined ? words.here : words.toDealer;
  return html`<details id="${GIVE_UP_ID}"${opened ? html` open` : undefined}><summary>${name}</summary>
<form method="post">${actionField('give-up')}<p class="soft">${words.warning}</p><button class="quiet">${words.confirm}</button></form></details>`;
};
