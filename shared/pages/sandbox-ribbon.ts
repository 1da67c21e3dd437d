import type { Language } from '../domain/language.ts';
import { type Html, html } from './html.ts';
import { texts } from './texts.ts';

/** A card of the embedded bank, and what becomes of it. */
export interface ListedTestCard {
  readonly number: string;
  readonly isApproved: boolean;
}

const inGroups = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** The sign of a stage where no money moves. On the card form it opens the cards to try; a press fills the form. */
export const sandboxRibbon = (cards: readonly ListedTestCard[], language: Language): Html => {
  const words = texts[language].sandbox;
  if (cards.length === 0) return html`<header class="ribbon"><p><strong>${words.name}</strong></p></header>`;
  const line = ({ number, isApproved }: ListedTestCard): Html =>
    html`<li><button type="button" class="quiet" data-card="${number}">${inGroups(number)}</button> ${isApproved ? words.taken : words.refused}</li>`;
  return html`<header class="ribbon"><details><summary>${words.name} · <span>${words.cards}</span></summary><ul>${cards.map(line)}</ul></details></header>`;
};
