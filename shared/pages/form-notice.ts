import type { DeclineTold } from '../domain/card/card-input.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { GIVE_UP_ID } from './give-up-form.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { showMoment } from './payment-summary.ts';
import { texts } from './texts.ts';

/** What stands above the form. */
export type FormNotice =
  | { readonly kind: 'declined'; readonly advice: DeclineTold }
  /** The total was not the one shown. */
  | { readonly kind: 'total-changed' }
  /** The card's own counts and total are not shown. */
  | { readonly kind: 'no-quotes' };

/** How the payer goes on. "Try later" must not stand above an invitation to try now. */
const wayOn = (
  advice: DeclineTold,
  { expiresAtMs }: Pick<PaymentRequest, 'expiresAtMs'>,
  language: Language,
): string => {
  const words = texts[language].decline;
  return advice === 'try-later' ? words.comeBack(showMoment(expiresAtMs, language)) : words.tryAgain;
};

const declineNotice = (advice: DeclineTold, link: Pick<PaymentRequest, 'expiresAtMs'>, language: Language): Html => {
  const words = texts[language].decline;
  return html`<div class="notice bad" role="alert"><h2>${words.heading}</h2>
<p><strong>${words.advice[advice]}</strong></p>
<p>${wayOn(advice, link, language)} <a href="#${GIVE_UP_ID}">${words.giveUp}</a></p></div>`;
};

export const formNotice = (
  notice: FormNotice | undefined,
  { link, language }: { readonly link: Pick<PaymentRequest, 'expiresAtMs'>; readonly language: Language },
): Html | undefined => {
  if (notice === undefined) return undefined;
  if (notice.kind === 'declined') return declineNotice(notice.advice, link, language);
  const { heading, sentence } = notice.kind === 'no-quotes' ? texts[language].noQuotes : texts[language].totalChanged;
  return html`<div class="notice" role="alert"><h2>${heading}</h2><p>${sentence}</p></div>`;
};
