import type { BankCode } from '../domain/attempt/bank-codes.ts';
import type { FormField } from '../domain/form-field.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { html } from './html.ts';
import { passingForm } from './passing-form.ts';
import { texts } from './texts.ts';

/** The fields of the result report. All but `otherTrxCode` have the case of the interface. */
export interface RedirectFields {
  /** The hash of the outcome, never CodeForHash itself. Absent where the dealer asked for none: then nothing is proved. */
  readonly hashValue?: string;
  /** Empty on success, like the message: many clients take any text for a failure. */
  readonly resultCode: BankCode | '';
  readonly resultMessage: string;
  readonly trxCode: string;
  readonly otherTrxCode: string;
}

export interface RedirectView {
  /** The dealer's RedirectUrl, as it is stored. */
  readonly action: string;
  readonly fields: RedirectFields;
  /** RedirectType 1: the report stays inside the iframe; 0: it leaves the iframe (dealer interface 2.7). */
  readonly insideFrame: boolean;
  readonly frame: PageFrame;
}

/** How a result is told: by its hash, or in words that a payer could post as well. */
const verdict = ({ hashValue, resultCode }: RedirectFields): FormField =>
  hashValue === undefined ? ['isSuccessful', resultCode === '' ? 'True' : 'False'] : ['hashValue', hashValue];

/** The page that reports a result to the dealer (kind `redirect`): a form with exactly the five fields of the interface. */
export const redirectPage = ({ action, fields, insideFrame, frame }: RedirectView): Page => {
  const words = texts[frame.language].redirect;
  const heading = fields.resultCode === '' ? words.paid : words.notPaid;
  const form = passingForm({
    action,
    fields: [
      verdict(fields),
      ['resultCode', fields.resultCode],
      ['resultMessage', fields.resultMessage],
      ['trxCode', fields.trxCode],
      ['OtherTrxCode', fields.otherTrxCode],
    ],
    toTop: !insideFrame,
    label: words.proceed,
  });
  const content = html`<div class="one"><h1>${heading}</h1><p>${words.sentence}</p>
${form}</div>`;
  return page({ ...frame, looks: undefined, kind: 'redirect', heading, content });
};
