import { type CardBrand, cvcLengthOf } from '../domain/card/bank-card-brand.ts';
import { Html, html } from './html.ts';
import type { CardFormTexts } from './page-texts.ts';

/** A closed lock. Decoration only: screen readers skip it. */
export const LOCK = html`<svg width="14" height="16" viewBox="0 0 14 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><rect x="1.5" y="7" width="11" height="8" rx="2"/><path d="M4 7V4.8a3 3 0 0 1 6 0V7"/></svg>`;

/** A tick, inside the badge of what succeeded. */
export const TICK = html`<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 13 4.5 4.5L19 7.5"/></svg>`;

/** The marks of the brands belong to others: their names stand for them. */
const names: readonly (readonly [brand: CardBrand, name: string])[] = [
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['troy', 'Troy'],
  ['american-express', 'American Express'],
  ['maestro', 'Maestro'],
];

/** The brands that a form takes, by name. The script picks out the one of the number that is being typed, and tells it. */
export const brandMarks = (taken: readonly CardBrand[], label: string): Html =>
  html`<p class="soft"><span class="vh">${label}: </span>${names
    .filter(([brand]) => taken.includes(brand))
    .map(
      ([brand, name]) => html`<b data-brand="${brand}">${name}</b> `,
    )}</p><span class="vh" id="brand" role="status"></span>`;

const nameOfBrand = new Map<CardBrand, string>(names);

/** The name of a brand; undefined for one that the service does not know. */
export const brandName = (brand: CardBrand): string | undefined => nameOfBrand.get(brand);

interface CodePicture {
  readonly label: string;
  readonly drawing: string;
  readonly shown: boolean;
}

const cardWithCode = (length: number, { label, drawing, shown }: CodePicture): Html =>
  html`<svg width="40" height="28" viewBox="0 0 40 28" fill="none" role="img" aria-label="${label}" data-cvc="${length}"${
    shown ? undefined : html` hidden`
  }><rect x=".75" y=".75" width="38.5" height="26.5" rx="4" stroke="currentColor" stroke-opacity=".6" stroke-width="1.5"/>${new Html(drawing)}</svg>`;

const STRIPE = `<path d="M1 8h38" stroke="currentColor" stroke-opacity=".6" stroke-width="5"/><rect x="22" y="14" width="14" height="9" rx="4.5" stroke="var(--bad)" stroke-width="1.5"/><path d="M25 18.5h8" stroke="currentColor" stroke-width="2.5" stroke-dasharray="1.8 1.3"/>`;
const FRONT = `<rect x="4" y="5" width="8" height="6" rx="1.5" fill="currentColor" fill-opacity=".4"/><path d="M5 21h17" stroke="currentColor" stroke-opacity=".5" stroke-width="2.5"/><rect x="21" y="5" width="16" height="9" rx="4.5" stroke="var(--bad)" stroke-width="1.5"/><path d="M24 9.5h10.5" stroke="currentColor" stroke-width="2.5" stroke-dasharray="1.8 1.3"/>`;

/** Where the security code stands on a card: three digits on the back, on American Express four on the front. */
export const codePictures = ({ cvcOnBack, cvcOnFront }: CardFormTexts, shown: number): Html => {
  const [back, front] = [cvcLengthOf('other'), cvcLengthOf('american-express')];
  return html`${cardWithCode(back, { label: cvcOnBack, drawing: STRIPE, shown: shown === back })}${cardWithCode(front, { label: cvcOnFront, drawing: FRONT, shown: shown === front })}`;
};
