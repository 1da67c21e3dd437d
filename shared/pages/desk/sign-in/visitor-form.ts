import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts';
import type { Language } from '../../../domain/language.ts';
import { type Html, html } from '../../html.ts';
import type { DeskFrame } from '../frame/desk-page.ts';
import { signInTexts } from './sign-in-texts.ts';

/** What a page before a session is shown with. */
export interface VisitorView {
  readonly frame: DeskFrame;
  /** The token of this browser's forms. */
  readonly formToken: string;
  /** Where the sign-in leads back to; absent where it leads to the first page. */
  readonly from?: string | undefined;
}

/** An address before a session: it keeps the language, and where the sign-in leads back to. */
export const visitorAddress = (
  path: string,
  { from, language }: { from?: string | undefined; language: Language },
): string => {
  const query = new URLSearchParams({ ...(from === undefined ? {} : { from }), lang: language });
  return `${path}?${query.toString()}`;
};

/** A form of a browser that is not signed in. It posts to its own page. */
export const visitorForm = ({ frame: { language }, formToken, from }: VisitorView, path: string, content: Html): Html =>
  html`<form class="card" method="post" action="${visitorAddress(path, { from, language })}">
<input type="hidden" name="token" value="${formToken}">
${content}
</form>`;

/** The link to the same page in the other language. */
export const visitorLanguage = (
  { frame: { language }, from }: Pick<VisitorView, 'frame' | 'from'>,
  path: string,
): Html => {
  const other = language === 'tr' ? 'en' : 'tr';
  const href = visitorAddress(path, { from, language: other });
  return html`<p class="soft"><a href="${href}" hreflang="${other}" lang="${other}">${signInTexts[language].otherLanguage}</a></p>`;
};

interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly autocomplete: 'username' | 'current-password' | 'new-password' | 'one-time-code' | 'name' | 'off';
  readonly value?: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly maxLength: number;
  readonly digits?: boolean;
  readonly focused?: boolean;
}

const idOf = (name: string, part: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${name}-${part}`;

/** One field with its label, its hint, and what is wrong with what was typed. */
export const field = (options: FieldOptions): Html => {
  const { name, label, type, autocomplete, value, hint, problem, maxLength, digits = false, focused = false } = options;
  const described = [idOf(name, 'problem', problem), idOf(name, 'hint', hint)]
    .filter((id) => id !== undefined)
    .join(' ');
  const describedBy = described === '' ? undefined : html` aria-describedby="${described}"`;
  const invalid = problem === undefined ? undefined : html` aria-invalid="true"`;
  const given = value === undefined || type === 'password' ? undefined : html` value="${maskCardNumbers(value)}"`;
  const mode = digits ? html` inputmode="numeric"` : undefined;
  const focus = focused ? html` autofocus` : undefined;
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${maxLength}" required autocapitalize="none" spellcheck="false"${mode}${given}${describedBy}${invalid}${focus}>
${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`;
};

/** The address that a password belongs to, for those who keep passwords: it is shown and not changed. */
export const ownerOfPassword = (label: string, email: string): Html => html`<div class="field">
<label for="username">${label}</label>
<input id="username" name="username" type="email" autocomplete="username" value="${email}" readonly>
</div>`;
