import type { PayerAdvice } from '../domain/card-input.ts';
import { GIVE_UP_ID } from './give-up-form.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { texts } from './texts.ts';

/** What stands above the form: a decline with one of the four advices (rule 33), or a total that was not the one shown. */
export type FormNotice =
  | { readonly kind: 'declined'; readonly advice: PayerAdvice }
  | { readonly kind: 'total-changed' };

const declineNotice = (advice: PayerAdvice, language: Language): Html => {
  const words = texts[language].decline;
  return html`<div class="notice bad" role="alert"><h2>${words.heading}</h2>
<p><strong>${words.advice[advice]}</strong></p>
<p>${words.tryAgain} <a href="#${GIVE_UP_ID}">${words.giveUp}</a></p></div>`;
};

export const formNotice = (notice: FormNotice | undefined, language: Language): Html | undefined => {
  if (notice === undefined) return undefined;
  if (notice.kind === 'declined') return declineNotice(notice.advice, language);
  const { heading, sentence } = texts[language].totalChanged;
  return html`<div class="notice" role="alert"><h2>${heading}</h2><p>${sentence}</p></div>`;
};
