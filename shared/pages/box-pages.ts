import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { actionField } from './give-up-form.ts';
import { html } from './html.ts';
import { pageFoot } from './page-foot.ts';
import { passingForm } from './passing-form.ts';
import { linkTitle, paymentSummary } from './payment-summary.ts';
import { texts } from './texts.ts';

/**
 * The page behind the address that a dealer's shop opens (kind `opening`). It shows nothing of the payment, and posts
 * itself to its own address: a look at the address alone, as link scanners and previews take it, opens nothing.
 */
export const openingPage = (frame: PageFrame): Page => {
  const { heading, sentence, proceed } = texts[frame.language].handOver;
  const content = html`<div class="one"><h1>${heading}</h1><p>${sentence}</p>
${passingForm({ fields: [], label: proceed })}</div>`;
  return page({ ...frame, looks: undefined, kind: 'opening', heading, content });
};

/** The page of a payment that was opened and whose payer is at the bank (kind `plain`). Leaving it takes two steps. */
export const atBankPage = ({ link, frame }: { readonly link: PaymentRequest; readonly frame: PageFrame }): Page => {
  const { language } = frame;
  const { atBank, waiting, redirect } = texts[language];
  const content = html`${paymentSummary(link, frame)}
<section class="pay"><div><h1>${atBank.heading}</h1><p>${atBank.sentence}</p>
<p><a href="?lang=${language}">${waiting.checkNow}</a></p>
<details><summary>${redirect.proceed}</summary>
<form method="post">${actionField('give-up')}<p class="soft">${atBank.warning}</p><button class="quiet">${atBank.confirm}</button></form></details>${pageFoot(frame)}</div></section>`;
  return page({ ...frame, heading: linkTitle(link, frame), split: true, content });
};
