import { brandsTaken, type CardBrand, cvcLengthOf } from '../domain/card/bank-card-brand.ts';
import type { CardField } from '../domain/card/card-input.ts';
import { MAX_NUMBER_TEXT } from '../domain/card/card-rules.ts';
import type { Language } from '../domain/language.ts';
import type { CardStorageChoice } from '../domain/link/payment-request.ts';
import { brandMarks, codePictures } from './card-pictures.ts';
import { formFields, NO, YES } from './form-fields.ts';
import { type Html, html } from './html.ts';
import type { CardFormTexts } from './page-texts.ts';
import { texts } from './texts.ts';

/** What this very post carried, given back to its payer: never from storage, and never the security code. */
export interface TypedCard {
  readonly number?: string | undefined;
  readonly expiry?: string | undefined;
  readonly holderName?: string | undefined;
}

/** The fields of the form: those of a card, and the customer's password for a stored one. */
type FormFieldName = CardField | 'password';

/** What is wrong with a field: nothing stands in it, or something that cannot be right. */
export interface ListedProblem {
  readonly field: FormFieldName;
  readonly kind: 'missing' | 'wrong';
}

export interface CardFieldsView {
  readonly problems: readonly ListedProblem[];
  readonly typed: TypedCard;
  readonly language: Language;
}

/** The ids of the inputs, in the order of the form. */
const ids: Readonly<Record<FormFieldName, string>> = {
  number: 'card-number',
  expiry: 'expiry',
  cvc: 'cvc',
  holderName: 'holder-name',
  password: 'password',
};

const sentenceOf = ({ field, kind }: ListedProblem, words: CardFormTexts): string => words.problems[field][kind];

/**
 * The list of all problems above the form. It takes the focus and links to each field. Without a problem it is there,
 * hidden, for the script.
 */
export const problemSummary = ({ problems, language }: Omit<CardFieldsView, 'typed'>): Html => {
  const words = texts[language].cardForm;
  const [shown, lines] =
    problems.length === 0
      ? [html` hidden`, []]
      : [
          html` autofocus`,
          problems.map((one) => html`<li><a href="#${ids[one.field]}">${sentenceOf(one, words)}</a></li>`),
        ];
  return html`<div id="problems" class="notice bad" role="alert" tabindex="-1"${shown}><h2>${words.problemsHeading}</h2><ul>${lines}</ul></div>`;
};

/** An input with its id and everything that says what is wrong with it. Both sentences stand in it for the script. */
const inputOf = (
  field: FormFieldName,
  { attributes, value }: { readonly attributes: Html; readonly value?: string | undefined },
  { problems, language }: CardFieldsView,
): { readonly input: Html; readonly problem: Html } => {
  const words = texts[language].cardForm;
  const found = problems.find((one) => one.field === field);
  const id = ids[field];
  const [invalid, hidden] = found === undefined ? [undefined, html` hidden`] : [html` aria-invalid="true"`, undefined];
  const { missing, wrong } = words.problems[field];
  return {
    input: html`<input id="${id}" ${attributes} required aria-describedby="${id}-problem"${
      value === undefined || value === '' ? undefined : html` value="${value}"`
    }${invalid}>`,
    problem: html`<p class="problem" id="${id}-problem" data-missing="${missing}" data-wrong="${wrong}"${hidden}>${
      found && sentenceOf(found, words)
    }</p>`,
  };
};

/** The number of the card, with the brands that the form takes: its first field, and that of the first step without script. */
export const numberField = (view: CardFieldsView, threeD: 'mandatory' | 'choosable'): Html => {
  const words = texts[view.language].cardForm;
  const attributes = html`name="${formFields.cardNumber}" inputmode="numeric" autocomplete="cc-number" maxlength="${MAX_NUMBER_TEXT}"`;
  const { input, problem } = inputOf('number', { attributes, value: view.typed.number }, view);
  return html`<div class="field"><div class="named"><label for="card-number">${words.cardNumber}</label>${brandMarks(brandsTaken(threeD), words.brands)}</div>${input}${problem}</div>`;
};

/** The security code, which is never filled in. `length`: the digits that the picture beside it shows. */
const cvcField = (view: CardFieldsView, length = cvcLengthOf('other')): Html => {
  const words = texts[view.language].cardForm;
  const attributes = html`name="${formFields.cvc}" inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="${words.cvcHint}"`;
  const { input, problem } = inputOf('cvc', { attributes }, view);
  return html`<div class="field"><label for="cvc">${words.cvc}</label><div class="box">${input}${codePictures(words, length)}</div>${problem}</div>`;
};

const passwordField = (view: CardFieldsView): Html => {
  const { password } = texts[view.language].cardForm;
  const attributes = html`type="password" name="${formFields.password}" autocomplete="off" maxlength="100"`;
  const { input, problem } = inputOf('password', { attributes }, view);
  return html`<div class="field"><label for="password">${password}</label>${input}${problem}</div>`;
};

/** What a stored card asks for: its security code, and the customer's password where there is one (rule 48). */
export const storedCardFields = (
  view: CardFieldsView,
  { brand, asksPassword }: { readonly brand: CardBrand; readonly asksPassword: boolean },
): Html => html`${cvcField(view, cvcLengthOf(brand))}${asksPassword ? passwordField(view) : undefined}`;

/** Expiry, security code and name. */
export const otherFields = (view: CardFieldsView): Html => {
  const { typed } = view;
  const words = texts[view.language].cardForm;
  const expiry = inputOf(
    'expiry',
    {
      attributes: html`name="${formFields.expiry}" inputmode="numeric" autocomplete="cc-exp" maxlength="20" placeholder="${words.expiryHint}"`,
      value: typed.expiry,
    },
    view,
  );
  const name = inputOf(
    'holderName',
    {
      attributes: html`name="${formFields.holderName}" autocomplete="cc-name" maxlength="100" spellcheck="false"`,
      value: typed.holderName,
    },
    view,
  );
  return html`<div class="pair"><div class="field"><label for="expiry">${words.expiry}</label>${expiry.input}${expiry.problem}</div>
${cvcField(view)}</div>
<div class="field"><label for="holder-name">${words.holderName}</label>${name.input}${name.problem}</div>`;
};

const threeDOption = (value: string, name: string, hint: string): Html =>
  html`<label class="choice"><input type="radio" name="${formFields.threeD}" value="${value}"${value === YES ? html` checked` : undefined}>
<span>${name}<small>${hint}</small></span></label>
`;

/** A hidden field where 3D is mandatory, else a choice with 3D preselected (rule 20). */
export const threeDChoice = (threeD: 'mandatory' | 'choosable', language: Language): Html => {
  const words = texts[language].cardForm.threeD;
  if (threeD === 'mandatory') return html`<input type="hidden" name="${formFields.threeD}" value="${YES}">`;
  return html`<fieldset><legend>${words.heading}</legend>
${threeDOption(YES, words.withBank, words.withBankHint)}${threeDOption(NO, words.without, words.withoutHint)}</fieldset>`;
};

/** Whether the card is stored: a checkbox, not ticked, where the payer decides; a notice where the dealer decided. */
export const cardStorageChoice = (choice: CardStorageChoice, language: Language): Html | undefined => {
  const words = texts[language].cardForm.storage;
  if (choice === 'never') return undefined;
  if (choice === 'always') return html`<p class="field soft">${words.always}</p>`;
  return html`<label class="choice field"><input type="checkbox" name="${formFields.storeCard}" value="${YES}">
<span>${words.payerDecides}<small>${words.payerDecidesHint}</small></span></label>`;
};
