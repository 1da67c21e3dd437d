import { type Html, html } from './html.ts';

export interface PassingForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Leaves the frame that the page stands in. */
  readonly toTop?: boolean;
  readonly label: string;
}

/**
 * The one form of a page that only passes on: the script posts it, and the button, which has no name and so adds no
 * field, where there is no script or a browser wants a person's click to leave a frame.
 */
export const passingForm = ({ action, fields, toTop = false, label }: PassingForm): Html =>
  html`<form method="post" action="${action}" accept-charset="utf-8" autocomplete="off"${toTop ? html` target="_top"` : undefined}>
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<button class="wide">${label}</button></form>`;
