import type { BankCode } from '../domain/attempt/bank-codes.ts';
import { type PageFrame, page } from './document.ts';
import { type Html, html } from './html.ts';
import { passingForm } from './passing-form.ts';
import { texts } from './texts.ts';

/** What the dealer is told, in the wire's words but for the case of `otherTrxCode`. */
export interface RedirectFields {
  /** The hash of the outcome, never CodeForHash itself. */
  readonly hashValue: string;
  /** Empty on success, and with it the message: many clients take any text for a failure. */
  readonly resultCode: BankCode | '';
  readonly resultMessage: string;
  readonly trxCode: string;
  readonly otherTrxCode: string;
}

export interface RedirectView {
  /** The dealer's RedirectUrl, as it is stored. */
  readonly action: string;
  readonly fields: RedirectFields;
  /** RedirectType 1: the report stays inside the iframe; else it leaves one (2.7). */
  readonly insideFrame: boolean;
  readonly frame: PageFrame;
}

/** The page that reports a result to the dealer (kind `redirect`): a form with exactly the five fields of the interface. */
export const redirectPage = ({ action, fields, insideFrame, frame }: RedirectView): Html => {
  const words = texts[frame.language].redirect;
  const heading = fields.resultCode === '' ? words.paid : words.notPaid;
  const form = passingForm({
    action,
    fields: [
      ['hashValue', fields.hashValue],
      ['resultCode', fields.resultCode],
      ['resultMessage', fields.resultMessage],
      ['trxCode', fields.trxCode],
      ['OtherTrxCode', fields.otherTrxCode],
    ],
    toTop: !insideFrame,
    label: words.proceed,
  });
  const content = html`<h1>${heading}</h1><p>${words.sentence}</p>
${form}`;
  return page({ ...frame, kind: 'redirect', heading, content });
};
