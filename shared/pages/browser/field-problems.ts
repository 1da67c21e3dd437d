import { passesLuhn } from '../../domain/card/check-digit.ts';
import { byId, digitsOf, show } from './elements.ts';
import { isExpiryGood } from './expiry-field.ts';

interface Checked {
  readonly input: HTMLInputElement;
  readonly isRight: () => boolean;
}

const problemOf = ({ id }: HTMLInputElement): HTMLElement => byId(`${id}-problem`);

/** The sentence for a field as it is: nothing typed, something wrong, or undefined for a good one. */
const sentenceFor = ({ input, isRight }: Checked): string | undefined => {
  const { missing, wrong } = problemOf(input).dataset;
  if (input.value.trim() === '') return missing;
  return isRight() ? undefined : wrong;
};

const mark = (input: HTMLInputElement, sentence: string | undefined): void => {
  const problem = problemOf(input);
  problem.textContent = sentence ?? '';
  show(problem, sentence !== undefined);
  if (sentence === undefined) input.removeAttribute('aria-invalid');
  else input.setAttribute('aria-invalid', 'true');
};

/** The digits of the security code that is pictured beside its field. */
const codeLength = (): number => Number(document.querySelector<SVGElement>('[data-cvc]:not([hidden])')?.dataset.cvc);

/** The fields of the form: a stored card has some of them only. */
const checksOf = (form: HTMLFormElement): readonly Checked[] => {
  const rules: Readonly<Record<string, (input: HTMLInputElement) => boolean>> = {
    'card-number': (input) => /^\d{13,19}$/.test(digitsOf(input)) && passesLuhn(digitsOf(input)),
    expiry: ({ value }) => isExpiryGood(value, form.dataset.month ?? ''),
    cvc: ({ value }) => /^\d+$/.test(value.trim()) && value.trim().length === codeLength(),
    'holder-name': ({ value }) => value.trim().length > 1,
  };
  return [...form.querySelectorAll<HTMLInputElement>('[required]')].map((input) => ({
    input,
    isRight: () => rules[input.id]?.(input) ?? true,
  }));
};

const lineOf = (input: HTMLInputElement, sentence: string): HTMLLIElement => {
  const line = document.createElement('li');
  const link = document.createElement('a');
  link.href = `#${input.id}`;
  link.textContent = sentence;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    input.focus();
  });
  line.append(link);
  return line;
};

/**
 * Says what is wrong with a field when the payer leaves it; an empty field waits for the end. Answers the check of the
 * whole form, which lists every problem above it, leads there, and is true for a form without one.
 */
export const tendProblems = (form: HTMLFormElement): (() => boolean) => {
  const checks = checksOf(form);
  for (const check of checks) {
    const { input } = check;
    input.addEventListener('change', () => input.value.trim() && mark(input, sentenceFor(check)));
    input.addEventListener('input', () => mark(input, undefined));
  }
  return () => {
    const lines = checks.flatMap((check) => {
      const sentence = sentenceFor(check);
      mark(check.input, sentence);
      return sentence === undefined ? [] : [lineOf(check.input, sentence)];
    });
    const summary = byId('problems');
    show(summary, lines.length > 0);
    if (lines.length === 0) return true;
    summary.querySelector('ul')?.replaceChildren(...lines);
    const { error = '' } = form.dataset;
    if (!document.title.startsWith(error)) document.title = `${error}: ${document.title}`;
    summary.focus();
    return false;
  };
};
