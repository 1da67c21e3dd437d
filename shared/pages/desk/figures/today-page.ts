import { type DayText, istanbulTimeOf } from '../../../domain/calendar.ts';
import type { OpenLinksSum } from '../../../domain/desk/attention.ts';
import type { Language } from '../../../domain/language.ts';
import { type Currency, type MinorUnits, minor } from '../../../domain/money/money.ts';
import { amountHtml, amountNumber, amountText, countText } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { type DeskFrame, deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { deskDay } from '../frame/moments.ts';
import { barChart } from './charts.ts';
import { type TodayTexts, todayTexts } from './today-texts.ts';
import { type ShownFunnel, todaysFunnel } from './todays-funnel.ts';

/** What payers paid and got back. */
interface Paid {
  readonly paid: MinorUnits;
  readonly givenBack: MinorUnits;
}

/** The numbers of one currency. */
export interface ShownMoney {
  readonly currency: Currency;
  readonly today: Paid & { readonly payments: number };
  readonly weekAgo: (Paid & { readonly kind: 'until-now' | 'whole-day' }) | { readonly kind: 'unknown' };
  readonly month: Paid;
}

/** A day of the picture; `undefined` where its number is not known. */
export interface ShownDay {
  readonly day: DayText;
  readonly money: Paid | undefined;
}

/** One thing that needs somebody. `text` is a whole sentence. */
export interface ShownNeed {
  readonly text: string;
  readonly more?: string;
  /** Where it is dealt with; absent where it is dealt with elsewhere. */
  readonly href?: string;
}

export interface TodayPageOptions {
  readonly frame: DeskFrame;
  readonly nowMs: number;
  readonly weekAgo: DayText;
  readonly money: readonly ShownMoney[];
  /** Sentences that say what of the numbers is missing. */
  readonly missing: readonly string[];
  readonly open: readonly OpenLinksSum[];
  readonly areLinksWhole: boolean;
  readonly needs: readonly ShownNeed[];
  readonly areNeedsWhole: boolean;
  /** The currency of the picture; undefined where nothing was paid at all. */
  readonly currency: Currency | undefined;
  readonly days: readonly ShownDay[];
  readonly funnel: ShownFunnel;
}

/** Most things that need somebody in a card beside the others. */
const FEW_NEEDS = 3;

const timeOf = (nowMs: number): string => istanbulTimeOf(nowMs).slice(11, 16);

const paidFacts = (
  { paid, givenBack }: Paid,
  texts: TodayTexts,
  view: { readonly currency: Currency; readonly language: Language },
): Html =>
  html`<dd>${amountHtml(paid, view)}${givenBack === 0 ? undefined : html`<br><span class="soft">${texts.givenBack}: ${amountHtml(givenBack, view)}</span>`}</dd>`;

const weekAgoHtml = (
  { weekAgo, currency }: ShownMoney,
  { weekAgo: day, nowMs, frame: { language } }: TodayPageOptions,
): Html => {
  const texts = todayTexts[language];
  if (weekAgo.kind === 'unknown') return html`<p class="soft">${texts.weekAgoUnknown}</p>`;
  const shown = deskDay(day, language);
  const label = weekAgo.kind === 'until-now' ? texts.weekAgo(shown, timeOf(nowMs)) : texts.weekAgoWhole(shown);
  return html`<dl class="stack"><dt>${label}</dt>${paidFacts(weekAgo, texts, { currency, language })}</dl>`;
};

const moneyCard = (money: ShownMoney, options: TodayPageOptions): Html => {
  const { language } = options.frame;
  const texts = todayTexts[language];
  const { currency, today, month } = money;
  const view = { currency, language };
  const givenBack =
    today.givenBack === 0 ? undefined : html` · ${texts.givenBack}: ${amountHtml(today.givenBack, view)}`;
  return html`<section class="card" aria-label="${texts.moneyOf(currency)}">
<h2>${texts.paidToday(timeOf(options.nowMs))}</h2>
<p class="big">${amountHtml(today.paid, view)}</p>
<p class="soft">${texts.payments(countText(today.payments, language))}${givenBack}</p>
${weekAgoHtml(money, options)}
<dl class="stack"><dt>${texts.paidThisMonth}</dt>${paidFacts(month, texts, view)}</dl>
</section>`;
};

const openLinksCard = ({ frame: { language }, open, areLinksWhole }: TodayPageOptions): Html => {
  const texts = todayTexts[language];
  const sums = open.map(
    ({ currency, count, sum }) =>
      html`<p class="big">${amountHtml(sum, { currency, language })}</p><p>${texts.openLinksSum(countText(count, language))}</p>`,
  );
  return html`<section class="card"><h2>${texts.openLinks}</h2>
${open.length === 0 ? html`<p>${texts.noOpenLinks}</p>` : sums}
<p class="hint">${texts.linksOf}${areLinksWhole ? undefined : html` ${texts.linksInPart}`}</p>
<p><a href="/desk/links">${texts.toLinks}</a></p></section>`;
};

const needsCard = ({ frame: { language }, needs, areNeedsWhole }: TodayPageOptions): Html => {
  const texts = todayTexts[language];
  const items = needs.map(({ text, more, href }) => {
    const shown = href === undefined ? html`${text}` : html`<a href="${href}">${text}</a>`;
    return html`<li>${shown}${more === undefined ? undefined : html`<br><span class="soft">${more}</span>`}</li>`;
  });
  return html`<section class="card"><h2>${texts.needsSomebody}</h2>
${needs.length === 0 ? html`<p>${texts.nothingNeedsSomebody}</p>` : html`<ul class="needs">${items}</ul>`}
${areNeedsWhole ? undefined : html`<p class="hint">${texts.attentionInPart}</p>`}</section>`;
};

const currencyChoice = ({ frame: { language }, money, currency }: TodayPageOptions): Html | undefined => {
  if (money.length < 2) return undefined;
  const links = money.map(
    ({ currency: one }) =>
      html`<a href="/desk?currency=${one}"${one === currency ? html` aria-current="true"` : undefined}>${one}</a> `,
  );
  return html`<nav class="buttons" aria-label="${todayTexts[language].currencies}">${links}</nav>`;
};

const numbersTable = (days: readonly ShownDay[], currency: Currency, language: Language): Html => {
  const texts = todayTexts[language];
  const cell = (amount: MinorUnits | undefined): Html =>
    html`<td class="number">${amount === undefined ? texts.notCounted : amountNumber(amount, language)}</td>`;
  const rows = days
    .toReversed()
    .map(
      ({ day, money }) =>
        html`<tr><th scope="row">${deskDay(day, language)}</th>${cell(money?.paid)}${cell(money?.givenBack)}</tr>`,
    );
  return html`<details><summary>${texts.numbers}</summary><table><caption>${texts.chartTitle(currency)}</caption>
<thead><tr><th scope="col">${texts.day}</th><th scope="col" class="number">${texts.paid}</th><th scope="col" class="number">${texts.givenBack}</th></tr></thead>
<tbody>${rows}</tbody></table></details>`;
};

const chartCard = (options: TodayPageOptions): Html | undefined => {
  const { frame, currency, days } = options;
  const { language } = frame;
  const texts = todayTexts[language];
  if (currency === undefined) return undefined;
  const view = { currency, language };
  const paid = days.map(({ money }) => money?.paid ?? minor(0));
  const shown = (amount: MinorUnits): string => amountText(amount, view);
  const sum = minor(paid.reduce((all, one) => all + one, 0));
  const bars = days.map(({ day, money }) => ({
    value: money?.paid,
    tip:
      money === undefined
        ? `${deskDay(day, language)}: ${texts.notCounted}`
        : texts.tip(deskDay(day, language), shown(money.paid), shown(money.givenBack)),
  }));
  const [first, last] = [deskDay(days[0]?.day ?? '', language), deskDay(days.at(-1)?.day ?? '', language)];
  const most = shown(minor(Math.max(0, ...paid)));
  const chart = barChart({
    id: 'days',
    title: texts.chartTitle(currency),
    text: texts.chartText(first, last, shown(sum), most),
    highest: most,
    ends: [first, last],
    hint: texts.chartHint,
    bars,
  });
  return html`<section class="card"><h2>${texts.lastDays(String(days.length))}</h2>${currencyChoice(options)}
${sum === 0 ? html`<p>${texts.chartEmpty(currency)}</p>` : chart}
${numbersTable(days, currency, language)}</section>`;
};

/** The first page: what came in, what is open, what needs somebody, and a picture of the last days. */
export const todayPage = (options: TodayPageOptions): Page => {
  const { frame, money, missing } = options;
  const texts = todayTexts[frame.language];
  const nothing = html`<section class="card"><p>${texts.nothingYet}</p><p><a class="button" href="/desk/links">${texts.makeLink}</a></p></section>`;
  // A short list stands beside the numbers, so that the picture is seen without scrolling.
  const isShort = options.needs.length <= FEW_NEEDS;
  const needs = needsCard(options);
  const chart = chartCard(options);
  const funnel = todaysFunnel(options.funnel, frame.language);
  const content = html`${missing.map((sentence) => html`<p class="notice plain">${sentence}</p>`)}
<div class="cards">${money.length === 0 ? nothing : money.map((one) => moneyCard(one, options))}${openLinksCard(options)}${isShort ? needs : undefined}</div>
${isShort ? undefined : needs}
${chart === undefined ? funnel : html`<div class="columns"><div>${chart}</div><div>${funnel}</div></div>`}
<p class="hint">${texts.meaning}</p>`;
  return deskPage({ frame, title: deskTexts[frame.language].sections.today, section: 'today', content });
};
