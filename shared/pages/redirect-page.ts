import { type ResultReport, reportFields } from '../domain/link/result-report.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { html } from './html.ts';
import { passingForm } from './passing-form.ts';
import { texts } from './texts.ts';

export interface RedirectView {
  /** The dealer's RedirectUrl, as it is stored. */
  readonly action: string;
  readonly report: ResultReport;
  /** RedirectType 1: the report stays inside the iframe; 0: it leaves the iframe (dealer interface 2.7). */
  readonly insideFrame: boolean;
  readonly frame: PageFrame;
}

/** The page that reports a result to the dealer (kind `redirect`): a form with exactly the five fields of the interface. */
export const redirectPage = ({ action, report, insideFrame, frame }: RedirectView): Page => {
  const words = texts[frame.language].redirect;
  const heading = report.resultCode === '' ? words.paid : words.notPaid;
  const form = passingForm({ action, fields: reportFields(report), toTop: !insideFrame, label: words.proceed });
  const content = html`<div class="one"><h1>${heading}</h1><p>${words.sentence}</p>
${form}</div>`;
  return page({ ...frame, looks: undefined, kind: 'redirect', heading, content });
};
