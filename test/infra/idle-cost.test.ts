import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { IDLE_AIM_USD, idleCostOf, totalOf } from '../bench/idle-cost.ts';
import { allPrinted, idlePrinted, idleSettings, quietPrinted, watchedSettings } from './printed-metrics.ts';
import { templatesOf } from './stage-templates.ts';

const rows = idleCostOf(templatesOf(idleSettings), idlePrinted());
const quiet = idleCostOf(templatesOf(idleSettings), quietPrinted(), []);
const withAnother = idleCostOf(templatesOf(watchedSettings), [...new Set(allPrinted().map(({ metric }) => metric))]);

const tableText = (): string =>
  [
    '| What | Count | Each | $ a month |',
    '|---|---|---|---|',
    ...rows.map(({ what, count, each, usd }) => `| ${what} | ${count} | ${each} | ${usd.toFixed(2)} |`),
    `| **all** | | | **${totalOf(rows).toFixed(2)}** |`,
    `| the same while nothing is wrong and nothing is sold | | | ${totalOf(quiet).toFixed(2)} |`,
    `| each further bank | | | ${(totalOf(withAnother) - totalOf(rows)).toFixed(2)} |`,
  ].join('\n');

test('a stage with one bank and every setting that has alarms costs at most $40 a month without a payment', () => {
  expect(rows.every(({ count }) => count > 0)).toBe(true);
  expect(totalOf(rows)).toBeLessThanOrEqual(IDLE_AIM_USD);
});

test('the document of capacity has this table', () => {
  const text = readFileSync(new URL('../../shared/docs/capacity.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('## A stage without payments\n');
  expect(section.match(/^\|.*(?:\n\|.*)+/m)?.[0]).toBe(tableText());
});
