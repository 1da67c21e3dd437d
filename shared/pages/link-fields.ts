import { maskCardNumbers } from '../domain/card/card-number-in-text.ts';
import { MAX_AMOUNT_TEXT, readTypedAmount, typedAmountText } from '../domain/money/typed-amount.ts';
import type { LinkAmount, Question, ReusableLink } from '../domain/reusable-link/reusable-link.ts';
import { type LinkFieldProblem, MAX_ANSWER, type TypedFields } from '../domain/reusable-link/typed-fields.ts';
import { amountText, type ViewIn } from './amounts.ts';
import { type Html, html } from './html.ts';
import { answerField, linkFormFields } from './link-form-fields.ts';
import type { ReusableLinkTexts } from './reusable-link-texts.ts';
import { texts } from './texts.ts';
import { textsOfLinks } from './texts-of-links.ts';

/** The fields of a reusable link's form, with what this very post carried. */
export interface LinkFieldsView extends ViewIn {
  readonly link: Pick<ReusableLink, 'amount' | 'questions'>;
  readonly typed: TypedFields;
  readonly problems: readonly LinkFieldProblem[];
}

type OpenAmount = Extract<LinkAmount, { kind: 'open' }>;

const AMOUNT_ID = 'amount';
const idOf = (field: LinkFieldProblem['field']): string => (field === 'amount' ? AMOUNT_ID : answerField(field));

/** What is said of each way in which an amount can be wrong. */
const amountSentences = ({ min, max }: OpenAmount, view: ViewIn) => {
  const { amountProblems } = textsOfLinks[view.language];
  return {
    missing: amountProblems.missing,
    unclear: amountProblems.unclear,
    'too-small': amountProblems['too-small'](amountText(min, view)),
    'too-large': amountProblems['too-large'](amountText(max, view)),
  };
};

const labelOf = ({ field, label = '' }: Question, words: ReusableLinkTexts): string =>
  field === 'Note' ? maskCardNumbers(label) : words.fields[field];

/** What is said of each way in which an answer can be wrong. A name and a note are never wrong by their form. */
const answerSentences = (question: Question, words: ReusableLinkTexts) => {
  const { field } = question;
  const label = labelOf(question, words);
  const { missing, 'too-long': tooLong, 'card-number': cardNumber } = words.answerProblems;
  return {
    missing: missing(label),
    'too-long': tooLong(label),
    'card-number': cardNumber(label),
    wrong: field === 'Email' || field === 'GsmNumber' ? words.wrong[field] : missing(label),
  };
};

const sentenceOf = (problem: LinkFieldProblem, { link, ...view }: LinkFieldsView): string => {
  const { amount, questions } = link;
  const words = textsOfLinks[view.language];
  if (problem.field === 'amount') return amount.kind === 'open' ? amountSentences(amount, view)[problem.kind] : '';
  const question = questions[problem.field];
  return question === undefined ? '' : answerSentences(question, words)[problem.kind];
};

/** All problems above the form, each a link to its field. Without one it is there, hidden, for the script. */
export const linkProblemSummary = (view: LinkFieldsView): Html => {
  const lines = view.problems.map((one) => html`<li><a href="#${idOf(one.field)}">${sentenceOf(one, view)}</a></li>`);
  const shown = lines.length === 0 ? html` hidden` : html` autofocus`;
  return html`<div id="problems" class="notice bad" role="alert" tabindex="-1"${shown}><h2>${texts[view.language].cardForm.problemsHeading}</h2><ul>${lines}</ul></div>`;
};

interface InputParts {
  readonly id: string;
  readonly attributes: Html;
  readonly value: string | undefined;
  readonly required: boolean;
  /** Ids of what describes it beside its problem. */
  readonly about?: readonly string[];
  readonly sentences: Readonly<Record<string, string>>;
}

/** An input, and the line below it that says what is wrong. Its sentences stand in it for the script. */
const inputOf = (parts: InputParts, found: LinkFieldProblem | undefined, view: LinkFieldsView) => {
  const { id, attributes, value = '', required, about = [], sentences } = parts;
  const described = [...about, `${id}-problem`].join(' ');
  const data = Object.entries(sentences).map(([kind, sentence]) => html` data-${kind}="${sentence}"`);
  return {
    input: html`<input class="text" id="${id}" name="${id}" ${attributes}${required ? html` required` : undefined} aria-describedby="${described}"${
      value === '' ? undefined : html` value="${value}"`
    }${found && html` aria-invalid="true"`}>`,
    problem: html`<p class="problem" id="${id}-problem"${data}${found ? undefined : html` hidden`}>${found && sentenceOf(found, view)}</p>`,
  };
};

/** The amount as it was read, where the link takes it, for who typed it: the script keeps it up to date. */
const readBack = ({ min, max }: OpenAmount, typed: string, view: ViewIn): Html => {
  const { read } = textsOfLinks[view.language];
  const amount = readTypedAmount(typed, view);
  const [before = '', after = ''] = read.split('{}');
  const said =
    typeof amount === 'string' || amount < min || amount > max
      ? undefined
      : html`${before}<strong>${amountText(amount, view)}</strong>${after}`;
  return html`<p id="amount-read" role="status" data-read="${read}">${said}</p>`;
};

const amountField = (amount: OpenAmount, view: LinkFieldsView): Html => {
  const { language, currency, typed, problems } = view;
  const words = textsOfLinks[language];
  const value = typed.amount ?? '';
  const { input, problem } = inputOf(
    {
      id: linkFormFields.amount,
      attributes: html`inputmode="decimal" autocomplete="transaction-amount" maxlength="${MAX_AMOUNT_TEXT}" data-min="${amount.min}" data-max="${amount.max}"`,
      value,
      required: true,
      about: ['amount-limits'],
      sentences: amountSentences(amount, view),
    },
    problems.find(({ field }) => field === 'amount'),
    view,
  );
  const suggestions = amount.suggested.map(
    (one) =>
      html`<button class="quiet" name="${linkFormFields.suggested}" value="${one}" data-text="${typedAmountText(one, language)}" formnovalidate>${amountText(one, view)}</button>`,
  );
  return html`<div class="field"><label for="amount">${words.amount(currency)}</label>${input}
<p class="soft" id="amount-limits">${words.limits(amountText(amount.min, view), amountText(amount.max, view))}</p>${readBack(amount, value, view)}${problem}</div>
${suggestions.length === 0 ? undefined : html`<div class="suggested" role="group" aria-label="${words.suggested}">${suggestions}</div>`}`;
};

const inputKinds: Readonly<Record<Question['field'], Html>> = {
  FullName: html`type="text" autocomplete="name"`,
  Email: html`type="email" inputmode="email" autocomplete="email" spellcheck="false"`,
  GsmNumber: html`type="tel" inputmode="tel" autocomplete="tel"`,
  Note: html`type="text" autocomplete="off"`,
};

const questionField = (question: Question, index: number, view: LinkFieldsView): Html => {
  const { field, required } = question;
  const words = textsOfLinks[view.language];
  const id = answerField(index);
  const { input, problem } = inputOf(
    {
      id,
      attributes: html`${inputKinds[field]} maxlength="${MAX_ANSWER[field]}"`,
      value: view.typed.answers[index],
      required,
      sentences: answerSentences(question, words),
    },
    view.problems.find((one) => one.field === index),
    view,
  );
  const name = labelOf(question, words);
  const optional = required ? undefined : html` <span class="soft">${words.optional}</span>`;
  return html`<div class="field"><label for="${id}">${name}${optional}</label>${input}${problem}</div>
`;
};

/** The amount, where the payer chooses it, and what the dealer asks. */
export const linkFields = (view: LinkFieldsView): Html => {
  const { amount, questions } = view.link;
  return html`${amount.kind === 'open' ? amountField(amount, view) : undefined}${questions.map((question, index) => questionField(question, index, view))}`;
};

/** What was typed, for a page that carries it on unseen. */
export const carriedFields = ({ amount, answers }: TypedFields): Html =>
  html`${[
    ...(amount === undefined ? [] : [[linkFormFields.amount, amount] as const]),
    ...answers.map((text, index) => [answerField(index), text] as const),
  ].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
