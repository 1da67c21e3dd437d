import type { ThreeDForm } from '../ports/three-d-gate.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { html } from './html.ts';
import { passingForm } from './passing-form.ts';
import { texts } from './texts.ts';

export interface HandOverView {
  readonly form: ThreeDForm;
  readonly frame: PageFrame;
}

/**
 * The page that posts the card to the bank's gate (kind `hand-over`). It is the one page with card data: so it shows no
 * text of dealer or payer. Its form is that of a card which was given for this very payment: no other kind of form makes
 * this page (rule 25).
 */
export const handOverPage = ({ form, frame }: HandOverView): Page => {
  const { heading, sentence, proceed } = texts[frame.language].handOver;
  const content = html`<div class="one"><h1>${heading}</h1><p>${sentence}</p>
${passingForm({ ...form, label: proceed })}</div>`;
  return page({ ...frame, looks: undefined, kind: 'hand-over', heading, content });
};
