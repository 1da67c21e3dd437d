import type { OfferedCard } from '../domain/card/offered-card.ts';
import type { Language } from '../domain/language.ts';
import type { TypedCard } from './card-fields.ts';
import { brandName } from './card-pictures.ts';
import { formFields } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { texts } from './texts.ts';

/** What the form of a link shows of the stored cards of the link's customer (rule 48). */
export interface StoredCardsView {
  /** The cards to choose from; none where one is chosen. */
  readonly cards: readonly OfferedCard[];
  /** The card that the form is about. Absent: the form is about a card that the payer types. */
  readonly chosen?: { readonly card: OfferedCard; readonly asksPassword: boolean };
  /** Where the form posts a typed card, and where a stored one. */
  readonly paths: { readonly link: string; readonly storedCard: string };
}

const shown = ({ brand, lastFour }: OfferedCard, language: Language): Html => {
  const { card } = texts[language].cardForm.storedCards;
  return html`<span>${brandName(brand) ?? card} •••• ${lastFour}</span>`;
};

/**
 * One button for each stored card. It takes what was typed so far along, so that the way back gives it back. The hidden
 * button before them is what Enter in a field presses.
 */
export const storedCardRows = (
  { cards, paths }: StoredCardsView,
  { language, asksForCard }: { readonly language: Language; readonly asksForCard: boolean },
): Html | undefined => {
  if (cards.length === 0) return undefined;
  const { heading, another } = texts[language].cardForm.storedCards;
  const first = asksForCard ? html` name="${formFields.action}" value="quote" formnovalidate` : undefined;
  return html`<button class="first" hidden${first}></button><fieldset class="stored"><legend>${heading}</legend><div class="plans">${cards.map(
    (card) =>
      html`<button class="plan" name="${formFields.choosesCard}" value="${card.reference}" formaction="${paths.storedCard}" formnovalidate>${shown(card, language)}</button>`,
  )}</div></fieldset><p class="soft field">${another}</p>`;
};

const carried = (typed: TypedCard): readonly Html[] =>
  (
    [
      [formFields.cardNumber, typed.number],
      [formFields.expiry, typed.expiry],
      [formFields.holderName, typed.holderName],
    ] as const
  ).flatMap(([name, value = '']) =>
    value === '' ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  );

/** The chosen card, and the way back to the form with what was typed into it before. */
export const chosenCard = (
  card: OfferedCard,
  typed: TypedCard,
  { paths, language }: Pick<StoredCardsView, 'paths'> & { readonly language: Language },
): Html => {
  const { useAnother } = texts[language].cardForm.storedCards;
  return html`<button class="first" hidden></button><input type="hidden" name="${formFields.storedCard}" value="${card.reference}">${carried(typed)}
<div class="plans field"><div class="plan">${shown(card, language)}</div><button class="plan" name="${formFields.action}" value="another-card" formaction="${paths.link}" formnovalidate>${useAnother}</button></div>`;
};
