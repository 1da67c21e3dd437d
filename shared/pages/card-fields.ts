import type { CardField } from '../domain/card/card-input.ts';
import type { CardStorageChoice } from '../domain/link/payment-request.ts';
import { formFields, NO, YES } from './form-fields.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import type { CardFormTexts } from './page-texts.ts';
import { texts } from './texts.ts';

/** In the order of the form: the field that a problem's link leads to, and where the problem is told. */
const places: readonly { readonly field: CardField; readonly input: string; readonly problem: string }[] = [
  { field: 'number', input: 'card-number', problem: 'number-problem' },
  { field: 'holderName', input: 'holder-name', problem: 'holder-name-problem' },
  { field: 'expiry', input: 'expiry-month', problem: 'expiry-problem' },
  { field: 'cvc', input: 'cvc', problem: 'cvc-problem' },
];

interface Shown {
  readonly problems: readonly CardField[];
  readonly words: CardFormTexts;
}

/** Every message is in the page; the hidden ones are there for the script, which has no text of its own. */
const problemOf = (field: CardField, { problems, words }: Shown): Html => {
  const { problem } = places.find((place) => place.field === field) ?? { problem: '' };
  const hidden = problems.includes(field) ? undefined : html` hidden`;
  return html`<p class="problem" id="${problem}"${hidden}>${words.problems[field]}</p>`;
};

const invalid = (field: CardField, { problems }: Shown): Html | undefined => {
  const place = places.find((one) => one.field === field);
  return problems.includes(field) && place !== undefined
    ? html` aria-invalid="true" aria-describedby="${place.problem}"`
    : undefined;
};

/** All that is wrong, in one place that takes the focus, with a way to each field. */
export const problemSummary = (problems: readonly CardField[], language: Language): Html | undefined => {
  const words = texts[language].cardForm;
  const wrong = places.filter(({ field }) => problems.includes(field));
  return wrong.length === 0
    ? undefined
    : html`<div class="notice bad" role="alert" tabindex="-1" autofocus><h2>${words.problemsHeading}</h2>
<ul>${wrong.map(({ field, input }) => html`<li><a href="#${input}">${words.problems[field]}</a></li>`)}</ul></div>`;
};

/** The fields of a card. They are always empty: card data never comes back into a form (rule 34). */
export const cardFields = (problems: readonly CardField[], language: Language): Html => {
  const words = texts[language].cardForm;
  const shown = { problems, words };
  return html`<div class="field"><div class="line"><label for="card-number">${words.cardNumber}</label><span id="brand" class="sub" role="status"></span></div>
<input id="card-number" name="${formFields.cardNumber}" inputmode="numeric" autocomplete="cc-number" maxlength="23" required${invalid('number', shown)}>
${problemOf('number', shown)}</div>
<div class="field"><label for="holder-name">${words.holderName}</label>
<input id="holder-name" name="${formFields.holderName}" autocomplete="cc-name" maxlength="100" autocapitalize="characters" spellcheck="false" required${invalid('holderName', shown)}>
${problemOf('holderName', shown)}</div>
<fieldset class="field"><legend>${words.expiry}</legend>
<div class="pair"><div><label for="expiry-month" class="sub">${words.month} ${words.monthHint}</label>
<input id="expiry-month" name="${formFields.expiryMonth}" inputmode="numeric" autocomplete="cc-exp-month" maxlength="2" required${invalid('expiry', shown)}></div>
<div><label for="expiry-year" class="sub">${words.year} ${words.yearHint}</label>
<input id="expiry-year" name="${formFields.expiryYear}" inputmode="numeric" autocomplete="cc-exp-year" maxlength="4" required${invalid('expiry', shown)}></div></div>
${problemOf('expiry', shown)}</fieldset>
<div class="field"><label for="cvc">${words.cvc} <span class="sub">${words.cvcHint}</span></label>
<input id="cvc" name="${formFields.cvc}" inputmode="numeric" autocomplete="cc-csc" maxlength="4" required${invalid('cvc', shown)}>
${problemOf('cvc', shown)}</div>`;
};

const threeDOption = (value: string, name: string, hint: string): Html =>
  html`<label class="choice"><input type="radio" name="${formFields.threeD}" value="${value}"${value === YES ? html` checked` : undefined}>
<span>${name}<span class="sub">${hint}</span></span></label>
`;

/** 3D as it is decided for the link, or as the payer may choose: with the bank's confirmation is preselected (rule 20). */
export const threeDChoice = (threeD: 'mandatory' | 'choosable', language: Language): Html => {
  const words = texts[language].cardForm.threeD;
  if (threeD === 'mandatory') {
    return html`<p class="soft"><input type="hidden" name="${formFields.threeD}" value="${YES}">${words.mandatory}</p>`;
  }
  return html`<fieldset class="field"><legend>${words.heading}</legend>
${threeDOption(YES, words.withBank, words.withBankHint)}${threeDOption(NO, words.without, words.withoutHint)}</fieldset>`;
};

/** Whether the card is kept: asked, never assumed, where the payer decides; told where the dealer decided. */
export const cardStorageChoice = (choice: CardStorageChoice, language: Language): Html | undefined => {
  const words = texts[language].cardForm.storage;
  if (choice === 'never') return undefined;
  if (choice === 'always') return html`<p class="soft">${words.always}</p>`;
  return html`<label class="choice field"><input type="checkbox" name="${formFields.storeCard}" value="${YES}">
<span>${words.payerDecides}<span class="sub">${words.payerDecidesHint}</span></span></label>`;
};
