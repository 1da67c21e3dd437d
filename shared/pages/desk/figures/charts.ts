import { type Html, html } from '../../html.ts';

/** One bar: its value, and the sentence that says it. `undefined` where nobody knows the value. */
interface Bar {
  readonly value: number | undefined;
  readonly tip: string;
}

interface BarChart {
  /** Unique on the page: the ids of title, description and the line of tips begin with it. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Above the axis: what the highest bar stands for. */
  readonly highest: string;
  /** Below the first and the last bar. */
  readonly ends: readonly [string, string];
  /** The line of tips until a bar is pointed at. */
  readonly hint: string;
  readonly bars: readonly Bar[];
}

const HEIGHT = 150;
const STEP = 24;

const heightOf = (value: number, most: number): number =>
  value <= 0 || most <= 0 ? 0 : Math.max(2, Math.round((HEIGHT * value) / most));

/**
 * A bar, and behind it the whole column, which takes the pointer however low the bar is. A value that nobody knows is a mark on the
 * axis: nothing at all would look like a zero.
 */
const barHtml = ({ value, tip }: Bar, most: number, left: number): Html => {
  const height = value === undefined ? 3 : heightOf(value, most);
  const column = html`<rect class="column" x="${left}" y="0" width="${STEP}" height="${HEIGHT}" data-tip="${tip}"/>`;
  if (height === 0) return column;
  const shape = value === undefined ? 'unknown' : 'bar';
  return html`${column}<rect class="${shape}" x="${left + 3}" y="${HEIGHT - height}" width="${STEP - 6}" height="${height}"/>`;
};

/**
 * A chart of bars as SVG, with its title and description; its numbers stand in a table beside it. The words around it are no part of
 * the picture, so that they can be read on a phone.
 */
export const barChart = ({ id, title, text, highest, ends: [first, last], hint, bars }: BarChart): Html => {
  const most = Math.max(0, ...bars.map(({ value = 0 }) => value));
  const width = STEP * bars.length;
  return html`<p class="soft number" aria-hidden="true">${highest}</p>
<svg class="chart bars" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-title ${id}-text" data-tips="${id}-tip">
<title id="${id}-title">${title}</title><desc id="${id}-text">${text}</desc>
${bars.map((bar, index) => barHtml(bar, most, index * STEP))}
</svg>
<p class="ends soft" aria-hidden="true"><span>${first}</span><span>${last}</span></p>
<p class="hint" id="${id}-tip">${hint}</p>`;
};

/** Steps, each with its name, its number and a bar as long as its part of the largest. */
export const stepsChart = (
  steps: readonly { readonly name: string; readonly value: number; readonly shown: string }[],
): Html => {
  const most = Math.max(1, ...steps.map(({ value }) => value));
  const widthOf = (value: number): number => Math.round((100 * value) / most);
  return html`<ul class="steps">${steps.map(
    ({ name, value, shown }) =>
      html`<li><span>${name}</span><b class="number">${shown}</b><svg class="chart" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="bar" width="${widthOf(value)}" height="10"/></svg></li>`,
  )}</ul>`;
};
