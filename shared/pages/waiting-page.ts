import { isRetryOffered } from '../domain/attempt/timing.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { actionField } from './give-up-form.ts';
import { html } from './html.ts';
import { pageFoot } from './page-foot.ts';
import { linkPreview, linkTitle, paymentSummary } from './payment-summary.ts';
import { texts } from './texts.ts';

export interface WaitingView {
  readonly link: PaymentRequest;
  /** Since when the bank is being asked. */
  readonly sinceMs: number;
  readonly nowMs: number;
  readonly frame: PageFrame;
}

type Waited = Pick<WaitingView, 'sinceMs' | 'nowMs'>;

/** Seconds between reloads of the page: longer once the payer has something to read and a button to press. */
export const waitingRefreshSeconds = (waited: Waited): number => (isRetryOffered(waited) ? 30 : 5);

/**
 * The page of an unresolved attempt (kind `plain`, with `refreshAfterSeconds`): what is happening, since when, and what
 * is usual. It has no script. Once it offers another try, it no longer says not to pay again.
 */
export const waitingPage = ({ link, frame, ...waited }: WaitingView): Page => {
  const { language } = frame;
  const words = texts[language].waiting;
  // The first result of a dealer's own 3D payment is final: its payer has no other card to try, and goes back.
  const goes = link.shop !== undefined;
  const [warning, label] = goes ? [words.leaveWarning, texts[language].redirect.proceed] : [words.warning, words.retry];
  const elapsed = words.elapsed(Math.max(0, Math.round((waited.nowMs - waited.sinceMs) / 1000)));
  const checkNow = html`<p><a href="?lang=${language}">${words.checkNow}</a></p>`;
  const body = isRetryOffered(waited)
    ? html`<h1>${words.long}</h1><p class="soft">${elapsed}</p><p>${warning}</p>
<form method="post">${actionField('retry')}<button class="wide">${label}</button></form>${checkNow}`
    : html`<h1>${words.heading}</h1><p class="soft">${words.sentence}</p><p class="soft">${elapsed}</p><p>${words.stay}</p>${checkNow}`;
  const content = html`${paymentSummary(link, frame)}
<section class="pay"><div><div class="wait"><span class="ring"></span>${body}</div>${pageFoot(frame)}</div></section>`;
  return page({ ...frame, heading: linkTitle(link, frame), preview: linkPreview(link, frame), split: true, content });
};
