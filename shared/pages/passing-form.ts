import { type Html, html } from './html.ts';

export interface PassingForm {
  /** Absent: the page's own address. */
  readonly action?: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** True when the target must replace the frame that shows this page. */
  readonly toTop?: boolean;
  readonly label: string;
  /** How the browser writes the values; absent: as UTF-8. */
  readonly acceptCharset?: string;
}

/**
 * The one form of a page that forwards the payer. The script posts it. The button is for browsers without script, and
 * for those that want a click before a page leaves its frame; it has no name, so it adds no field.
 */
export const passingForm = ({ action, fields, toTop = false, label, acceptCharset = 'utf-8' }: PassingForm): Html =>
  html`<form method="post"${action === undefined ? undefined : html` action="${action}"`} accept-charset="${acceptCharset}" autocomplete="off"${toTop ? html` target="_top"` : undefined}>
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<button class="wide">${label}</button></form>`;
