import { type AskedState, askedStates } from '../../../domain/desk/payment-state.ts';
import { type PaymentWay, paymentWays } from '../../../domain/desk/payment-way.ts';
import { MAX_WORDS, type SearchKind, searchKinds } from '../../../domain/desk/payment-words.ts';
import { type Html, html } from '../../html.ts';
import { deskInput, deskSelect } from '../frame/desk-field.ts';
import { type DeskFrame, deskForm, tokenField } from '../frame/desk-page.ts';
import type { ListProblem, QuickDays } from './payment-text-kinds.ts';
import { paymentTexts } from './payment-texts.ts';

/** What was chosen, as fields and addresses have it. Days are written `2026-11-28`. */
export interface ChosenPayments {
  readonly from: string;
  readonly until: string;
  readonly state?: AskedState | undefined;
  readonly way?: PaymentWay | undefined;
  readonly kind: SearchKind;
  /** What is searched for; empty where nothing is, or where it must not be shown again. */
  readonly text: string;
}

/** What a form asks for beside a list: a page of a CSV file's parts, or one of them. */
export type AskedAs = 'csv' | 'file';

/** A field with its value. */
type Field = readonly [name: string, value: string];

const PATHS: Readonly<Record<'list' | AskedAs, string>> = {
  list: '/desk/payments',
  csv: '/desk/payments/csv',
  file: '/desk/payments/csv/file',
};

const fieldsOf = ({ from, until, state, way }: ChosenPayments): readonly Field[] => [
  ['from', from],
  ['until', until],
  ...(state === undefined ? [] : [['state', state] as const]),
  ...(way === undefined ? [] : [['way', way] as const]),
];

/** The address of a list without words, of the parts of its file, or of one part. */
export const paymentsPath = (
  chosen: ChosenPayments,
  as: 'list' | AskedAs = 'list',
  more: readonly Field[] = [],
): string => {
  const query = new URLSearchParams(
    [...fieldsOf(chosen), ...more].map(([name, value]): [string, string] => [name, value]),
  );
  return `${PATHS[as]}?${query.toString()}`;
};

const hidden = ([name, value]: Field): Html => html`<input type="hidden" name="${name}" value="${value}">`;

/**
 * Leads to the same choice seen otherwise. What is searched for may be a person's name or phone, so it stands in no address, where
 * histories and proxies keep it: then it is a button that posts it.
 */
export const leadTo = (
  frame: DeskFrame,
  chosen: ChosenPayments,
  {
    as = 'list',
    more = [],
    text,
  }: { readonly as?: 'list' | AskedAs; readonly more?: readonly Field[]; readonly text: string },
): Html => {
  if (chosen.text === '') return html`<a class="button second" href="${paymentsPath(chosen, as, more)}">${text}</a>`;
  const fields: readonly Field[] = [
    ...fieldsOf(chosen),
    ['kind', chosen.kind],
    ['text', chosen.text],
    ...(as === 'list' ? [] : [['as', as] as const]),
    ...more,
  ];
  // A file leaves the page as it is, so its button works again.
  const again = as === 'file' ? html` data-again` : undefined;
  return html`<form method="post" action="${PATHS.list}"${again}>${tokenField(frame)}${fields.map(hidden)}<button class="second">${text}</button></form>`;
};

const optionsOf = <Choice extends string>(
  choices: readonly Choice[],
  words: Readonly<Record<Choice, string>>,
  any?: string,
) => [
  ...(any === undefined ? [] : [{ value: '', text: any }]),
  ...choices.map((value) => ({ value, text: words[value] })),
];

const isOfDays = (problem: ListProblem): boolean => problem === 'day' || problem === 'order' || problem === 'length';

export interface PaymentsFormView {
  readonly frame: DeskFrame;
  readonly chosen: ChosenPayments;
  readonly problem?: ListProblem | undefined;
  /** Days to choose at once, as fields have them. */
  readonly quick: readonly { readonly days: QuickDays; readonly from: string; readonly until: string }[];
}

const quickLinks = ({ frame, quick }: PaymentsFormView): Html => {
  const { list } = paymentTexts[frame.language];
  const links = quick.map(
    ({ days, from, until }) =>
      html`<a href="${paymentsPath({ from, until, kind: 'anything', text: '' })}">${list.quick[days]}</a> `,
  );
  return html`<nav class="buttons field" aria-label="${list.quickLabel}">${links}</nav>`;
};

/** True where anything but the usual days is chosen, or was not understood: then the form shows it. */
const isChosen = ({ chosen, problem, quick }: PaymentsFormView): boolean => {
  const { from, until, state, way, kind } = chosen;
  const usual = quick.find(({ days }) => days === 'month');
  const areUsual = from === usual?.from && until === usual.until;
  return problem !== undefined || !areUsual || state !== undefined || way !== undefined || kind !== 'anything';
};

/** The form that chooses payments. It posts: what is typed may be a person's name or phone. */
export const paymentsForm = (view: PaymentsFormView): Html => {
  const { frame, chosen, problem } = view;
  const { list, states, ways } = paymentTexts[frame.language];
  const text = problem === undefined ? undefined : list.problems[problem];
  const ofDays = problem !== undefined && isOfDays(problem);
  const asked = {
    paid: states.paid,
    'pre-authorised': states['pre-authorised'],
    waiting: states.waiting,
    failed: states.failed,
    voided: states.voided,
    refunded: states.refunded,
  };
  const fields = html`${deskInput({
    name: 'text',
    label: list.find,
    value: chosen.text,
    hint: list.findHint,
    maxLength: MAX_WORDS,
    problem: ofDays ? undefined : text,
  })}<div class="buttons"><details${isChosen(view) ? html` open` : undefined}><summary>${list.more}</summary><div class="filters">${deskSelect(
    {
      name: 'kind',
      label: list.kind,
      value: chosen.kind,
      options: optionsOf(searchKinds, list.kinds),
    },
  )}${deskInput({
    name: 'from',
    label: list.from,
    type: 'date',
    value: chosen.from,
    problem: ofDays ? text : undefined,
  })}${deskInput({ name: 'until', label: list.until, type: 'date', value: chosen.until })}${deskSelect({
    name: 'state',
    label: list.state,
    value: chosen.state,
    options: optionsOf(askedStates, asked, list.anyState),
  })}${deskSelect({
    name: 'way',
    label: list.way,
    value: chosen.way,
    options: optionsOf(paymentWays, ways, list.anyWay),
  })}</div></details><button>${list.show}</button> <a href="/desk/payments">${list.clear}</a></div>`;
  return html`<section class="card">${quickLinks(view)}${deskForm(frame, '/desk/payments', fields)}</section>`;
};
