import type { Page } from '../../document.ts';
import { html } from '../../html.ts';
import { type DeskFrame, deskPage } from '../frame/desk-page.ts';
import { deskMoment } from '../frame/moments.ts';
import { paymentTexts } from './payment-texts.ts';
import { type ChosenPayments, leadTo, paymentsPath } from './payments-form.ts';

export interface PaymentCsvView {
  readonly frame: DeskFrame;
  readonly chosen: ChosenPayments;
  /** By their first and last moments, the newest first. */
  readonly parts: readonly { readonly fromMs: number; readonly untilMs: number }[];
  readonly leftFromMs?: number | undefined;
  /** Most payments of all parts, as people of the language write it. */
  readonly most: string;
}

/** The parts of a CSV file, each to be downloaded. */
export const paymentCsvPage = ({ frame, chosen, parts, leftFromMs, most }: PaymentCsvView): Page => {
  const { csv } = paymentTexts[frame.language];
  const of = parts.length;
  const items = parts.map(({ fromMs, untilMs }, index) => {
    const more = [
      ['first', String(fromMs)],
      ['last', String(untilMs)],
      ['part', `${index + 1}-${of}`],
    ] as const;
    const period = csv.period(deskMoment(fromMs, frame.language), deskMoment(untilMs, frame.language));
    return html`<li><p>${period}</p>${leadTo(frame, chosen, { as: 'file', more, text: csv.part(index + 1, of) })}</li>`;
  });
  const left =
    leftFromMs === undefined
      ? undefined
      : html`<p class="notice">${csv.left(deskMoment(leftFromMs, frame.language))}</p>`;
  // Without script and without words the way back is an address; words are typed anew.
  const back = { href: paymentsPath({ ...chosen, text: '' }), text: csv.back };
  const content = html`${left}<section class="card"><p class="soft">${csv.hint(most)}</p><ol class="life">${items}</ol></section>`;
  return deskPage({ frame, title: csv.title, section: 'payments', back, content });
};
