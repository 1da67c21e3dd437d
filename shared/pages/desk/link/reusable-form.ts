import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts';
import type { Currency } from '../../../domain/money/money.ts';
import { MAX_AMOUNT_TEXT } from '../../../domain/money/typed-amount.ts';
import { LONGEST_TITLE } from '../../../domain/reusable-link/link-rules.ts';
import { type Html, html } from '../../html.ts';
import { deskInput, deskSelect, onceField } from '../frame/desk-field.ts';
import { type DeskFrame, deskForm } from '../frame/desk-page.ts';
import { currencyOptions, type LinkChoice } from './link-form.ts';
import { deskLinkTexts } from './link-texts.ts';
import type { ReusableFormField, ReusableFormRefusal, TypedReusable } from './reusable-form-fields.ts';
import { deskReusableTexts } from './reusable-texts.ts';

export interface ReusableFormView {
  readonly frame: DeskFrame;
  readonly choices: readonly LinkChoice[];
  readonly currencies: readonly Currency[];
  readonly once: string;
  readonly typed?: TypedReusable;
  readonly refusal?: ReusableFormRefusal | undefined;
}

/** Longest description of a reusable link, as the dealers' operation takes it. */
export const LONGEST_REUSABLE_DESCRIPTION = 500;

const EMPTY: TypedReusable = {
  title: '',
  amount: '',
  currency: '',
  min: '',
  max: '',
  maxPayments: '',
  description: '',
  expires: '',
  definition: '',
};

const HIDDEN_FIELDS: readonly ReusableFormField[] = [
  'min',
  'max',
  'maxPayments',
  'description',
  'expires',
  'definition',
];

/** The form of a new reusable link: what is paid for and how much stands open, the rest behind one press. */
export const reusableForm = (view: ReusableFormView): Html => {
  const { frame, choices, currencies, once, refusal, typed = EMPTY } = view;
  const { optional, more, noDefinition } = deskLinkTexts[frame.language];
  const { fields, hints, problems, make } = deskReusableTexts[frame.language];
  if (choices.length === 0) return html`<p class="card">${noDefinition}</p>`;
  const field = (name: ReusableFormField) => ({
    name,
    label: fields[name],
    // A card number that was typed into the wrong field is not shown again (rule 32).
    value: maskCardNumbers(typed[name]),
    problem: refusal?.field === name ? problems[refusal.problem] : undefined,
  });
  const amount = { inputMode: 'decimal', maxLength: MAX_AMOUNT_TEXT } as const;
  const usual = [
    deskInput({ ...field('title'), maxLength: LONGEST_TITLE, required: true }),
    deskInput({ ...field('amount'), ...amount, hint: hints.amount }),
    ...(currencies.length > 1
      ? [deskSelect({ ...field('currency'), options: currencyOptions(currencies, frame.language) })]
      : []),
  ];
  const others = [
    deskInput({ ...field('min'), ...amount, optional }),
    deskInput({ ...field('max'), ...amount, optional }),
    deskInput({ ...field('maxPayments'), inputMode: 'numeric', maxLength: 7, optional, hint: hints.maxPayments }),
    deskInput({ ...field('description'), maxLength: LONGEST_REUSABLE_DESCRIPTION, optional }),
    deskInput({ ...field('expires'), type: 'date', optional, hint: hints.expires }),
    ...(choices.length > 1
      ? [
          deskSelect({
            ...field('definition'),
            options: choices.map(({ id, name }) => ({ value: String(id), text: name })),
          }),
        ]
      : []),
  ];
  const isOpen = HIDDEN_FIELDS.some((name) => typed[name] !== '' || refusal?.field === name);
  const content = html`${onceField(once)}<div class="filters fields">${usual}</div>
<details class="field"${isOpen ? html` open` : undefined}><summary>${more}</summary><div class="filters fields">${others}</div></details>
<div class="buttons"><button>${make}</button></div>`;
  return html`<section class="card" aria-labelledby="make"><h2 id="make">${make}</h2>${deskForm(frame, '/desk/reusable-links/new/make', content)}</section>`;
};
