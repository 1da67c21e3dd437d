import type { ThreeDForm } from '../ports/bank-gateway.ts';
import { type PageFrame, page } from './document.ts';
import { type Html, html } from './html.ts';
import { passingForm } from './passing-form.ts';
import { texts } from './texts.ts';

export interface HandOverView {
  readonly form: ThreeDForm;
  readonly frame: PageFrame;
}

/**
 * The page that posts the card to the bank's gate (kind `hand-over`): the one page with card data, so no text of dealer
 * or payer stands on it, and it is never made from stored data (rule 25).
 */
export const handOverPage = ({ form, frame }: HandOverView): Html => {
  const { heading, sentence, proceed } = texts[frame.language].handOver;
  const content = html`<h1>${heading}</h1><p>${sentence}</p>
${passingForm({ ...form, label: proceed })}`;
  return page({ ...frame, kind: 'hand-over', heading, content });
};
