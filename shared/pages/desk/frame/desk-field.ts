import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts';
import { type Html, html } from '../../html.ts';

/** An option of a list to choose from. */
export interface DeskOption {
  readonly value: string;
  readonly text: string;
}

interface DeskField {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  /** What is wrong with the value. */
  readonly problem?: string | undefined;
  /** The word behind the label of a field that may stay empty. */
  readonly optional?: string | undefined;
  /** A field for a longer text: twice as wide where fields stand side by side. */
  readonly isLong?: boolean;
}

export interface DeskInput extends DeskField {
  readonly type?: 'text' | 'tel' | 'email' | 'date' | 'number' | 'password' | 'url';
  readonly inputMode?: 'decimal' | 'numeric' | 'tel' | 'email';
  readonly maxLength?: number;
  readonly autocomplete?: string;
  readonly required?: boolean;
}

const describedBy = ({ name, hint, problem }: DeskField): Html | undefined => {
  const ids = [problem === undefined ? [] : [`${name}-problem`], hint === undefined ? [] : [`${name}-hint`]].flat();
  return ids.length === 0 ? undefined : html` aria-describedby="${ids.join(' ')}"`;
};

const invalid = ({ problem }: DeskField): Html | undefined =>
  problem === undefined ? undefined : html` aria-invalid="true"`;

const around = (field: DeskField, control: Html): Html => {
  const { name, label, optional, hint, problem, isLong = false } = field;
  const may = optional === undefined ? undefined : html` <span class="soft">${optional}</span>`;
  const wrong = problem === undefined ? undefined : html`<p class="problem" id="${name}-problem">${problem}</p>`;
  const help = hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`;
  return html`<div class="field${isLong ? ' double' : ''}"><label for="${name}">${label}${may}</label>${control}${wrong}${help}</div>`;
};

/** A field to type in, with its label, its hint and what is wrong with it. Its name is its id. A card number that was typed is shown masked (rule 32). */
export const deskInput = (field: DeskInput): Html => {
  const { name, value = '', type = 'text', inputMode, maxLength, autocomplete = 'off', required = false } = field;
  const mode = inputMode === undefined ? undefined : html` inputmode="${inputMode}"`;
  const most = maxLength === undefined ? undefined : html` maxlength="${maxLength}"`;
  return around(
    field,
    html`<input id="${name}" name="${name}" type="${type}" value="${maskCardNumbers(value)}" autocomplete="${autocomplete}"${mode}${most}${required ? html` required` : undefined}${describedBy(field)}${invalid(field)}>`,
  );
};

/** A field to choose one file in. `accept`: the media types that a browser offers. */
export const deskFile = (field: Omit<DeskField, 'value'> & { readonly accept: string }): Html =>
  around(
    field,
    html`<input id="${field.name}" name="${field.name}" type="file" accept="${field.accept}"${describedBy(field)}${invalid(field)}>`,
  );

/** A list to choose one value from. */
export const deskSelect = (field: DeskField & { readonly options: readonly DeskOption[] }): Html => {
  const { name, value = '', options } = field;
  const listed = options.map(
    (one) =>
      html`<option value="${one.value}"${one.value === value ? html` selected` : undefined}>${one.text}</option>`,
  );
  return around(
    field,
    html`<select id="${name}" name="${name}"${describedBy(field)}${invalid(field)}>${listed}</select>`,
  );
};

/** The hidden field that makes a repeated post the same command (rule 54). */
export const onceField = (once: string): Html => html`<input type="hidden" name="once" value="${once}">`;
