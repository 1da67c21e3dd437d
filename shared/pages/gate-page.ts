import type { PayerForm } from '../ports/three-d-gate.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { html } from './html.ts';
import { passingForm } from './passing-form.ts';
import { texts } from './texts.ts';

export interface GateView {
  readonly form: PayerForm;
  readonly frame: PageFrame;
}

/**
 * The page that takes the payer on from a gate which was asked by this service (kind `hand-over`). Its form is ours, with
 * the action and the fields of the gate's answer and the charset of the bank's page. No text of the bank is shown, and
 * the form holds no card (rule 25).
 */
export const gatePage = ({ form, frame }: GateView): Page => {
  const { heading, sentence, proceed } = texts[frame.language].handOver;
  const content = html`<div class="one"><h1>${heading}</h1><p>${sentence}</p>
${passingForm({ ...form, label: proceed })}</div>`;
  return page({ ...frame, looks: undefined, kind: 'hand-over', heading, content });
};
