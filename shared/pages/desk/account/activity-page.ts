import type { AuditEntry } from '../../../ports/operator-changes.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { monthText } from '../figures/statement-texts.ts';
import { deskSelect } from '../frame/desk-field.ts';
import { type DeskFrame, deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { deskMoment } from '../frame/moments.ts';
import { type ActivityTexts, activityTexts } from './activity-texts.ts';
import { activityPath, activityValues } from './activity-values.ts';

export interface ActivityView {
  readonly frame: DeskFrame;
  /** `YYYYMM`, with those that can be chosen, the newest first. */
  readonly month: string;
  readonly months: readonly string[];
  readonly entries: readonly AuditEntry[];
  /** Position that the next page begins behind; absent on the last page of the month. */
  readonly next?: string | undefined;
}

const valuesOf = (values: Readonly<Record<string, unknown>> | undefined, { language }: DeskFrame): Html => {
  const shown = activityValues(values, language).map(([name, text]) => html`<div>${name}: ${text}</div>`);
  return shown.length === 0 ? html`–` : html`${shown}`;
};

const whatOf = ({ command, result }: AuditEntry, texts: ActivityTexts): Html => {
  const known = Object.hasOwn(texts.commands, command) ? texts.commands[command] : undefined;
  const what = known === undefined ? html`<span class="code">${command}</span>` : html`${known}`;
  const path = activityPath(result);
  return path === undefined ? what : html`<a href="${path}">${what}</a>`;
};

const row = (entry: AuditEntry, frame: DeskFrame, texts: ActivityTexts): Html => {
  const { atMs, by, before, after } = entry;
  return html`<tr><th scope="row" class="sum" data-label="${texts.when}">${deskMoment(atMs, frame.language)}</th><td data-label="${texts.who}">${by?.name ?? texts.operator}</td><td data-label="${texts.what}">${whatOf(entry, texts)}</td><td data-label="${texts.before}"><div>${valuesOf(before, frame)}</div></td><td data-label="${texts.after}"><div>${valuesOf(after, frame)}</div></td></tr>`;
};

const list = ({ frame, month, entries, next }: ActivityView, texts: ActivityTexts): Html => {
  if (entries.length === 0) return html`<p class="soft">${texts.none}</p>`;
  const columns = [texts.when, texts.who, texts.what, texts.before, texts.after];
  const more =
    next === undefined
      ? undefined
      : html`<p class="buttons"><a class="button second" href="/desk/activity?month=${month}&amp;after=${encodeURIComponent(next)}">${deskTexts[frame.language].goOn}</a></p>`;
  return html`<table class="rows"><caption>${texts.caption(monthText(month, frame.language))}</caption><thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${entries.map((entry) => row(entry, frame, texts))}</tbody></table>${more}`;
};

/** What was changed of a dealer, by its people and by operators. */
export const activityPage = (view: ActivityView): Page => {
  const { frame, month, months } = view;
  const texts = activityTexts[frame.language];
  const options = months.map((one) => ({ value: one, text: monthText(one, frame.language) }));
  return deskPage({
    frame,
    title: texts.title,
    section: 'settings',
    back: { href: '/desk/settings', text: deskTexts[frame.language].sections.settings },
    content: html`<p class="field">${texts.intro}</p><form method="get" action="/desk/activity" class="filters">${deskSelect({ name: 'month', label: texts.month, value: month, options })}<div class="field"><button class="second">${texts.show}</button></div></form>
<section class="card">${list(view, texts)}</section>`,
  });
};
