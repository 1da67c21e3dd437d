import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts';
import type { Language } from '../../../domain/language.ts';
import type { Definition } from '../../../domain/link/definition.ts';
import type { MessageChannel } from '../../../domain/message/message.ts';
import type { Currency } from '../../../domain/money/money.ts';
import { MAX_AMOUNT_TEXT } from '../../../domain/money/typed-amount.ts';
import { type Html, html } from '../../html.ts';
import { deskInput, deskSelect, onceField } from '../frame/desk-field.ts';
import { type DeskFrame, deskForm } from '../frame/desk-page.ts';
import type { LinkFormField, LinkFormRefusal, TypedLink } from './link-form-fields.ts';
import { deskLinkTexts } from './link-texts.ts';

/** A definition that a new link may follow, as the form shows it. */
export interface LinkChoice {
  readonly id: number;
  readonly name: string;
  /** Channels that its links are sent on here, where a contact is given. */
  readonly channels: readonly MessageChannel[];
  /** Installment counts above one that dealer and definition allow, the fewest first. */
  readonly counts: readonly number[];
  readonly setBy: Definition['installmentsSetBy'];
  readonly lifeMinutes: number;
}

export interface LinkFormView {
  readonly frame: DeskFrame;
  readonly choices: readonly LinkChoice[];
  readonly currencies: readonly Currency[];
  readonly once: string;
  readonly typed?: TypedLink;
  readonly refusal?: LinkFormRefusal | undefined;
}

/** Longest texts of a payment request, as the dealers' operation takes them. */
const LONGEST_TEXT = 200;
const LONGEST_CONTACT = 254;

const signs: Readonly<Record<Currency, string>> = { TL: '₺', USD: '$', EUR: '€', GBP: '£' };
const currencyNames: Readonly<Record<Language, Readonly<Record<Currency, string>>>> = {
  tr: { TL: 'Türk lirası', USD: 'ABD doları', EUR: 'Euro', GBP: 'İngiliz sterlini' },
  en: { TL: 'Turkish lira', USD: 'US dollar', EUR: 'Euro', GBP: 'British pound' },
};

export const currencyOptions = (currencies: readonly Currency[], language: Language) =>
  currencies.map((currency) => ({ value: currency, text: `${signs[currency]} ${currencyNames[language][currency]}` }));

const installmentOptions = (choices: readonly LinkChoice[], language: Language) => {
  const { installments } = deskLinkTexts[language];
  const counts = [...new Set(choices.filter(({ setBy }) => setBy !== 'payer').flatMap((one) => one.counts))];
  const byPayer = choices.some(({ setBy, counts: own }) => setBy !== 'dealer' && own.length > 0);
  return [
    { value: '', text: installments.usual },
    ...(byPayer ? [{ value: 'payer', text: installments.payer }] : []),
    ...(choices.some(({ setBy }) => setBy !== 'payer') ? [{ value: '1', text: installments.one }] : []),
    ...counts
      .toSorted((one, other) => one - other)
      .map((count) => ({ value: String(count), text: installments.many(count) })),
  ];
};

const channelsOf = (choices: readonly LinkChoice[]): readonly MessageChannel[] =>
  (['sms', 'email'] as const).filter((channel) => choices.some(({ channels }) => channels.includes(channel)));

const EMPTY: TypedLink = {
  amount: '',
  currency: '',
  description: '',
  name: '',
  phone: '',
  email: '',
  expires: '',
  installments: '',
  definition: '',
};

interface FieldsView {
  readonly view: LinkFormView;
  readonly typed: TypedLink;
  readonly problemOf: (field: LinkFormField) => string | undefined;
}

/** What nearly every link needs: amount, what for, and where it goes. */
const usualFields = ({ view: { frame, choices, currencies }, typed, problemOf }: FieldsView): Html => {
  const { fields, hints, optional } = deskLinkTexts[frame.language];
  const channels = channelsOf(choices);
  const field = (name: LinkFormField) => ({
    name,
    label: fields[name],
    value: maskCardNumbers(typed[name]),
    problem: problemOf(name),
  });
  return html`<div class="filters fields">${[
    deskInput({
      ...field('amount'),
      inputMode: 'decimal',
      maxLength: MAX_AMOUNT_TEXT,
      required: true,
      hint: hints.amount,
    }),
    ...(currencies.length > 1
      ? [deskSelect({ ...field('currency'), options: currencyOptions(currencies, frame.language) })]
      : []),
    deskInput({ ...field('description'), maxLength: LONGEST_TEXT, optional, isLong: true }),
    deskInput({
      ...field('phone'),
      type: 'tel',
      inputMode: 'tel',
      optional,
      hint: channels.includes('sms') ? hints.phone.sent : hints.phone.kept,
    }),
    deskInput({
      ...field('email'),
      inputMode: 'email',
      maxLength: LONGEST_CONTACT,
      optional,
      hint: channels.includes('email') ? hints.email.sent : hints.email.kept,
    }),
  ]}</div>`;
};

const otherFields = ({ view: { frame, choices }, typed, problemOf }: FieldsView): Html => {
  const { fields, hints, optional, life } = deskLinkTexts[frame.language];
  const field = (name: LinkFormField) => ({
    name,
    label: fields[name],
    value: maskCardNumbers(typed[name]),
    problem: problemOf(name),
  });
  const [first] = choices;
  const longest = Math.max(...choices.map(({ lifeMinutes }) => lifeMinutes));
  const named = choices.map(({ id, name }) => ({ value: String(id), text: name }));
  return html`<div class="filters fields">${[
    deskInput({ ...field('name'), maxLength: LONGEST_TEXT, optional }),
    deskInput({
      ...field('expires'),
      type: 'date',
      optional,
      hint: hints.expires(life(choices.length > 1 ? longest : (first?.lifeMinutes ?? longest))),
    }),
    deskSelect({ ...field('installments'), options: installmentOptions(choices, frame.language) }),
    ...(choices.length > 1 ? [deskSelect({ ...field('definition'), options: named })] : []),
  ]}</div>`;
};

const HIDDEN_FIELDS: readonly LinkFormField[] = ['name', 'expires', 'installments', 'definition'];

/** The form of a new link: what nearly every link needs stands open, the rest behind one press. */
export const linkForm = (view: LinkFormView): Html => {
  const { frame, choices, once, refusal, typed = EMPTY } = view;
  const words = deskLinkTexts[frame.language];
  if (choices.length === 0) return html`<p class="card">${words.noDefinition}</p>`;
  const problemOf = (field: LinkFormField) => (refusal?.field === field ? words.problems[refusal.problem] : undefined);
  const fields: FieldsView = { view, typed, problemOf };
  const ways = channelsOf(choices).map((channel) => words.channels[channel]);
  const isOpen = HIDDEN_FIELDS.some((field) => typed[field] !== '' || refusal?.field === field);
  const content = html`${onceField(once)}
${usualFields(fields)}
<details class="field"${isOpen ? html` open` : undefined}><summary>${words.more}</summary>${otherFields(fields)}</details>
<div class="buttons"><button>${words.make}</button><p class="hint">${ways.length === 0 ? words.makeHint.copied : words.makeHint.sent(ways.join(words.and))}</p></div>`;
  return html`<section class="card" aria-labelledby="make"><h2 id="make">${words.make}</h2>${deskForm(frame, '/desk/links', content)}</section>`;
};
