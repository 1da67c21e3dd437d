import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { deskPage } from '../frame/desk-page.ts';
import { type CodeNotice, signInTexts } from './sign-in-texts.ts';
import { field, type VisitorView, visitorAddress, visitorForm, visitorLanguage } from './visitor-form.ts';

const PATH = '/desk/sign-in/code';
/** Six digits, with blanks that people type between them. */
const LONGEST_CODE = 10;
const LONGEST_RECOVERY_CODE = 40;

interface CodePageOptions {
  /** True where an authenticator's code is refused until midnight. */
  readonly recoveryOnly: boolean;
  readonly notice?: CodeNotice | undefined;
  /** Tries that are left, behind a wrong code. */
  readonly left?: number;
}

const codeForm = (view: VisitorView): Html => {
  const { code: texts } = signInTexts[view.frame.language];
  return visitorForm(
    view,
    PATH,
    html`<p>${texts.lead}</p>
${field({ name: 'code', label: texts.code, type: 'text', autocomplete: 'one-time-code', maxLength: LONGEST_CODE, digits: true, focused: true })}
<div class="buttons"><button>${texts.submit}</button></div>`,
  );
};

const recoveryForm = (view: VisitorView): Html => {
  const { code: texts } = signInTexts[view.frame.language];
  return visitorForm(
    view,
    PATH,
    html`${field({ name: 'recovery', label: texts.recovery, type: 'text', autocomplete: 'off', maxLength: LONGEST_RECOVERY_CODE, hint: texts.recoveryHint })}
<div class="buttons"><button class="second">${texts.submitRecovery}</button></div>`,
  );
};

/** Asks for the code of an authenticator, or for a recovery code. */
export const codePage = (view: VisitorView, { recoveryOnly, notice, left }: CodePageOptions): Page => {
  const { frame, from } = view;
  const { language } = frame;
  const { code: texts } = signInTexts[language];
  const said = recoveryOnly && notice === undefined ? 'needs-recovery' : notice;
  const sentence = said && (left === undefined ? texts.notices[said] : `${texts.notices[said]} ${texts.left(left)}`);
  const forms = recoveryOnly
    ? recoveryForm(view)
    : html`${codeForm(view)}<details><summary>${texts.noApp}</summary>${recoveryForm(view)}</details>`;
  return deskPage({
    frame,
    title: texts.title,
    narrow: true,
    notice: sentence === undefined ? undefined : { kind: 'bad', text: sentence },
    content: html`${forms}
<p><a href="${visitorAddress('/desk/sign-in', { from, language })}">${texts.startAgain}</a></p>
${visitorLanguage({ frame, from }, PATH)}`,
  });
};
