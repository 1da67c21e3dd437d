import { byId, show } from './elements.ts';

/** Says of what was typed whether it is right; else which of the field's sentences tells what is wrong. */
export type FieldRule = (input: HTMLInputElement) => true | string;

/** The rules of a form's fields, by the id of the input. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

interface Checked {
  readonly input: HTMLInputElement;
  readonly rule: FieldRule | undefined;
}

const problemOf = ({ id }: HTMLInputElement): HTMLElement => byId(`${id}-problem`);

/** The sentence for a field as it is: nothing typed, something wrong, or undefined for a good one. */
const sentenceFor = ({ input, rule }: Checked): string | undefined => {
  const { dataset } = problemOf(input);
  if (input.value.trim() === '') return input.required ? dataset.missing : undefined;
  const found = rule?.(input) ?? true;
  return found === true ? undefined : (problemOf(input).getAttribute(`data-${found}`) ?? undefined);
};

const mark = (input: HTMLInputElement, sentence: string | undefined): void => {
  const problem = problemOf(input);
  problem.textContent = sentence ?? '';
  show(problem, sentence !== undefined);
  if (sentence === undefined) input.removeAttribute('aria-invalid');
  else input.setAttribute('aria-invalid', 'true');
};

const checksOf = (form: HTMLFormElement, rules: FieldRules): readonly Checked[] =>
  [...form.querySelectorAll<HTMLInputElement>('[aria-describedby]')].map((input) => ({ input, rule: rules[input.id] }));

/** A line as the server writes it: the browser itself moves the focus to where a link leads. */
const lineOf = (input: HTMLInputElement, sentence: string): HTMLLIElement => {
  const line = document.createElement('li');
  const link = document.createElement('a');
  link.href = `#${input.id}`;
  link.textContent = sentence;
  line.append(link);
  return line;
};

/** The title begins with the word for an error as long as problems are listed. */
const showList = ({ dataset }: HTMLFormElement, shown: boolean): void => {
  show(byId('problems'), shown);
  const begin = `${dataset.error}: `;
  document.title = (shown ? begin : '') + document.title.replace(begin, '');
};

/**
 * Says what is wrong with a field when the payer leaves it; an empty field waits for the end. Answers the check of the
 * whole form, which lists every problem above it, leads there, and is true for a form without one. From then on the list
 * follows the fields, until none is marked, and the focus stays where it is. It shrinks with a keystroke and never because
 * a field is left: the button would move away under the press that leaves it.
 */
export const tendProblems = (form: HTMLFormElement, rules: FieldRules): (() => boolean) => {
  const checks = checksOf(form, rules);
  const list = byId('problems').querySelector('ul') as HTMLElement;
  const tell = (): void => {
    const marked = checks.filter(({ input }) => !problemOf(input).hidden);
    list.replaceChildren(...marked.map(({ input }) => lineOf(input, problemOf(input).textContent ?? '')));
  };
  for (const check of checks) {
    const { input } = check;
    input.addEventListener('change', () => {
      if (input.value.trim() !== '') mark(input, sentenceFor(check));
      if (list.firstChild !== null && !problemOf(input).hidden) tell();
    });
    input.addEventListener('input', () => {
      mark(input, undefined);
      // A line that goes is not read out, as a list that is made anew would be.
      const line = list.querySelector(`[href="#${input.id}"]`)?.parentElement;
      line?.remove();
      if (line && list.firstChild === null) showList(form, false);
    });
  }
  return () => {
    for (const check of checks) mark(check.input, sentenceFor(check));
    tell();
    const hasProblems = list.firstChild !== null;
    showList(form, hasProblems);
    if (hasProblems) byId('problems').focus();
    return !hasProblems;
  };
};
