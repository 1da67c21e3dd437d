import { type Page, type PageFrame, page } from './document.ts';
import { html } from './html.ts';
import { type PassingForm, passingForm } from './passing-form.ts';
import { progressPart } from './progress-part.ts';
import { texts } from './texts.ts';

export interface FinishingView {
  readonly fields: PassingForm['fields'];
  readonly frame: PageFrame;
}

/**
 * The page between the bank and the result (kind `finishing`): its script posts the form to the page's own address and
 * shows meanwhile how the payment goes. The button is for browsers without script, and for an answer that got lost. It
 * shows no text of dealer or payer: nobody has looked yet whose payment it is.
 */
export const finishingPage = ({ fields, frame }: FinishingView): Page => {
  const { language } = frame;
  const { heading, sentence, proceed } = texts[language].finishing;
  const form = passingForm({ action: `?lang=${language}`, fields, label: proceed });
  const content = html`<div class="one"><div id="form-part" class="by-hand"><h1>${heading}</h1><p>${sentence}</p>
${form}</div>
${progressPart(language)}</div>`;
  return page({ ...frame, looks: undefined, kind: 'finishing', heading, content });
};
