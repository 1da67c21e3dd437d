import type { FunnelCounts } from '../../../domain/funnel/funnel-counts.ts';
import { type FunnelStage, funnelStages } from '../../../domain/funnel/request-stages.ts';
import type { Language } from '../../../domain/language.ts';
import { countText } from '../../amounts.ts';
import { type Html, html } from '../../html.ts';
import { deskMoment } from '../frame/moments.ts';
import { stepsChart } from './charts.ts';
import { todayTexts } from './today-texts.ts';

/** What became of the links of some days, as far as it was counted. */
export type ShownFunnel =
  | { readonly kind: 'too-many' }
  | {
      readonly kind: 'counted';
      readonly days: number;
      readonly stages: FunnelCounts['stages'];
      readonly isComplete: boolean;
      /** When links of today were counted, if they were. */
      readonly countedAtMs?: number | undefined;
    };

/** The way of a link that is paid. The table has the other ends as well. */
const WAY = ['created', 'opened', 'cardSent', 'paid'] as const satisfies readonly FunnelStage[];

const stagesTable = (stages: FunnelCounts['stages'], language: Language): Html => {
  const texts = todayTexts[language];
  const rows = funnelStages.map(
    (stage) =>
      html`<tr><th scope="row">${texts.stages[stage]}</th><td class="number">${countText(stages[stage], language)}</td></tr>`,
  );
  return html`<details><summary>${texts.numbers}</summary><table><caption>${texts.funnelText}</caption>
<thead><tr><th scope="col">${texts.stage}</th><th scope="col" class="number">${texts.count}</th></tr></thead><tbody>${rows}</tbody></table></details>`;
};

/** The funnel of the last days, and until when it is counted. */
export const todaysFunnel = (funnel: ShownFunnel, language: Language): Html => {
  const texts = todayTexts[language];
  if (funnel.kind === 'too-many') {
    return html`<section class="card"><h2>${texts.funnel('30')}</h2><p>${texts.funnelTooMany}</p></section>`;
  }
  const { days, stages, isComplete, countedAtMs } = funnel;
  const steps = WAY.map((stage) => ({
    name: texts.stages[stage],
    value: stages[stage],
    shown: countText(stages[stage], language),
  }));
  const counted =
    stages.created === 0
      ? html`<p>${texts.funnelEmpty}</p>`
      : html`${stepsChart(steps)}${stagesTable(stages, language)}`;
  return html`<section class="card"><h2>${texts.funnel(String(days))}</h2>
${counted}
${countedAtMs === undefined ? undefined : html`<p class="hint">${texts.funnelAsOf(deskMoment(countedAtMs, language))}</p>`}
${isComplete ? undefined : html`<p class="hint">${texts.funnelNightly}</p>`}</section>`;
};
