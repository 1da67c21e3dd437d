import { passesLuhn } from '../../domain/card/check-digit.ts';
import { tendNumber } from './card-number-field.ts';
import { digitsOf, inputOf } from './elements.ts';
import { isExpiryGood, tendExpiry } from './expiry-field.ts';
import { type FieldRule, type FieldRules, tendProblems } from './field-problems.ts';
import { tendInstallments } from './installments.ts';
import { retype, type Typed, tendLanguage } from './language-switch.ts';
import { tendProgress } from './progress.ts';

// Helps on the card form, which also works without it. It has no text of its own: its sentences stand in the page. The
// server checks everything again.

const fillTestCards = (): void => {
  for (const button of document.querySelectorAll<HTMLElement>('[data-card]')) {
    button.addEventListener('click', () => {
      const values = { 'card-number': button.dataset.card, expiry: '12 / 30', cvc: '123', 'holder-name': 'Test' };
      for (const [id, value = ''] of Object.entries(values)) {
        inputOf(id).value = value;
        inputOf(id).dispatchEvent(new Event('input'));
      }
    });
  }
};

/** The digits of the security code that is pictured beside its field. */
const codeLength = (): number => Number(document.querySelector<SVGElement>('[data-cvc]:not([hidden])')?.dataset.cvc);

const right =
  (isRight: (input: HTMLInputElement) => boolean): FieldRule =>
  (input) =>
    isRight(input) || 'wrong';

/** The fields of the form: a stored card has some of them only. */
const rulesOf = (form: HTMLFormElement): FieldRules => ({
  'card-number': right((input) => /^\d{13,19}$/.test(digitsOf(input)) && passesLuhn(digitsOf(input))),
  expiry: right(({ value }) => isExpiryGood(value, form.dataset.month ?? '')),
  cvc: right(({ value }) => /^\d+$/.test(value.trim()) && value.trim().length === codeLength()),
  'holder-name': right(({ value }) => value.trim().length > 1),
});

const begin = (typed?: Typed): void => {
  const form = document.getElementById('card-form');
  if (!(form instanceof HTMLFormElement)) return;
  form.noValidate = true;
  // The first step of payers without script: a press of Enter must not take it here.
  form.querySelector('.plain')?.remove();
  form.querySelector('.first')?.removeAttribute('name');
  if (typed !== undefined) retype(form, typed);
  const isGood = tendProblems(form, rulesOf(form));
  const installments = tendInstallments(form, typed?.get('choice'));
  const progress = tendProgress();
  let sent = false;
  // A stored card has neither.
  if (form.querySelector('#card-number') !== null) {
    tendNumber(installments.ask);
    tendExpiry();
  }
  installments.tell();
  fillTestCards();
  form.addEventListener('submit', (event) => {
    // To a stored card, or back from it: what stands in the fields is taken along as it is.
    if (event.submitter?.hasAttribute('formaction') === true) return;
    if (sent || !isGood()) return event.preventDefault();
    sent = true;
    progress.begin();
  });
  // A page that comes back from the browser's memory must be usable again.
  addEventListener('pageshow', () => {
    sent = false;
    progress.end();
  });
  tendLanguage(form, () => sent, begin);
};

begin();
