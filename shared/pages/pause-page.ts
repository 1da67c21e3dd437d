import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { type PageFrame, page } from './document.ts';
import { giveUpForm } from './give-up-form.ts';
import { type Html, html } from './html.ts';
import { amountHeading, linkTitle } from './payment-summary.ts';
import { texts } from './texts.ts';

export interface PauseView {
  readonly link: PaymentRequest;
  /** Until the next try: whole minutes, rounded up by the caller, at least 1. Absent where no attempt is left. */
  readonly minutes?: number;
  readonly frame: PageFrame;
}

/** The page after too many attempts (kind `plain`): how long the pause lasts, or that none is left, and giving up. */
export const pausePage = ({ link, minutes, frame }: PauseView): Html => {
  const { language } = frame;
  const words = texts[language].pause;
  const again = minutes === undefined ? undefined : html`<p><a href="?lang=${language}">${words.tryAgain}</a></p>`;
  const content = html`${amountHeading(link, language)}
<div class="notice"><h2>${words.heading}</h2><p>${minutes === undefined ? words.usedUp : words.sentence(minutes)}</p>
${again}</div>
${giveUpForm(link, { language, opened: minutes === undefined })}`;
  return page({ ...frame, heading: linkTitle(link, language), content });
};
