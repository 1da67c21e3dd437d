import type { BankCode } from '../../../domain/attempt/bank-codes.ts';
import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts';
import type { LifeLine } from '../../../domain/desk/payment-life.ts';
import type { Language } from '../../../domain/language.ts';
import { amountText } from '../../amounts.ts';
import { type Html, html } from '../../html.ts';
import { deskMoment } from '../frame/moments.ts';
import { bankCodeTexts } from './bank-code-texts.ts';
import { paymentTexts } from './payment-texts.ts';

/** A payment has up to 100 steps; the page stays under 40 kB. */
export const MOST_LIFE_LINES = 50;

const because = (code: BankCode | undefined, language: Language): string =>
  code === undefined ? '' : paymentTexts[language].page.because(bankCodeTexts[language][code]);

const textOf = (line: LifeLine, language: Language): string => {
  const { page } = paymentTexts[language];
  switch (line.kind) {
    case 'made':
      return page.made[line.of];
    case 'opened':
      return page.opened;
    case 'link-over':
      return page.over[line.how];
    case 'try': {
      const { amount, currency, maskedCard, outcome, code } = line;
      return `${page.tries[outcome](amountText(amount, { currency, language }), maskedCard)}${because(code, language)}`;
    }
    case 'step': {
      const { step, state, amount, currency, code } = line;
      return `${page.steps[step][state](amountText(amount, { currency, language }))}${because(code, language)}`;
    }
    case 'message': {
      const { message, state } = line;
      // Of a receipt the dealer learns that it went, and not where the payer wanted it.
      const to = message.kind === 'receipt' ? undefined : message.to;
      const what = page.message(page.messageKinds[message.kind], page.channels[message.channel], to);
      return `${maskCardNumbers(what)} (${page.messageStates[state]})`;
    }
    case 'told':
      return page.told[line.state](line.event, line.tries);
  }
};

/** Who asked for a step, where that was not the dealer's own people or program. */
const byWhom = (line: LifeLine, language: Language): string =>
  line.kind === 'step' && line.by !== 'dealer' ? ` · ${paymentTexts[language].page.by[line.by]}` : '';

const lineHtml = (line: LifeLine, language: Language): Html => {
  const moment = line.atMs === undefined ? '' : deskMoment(line.atMs, language);
  return html`<li>${textOf(line, language)}<br><span class="soft">${moment}${byWhom(line, language)}</span></li>`;
};

/** What happened to a payment, the oldest first; the last lines alone where there are many. */
export const lifeList = (life: readonly LifeLine[], language: Language): Html | undefined => {
  const { page } = paymentTexts[language];
  if (life.length === 0) return undefined;
  const shown = life.slice(-MOST_LIFE_LINES);
  const cut = shown.length < life.length ? html`<p class="soft">${page.lifeCut(shown.length)}</p>` : undefined;
  return html`<section class="card"><h2>${page.life}</h2>${cut}<ol class="life">${shown.map((line) => lineHtml(line, language))}</ol></section>`;
};
