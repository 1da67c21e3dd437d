import { type CardBrand, cvcLengthOf } from '../domain/card/bank-card-brand.ts';
import { Html, html } from './html.ts';
import type { CardFormTexts } from './page-texts.ts';

/** A closed lock. Decoration only: screen readers skip it. */
export const LOCK = html`<svg width="14" height="16" viewBox="0 0 14 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><rect x="1.5" y="7" width="11" height="8" rx="2"/><path d="M4 7V4.8a3 3 0 0 1 6 0V7"/></svg>`;

/** A tick, inside the badge of what succeeded. */
export const TICK = html`<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 13 4.5 4.5L19 7.5"/></svg>`;

const word = (text: string, { colour, at = 22, size = 13 }: { colour: string; at?: number; size?: number }): string =>
  `<text x="${at}" y="18.5" text-anchor="middle" fill="${colour}" font-family="Arial,sans-serif" font-size="${size}" font-weight="900">${text}</text>`;

const circles = (left: string, right: string): string =>
  `<circle cx="17.5" cy="14" r="8" fill="${left}"/><circle cx="26.5" cy="14" r="8" fill="${right}" fill-opacity=".85"/>`;

interface Mark {
  readonly brand: Exclude<CardBrand, 'other'>;
  readonly name: string;
  readonly ground?: string;
  readonly drawing: string;
}

const marks: readonly Mark[] = [
  { brand: 'visa', name: 'Visa', drawing: `<g font-style="italic">${word('VISA', { colour: '#1a1f71' })}</g>` },
  { brand: 'mastercard', name: 'Mastercard', drawing: circles('#eb001b', '#f79e1b') },
  { brand: 'maestro', name: 'Maestro', drawing: circles('#0099df', '#ed0006') },
  {
    brand: 'american-express',
    name: 'American Express',
    ground: '#016fd0',
    drawing: word('AMEX', { colour: '#fff', size: 12 }),
  },
  { brand: 'troy', name: 'Troy', drawing: word('troy', { colour: '#00a0b0', size: 15 }) },
];

const markOf = ({ ground = '#fff', drawing }: Mark, attributes: Html): Html =>
  html`<svg width="44" height="28" viewBox="0 0 44 28" ${attributes}><rect x=".5" y=".5" width="43" height="27" rx="4" fill="${ground}" stroke="#d9dfe5"/>${new Html(drawing)}</svg>`;

/** The marks of all brands, hidden: the script shows the one of the number that is being typed. */
export const brandMarks = (): Html =>
  html`<span id="brand" role="status">${marks.map((mark) =>
    markOf(mark, html`role="img" aria-label="${mark.name}" data-brand="${mark.brand}" hidden`),
  )}</span>`;

/** The mark of one brand beside its name; undefined for a brand that the service does not know. */
export const brandMark = (brand: CardBrand): Html | undefined => {
  const mark = marks.find((one) => one.brand === brand);
  return mark && markOf(mark, html`aria-hidden="true"`);
};

const nameOfBrand = new Map<CardBrand, string>(marks.map(({ brand, name }) => [brand, name]));

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
