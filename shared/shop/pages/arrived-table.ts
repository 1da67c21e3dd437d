import { type Html, html } from '../../pages/html.ts';
import { type ArrivedResult, type ResultFieldName, resultFieldNames } from '../arrived-result.ts';

/** Where a result arrived, and what its fields are worth there. */
export interface ArrivedAt {
  readonly path: string;
  /** What alone tells whether it is true. */
  readonly only: string;
  readonly notes: Readonly<Record<ResultFieldName, string>>;
}

/** The fields that a browser posted. */
export const arrivedTable = (
  { fields, others, twice }: ArrivedResult,
  { path, only, notes }: ArrivedAt,
): Html => html`<section><h2>What arrived</h2>
<p>The payer's browser brought this to <code>POST ${path}</code>. A payer could have typed it: ${only}.</p>
<div class="wide"><table class="facts"><tbody>${resultFieldNames.map(
  (name) =>
    html`<tr><th scope="row"><code>${name}</code></th><td>${fields[name] === '' ? html`<span class="soft">empty</span>` : html`<code>${fields[name]}</code>`}<small>${notes[name]}</small></td></tr>\n`,
)}</tbody></table></div>
${others === 0 ? undefined : html`<p class="soft">${others} more field(s), which no result has, were left aside.</p>`}
${twice.length === 0 ? undefined : html`<p class="soft">Came more than once, and only the first counts here: ${twice.join(', ')}.</p>`}</section>`;
