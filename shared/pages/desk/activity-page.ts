import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts';
import type { AuditEntry } from '../../ports/operator-changes.ts';
import type { Page } from '../document.ts';
import { type Html, html } from '../html.ts';
import { type ActivityTexts, activityTexts } from './activity-texts.ts';
import { deskSelect } from './desk-field.ts';
import { type DeskFrame, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { deskMoment } from './moments.ts';

export interface ActivityView {
  readonly frame: DeskFrame;
  /** `YYYYMM`, with those that can be chosen, the newest first. */
  readonly month: string;
  readonly months: readonly string[];
  readonly entries: readonly AuditEntry[];
  /** Position that the next page begins behind; absent on the last page of the month. */
  readonly next?: string | undefined;
}

const MOST_CHARACTERS = 120;

/** A value of an audit entry as one short text. */
const shownValueOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return maskCardNumbers(Array.from(text).slice(0, MOST_CHARACTERS).join(''));
};

const valuesOf = (values: Readonly<Record<string, unknown>> = {}): Html => {
  const shown = Object.entries(values).map(([name, value]) => html`<div>${name}: ${shownValueOf(value)}</div>`);
  return shown.length === 0 ? html`–` : html`${shown}`;
};

const row = ({ atMs, by, command, before, after }: AuditEntry, { language }: DeskFrame, texts: ActivityTexts): Html => {
  const what = Object.hasOwn(texts.commands, command) ? texts.commands[command] : undefined;
  return html`<tr><th scope="row" class="sum" data-label="${texts.when}">${deskMoment(atMs, language)}</th><td data-label="${texts.who}">${by?.name ?? texts.operator}</td><td data-label="${texts.what}">${what ?? html`<span class="code">${command}</span>`}</td><td data-label="${texts.before}"><div>${valuesOf(before)}</div></td><td data-label="${texts.after}"><div>${valuesOf(after)}</div></td></tr>`;
};

const monthText = (month: string, { language }: DeskFrame): string =>
  new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  }).format(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1, 1));

const list = ({ frame, month, entries, next }: ActivityView, texts: ActivityTexts): Html => {
  if (entries.length === 0) return html`<p class="soft">${texts.none}</p>`;
  const columns = [texts.when, texts.who, texts.what, texts.before, texts.after];
  const more =
    next === undefined
      ? undefined
      : html`<p class="buttons"><a class="button second" href="/desk/activity?month=${month}&amp;after=${encodeURIComponent(next)}">${deskTexts[frame.language].goOn}</a></p>`;
  return html`<table class="rows"><caption>${texts.caption(monthText(month, frame))}</caption><thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${entries.map((entry) => row(entry, frame, texts))}</tbody></table>${more}`;
};

/** What was changed of a dealer, by its people and by operators. For managers. */
export const activityPage = (view: ActivityView): Page => {
  const { frame, month, months } = view;
  const texts = activityTexts[frame.language];
  const options = months.map((one) => ({ value: one, text: monthText(one, frame) }));
  return deskPage({
    frame,
    title: texts.title,
    section: 'settings',
    back: { href: '/desk/settings', text: deskTexts[frame.language].sections.settings },
    content: html`<p class="field">${texts.intro}</p><form method="get" action="/desk/activity" class="filters">${deskSelect({ name: 'month', label: texts.month, value: month, options })}<div class="field"><button class="second">${texts.show}</button></div></form>
<section class="card">${list(view, texts)}</section>`,
  });
};
