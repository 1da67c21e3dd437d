import { maskCardNumbers } from '../domain/card/card-number-in-text.ts';
import { Html, html } from './html.ts';

/** One line of a list of facts; nothing if there is no value. For texts of our own, which need no masking. */
export const fact = (name: string, value: string | Html | undefined): Html | undefined =>
  value === undefined ? undefined : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** A fact that the dealer or the payer wrote: card numbers in it are masked (rule 32). */
export const writtenFact = (name: string, value: string | undefined): Html | undefined =>
  fact(name, value === undefined ? undefined : maskCardNumbers(value));

/** A list of facts. */
export const factList = (...facts: readonly (Html | undefined)[]): Html =>
  html`<dl class="facts">${facts.filter((one) => one instanceof Html)}</dl>`;
