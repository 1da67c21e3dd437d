import { RETRY_OFFERED_AFTER_MS } from '../domain/attempt/timing.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { type PageFrame, page } from './document.ts';
import { actionField } from './give-up-form.ts';
import { type Html, html } from './html.ts';
import { amountHeading, linkTitle } from './payment-summary.ts';
import { texts } from './texts.ts';

export interface WaitingView {
  readonly link: PaymentRequest;
  /** Since when the bank is being asked. */
  readonly sinceMs: number;
  readonly nowMs: number;
  readonly frame: PageFrame;
}

type Waited = Pick<WaitingView, 'sinceMs' | 'nowMs'>;

/** Whether the page offers another try; the handler takes `action=retry` on the same condition. */
export const isRetryOffered = ({ sinceMs, nowMs }: Waited): boolean => nowMs - sinceMs >= RETRY_OFFERED_AFTER_MS;

/** Seconds between reloads of the page: longer once the payer has something to read and a button to press. */
export const waitingRefreshSeconds = (waited: Waited): number => (isRetryOffered(waited) ? 30 : 5);

/** The page of an unresolved attempt (kind `plain`, with `refreshAfterSeconds`). It has no script. */
export const waitingPage = ({ link, frame, ...waited }: WaitingView): Html => {
  const { language } = frame;
  const words = texts[language].waiting;
  const retry = isRetryOffered(waited)
    ? html`<section><h2>${words.long}</h2><p>${words.warning}</p>
<form method="post">${actionField('retry')}<button class="quiet">${words.retry}</button></form></section>`
    : undefined;
  const content = html`${amountHeading(link, language)}
<div class="notice" role="status"><h2>${words.heading}</h2><p>${words.sentence}</p><p>${words.stay}</p></div>
<p><a href="?lang=${language}">${words.checkNow}</a></p>
${retry}`;
  return page({ ...frame, heading: linkTitle(link, language), content });
};
