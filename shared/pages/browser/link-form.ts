import type { Language } from '../../domain/language.ts';
import { readTypedAmount } from '../../domain/money/typed-amount.ts';
import { amountText, type ViewIn } from '../amounts.ts';
import { byId, inputOf } from './elements.ts';
import { type FieldRule, tendProblems } from './field-problems.ts';

// Helps on the form of a reusable link, which also works without it: it says the amount back while it is typed, and what is
// wrong before it is posted. The server checks everything again, and shows the amount itself where this has not.

const viewOf = (form: HTMLFormElement): ViewIn => ({
  language: document.documentElement.lang as Language,
  currency: form.dataset.currency as ViewIn['currency'],
});

const ruleOfAmount =
  (view: ViewIn): FieldRule =>
  ({ value, dataset }) => {
    const read = readTypedAmount(value, view);
    if (typeof read === 'string') return read;
    if (read < Number(dataset.min)) return 'too-small';
    return read <= Number(dataset.max) || 'too-large';
  };

/**
 * Says the amount as it is read: below the field, and on the button. It is posted along as what was shown. One that the link
 * does not take is not said back: nobody pays it.
 */
const tendAmount = (form: HTMLFormElement, view: ViewIn): void => {
  const rule = ruleOfAmount(view);
  const amount = inputOf('amount');
  const said = byId('amount-read');
  const tell = (): void => {
    const read = readTypedAmount(amount.value, view);
    const isRead = typeof read !== 'string' && rule(amount) === true;
    const text = isRead ? amountText(read, view) : '';
    said.textContent = isRead ? (said.dataset.read ?? '').replace('{}', text) : '';
    inputOf('shown').value = isRead ? String(read) : '';
    byId('go').textContent = isRead ? (form.dataset.with ?? '').replace('{}', text) : (form.dataset.proceed ?? '');
  };
  amount.addEventListener('input', tell);
  for (const button of form.querySelectorAll<HTMLButtonElement>('[name="suggested"]')) {
    button.type = 'button';
    button.addEventListener('click', () => {
      amount.value = button.dataset.text ?? '';
      amount.dispatchEvent(new Event('input'));
    });
  }
  // A page that comes back from the browser's memory may hold what was typed before.
  addEventListener('pageshow', tell);
  tell();
};

const begin = (form: HTMLFormElement): void => {
  const view = viewOf(form);
  form.noValidate = true;
  const isGood = tendProblems(form, { amount: ruleOfAmount(view) });
  if (document.getElementById('amount') !== null) tendAmount(form, view);
  let sent = false;
  form.addEventListener('submit', (event) => {
    if (sent || !isGood()) return event.preventDefault();
    sent = true;
  });
  addEventListener('pageshow', () => {
    sent = false;
  });
};

begin(byId('link-form') as HTMLFormElement);
