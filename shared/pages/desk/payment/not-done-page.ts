import type { Page } from '../../document.ts';
import { html } from '../../html.ts';
import { type DeskFrame, deskPage } from '../frame/desk-page.ts';
import type { NotDone } from './not-done-reasons.ts';
import { notDoneTexts } from './not-done-texts.ts';

interface NotDoneView {
  readonly frame: DeskFrame;
  readonly paymentId: number;
  readonly reason: NotDone;
  /** Whether it is about a step that would have moved money. */
  readonly movesMoney: boolean;
}

/** Path of the page of a payment. */
export const paymentPath = (paymentId: number): string => `/desk/payments/${paymentId}`;

/** Why nothing was done with a payment, what that means for the money, and the way back. */
export const notDonePage = ({ frame, paymentId, reason, movesMoney }: NotDoneView): Page => {
  const texts = notDoneTexts[frame.language];
  const meaning = movesMoney ? texts.nothingMoved : texts.nothingChanged;
  return deskPage({
    frame,
    title: texts.title,
    section: 'payments',
    narrow: true,
    content: html`<p class="notice bad" role="alert">${meaning} ${texts.reasons[reason]}</p>
<p><a class="button second" href="${paymentPath(paymentId)}">${texts.toPayment}</a></p>`,
  });
};
