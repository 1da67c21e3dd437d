import type { DeskUser } from '../../../domain/desk/user.ts';
import { type Language, languages } from '../../../domain/language.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { deskInput, deskSelect, onceField } from '../frame/desk-field.ts';
import { type DeskFrame, type DeskNotice, deskForm, deskPage } from '../frame/desk-page.ts';
import { deskMoment } from '../frame/moments.ts';
import { type SettingsNotice, type SettingsProblem, type SettingsTexts, settingsTexts } from './settings-texts.ts';

/** Fields of the forms, each with a name of its own: a page has no two fields with one id. */
export const settingsFields = {
  name: 'name',
  language: 'language',
  oldPassword: 'old-password',
  newPassword: 'new-password',
  newPasswordAgain: 'new-password-again',
  codePassword: 'code-password',
  codeProof: 'code-proof',
  recoveryPassword: 'recovery-password',
  recoveryProof: 'recovery-proof',
} as const;
export type SettingsField = (typeof settingsFields)[keyof typeof settingsFields];

/** What the settings of a user show. */
export interface SettingsView {
  readonly frame: DeskFrame;
  readonly user: Pick<DeskUser, 'email' | 'name' | 'language' | 'code'>;
  /** True for who manages users, and sees what was done. */
  readonly managesDealer: boolean;
  /** Makes the one-time value of a form. */
  readonly newOnce: () => string;
  readonly notice?: SettingsNotice | undefined;
  readonly problems?: Readonly<Partial<Record<SettingsField, SettingsProblem>>>;
  /** What was typed and refused; never a password or a code. */
  readonly typedName?: string | undefined;
}

const GOOD: readonly SettingsNotice[] = ['profile', 'password', 'codes-shown'];

const settingsNotice = (notice: SettingsNotice | undefined, language: Language): DeskNotice | undefined =>
  notice && { kind: GOOD.includes(notice) ? 'good' : 'bad', text: settingsTexts[language].notices[notice] };

/** The text of what is wrong with a field. */
const problemsOf = ({ frame, problems = {} }: SettingsView) => {
  const { problems: words } = settingsTexts[frame.language];
  return (name: SettingsField): string | undefined => {
    const problem = problems[name];
    return problem && words[problem];
  };
};

type Part = (view: SettingsView, texts: SettingsTexts) => Html;

const profile: Part = (view, texts) => {
  const { frame, user, newOnce, typedName } = view;
  const { name, language } = settingsFields;
  return html`<section class="card"><h2>${texts.you}</h2>
<div class="field"><dl class="facts"><dt>${texts.email}</dt><dd>${user.email}</dd></dl></div>
${deskForm(
  frame,
  '/desk/settings/profile',
  html`${onceField(newOnce())}${deskInput({
    name,
    label: texts.name,
    value: typedName ?? user.name,
    problem: problemsOf(view)(name),
    maxLength: 60,
    autocomplete: 'name',
    required: true,
  })}${deskSelect({
    name: language,
    label: texts.language,
    value: user.language,
    options: languages.map((one) => ({ value: one, text: texts.languages[one] })),
  })}<button>${texts.save}</button>`,
)}</section>`;
};

interface PasswordField {
  readonly name: SettingsField;
  readonly label: string;
  readonly autocomplete: 'current-password' | 'new-password';
  readonly hint?: string;
}

const passwordInput = (view: SettingsView, field: PasswordField): Html =>
  deskInput({ ...field, type: 'password', required: true, maxLength: 400, problem: problemsOf(view)(field.name) });

const password: Part = (view, texts) => {
  const { oldPassword, newPassword, newPasswordAgain } = settingsFields;
  const fields = html`${passwordInput(view, {
    name: oldPassword,
    label: texts.oldPassword,
    autocomplete: 'current-password',
  })}${passwordInput(view, {
    name: newPassword,
    label: texts.newPassword,
    autocomplete: 'new-password',
    hint: texts.passwordHint,
  })}${passwordInput(view, { name: newPasswordAgain, label: texts.newPasswordAgain, autocomplete: 'new-password' })}`;
  return html`<section class="card"><h2>${texts.password}</h2>
${deskForm(view.frame, '/desk/settings/password', html`${onceField(view.newOnce())}${fields}<button>${texts.changePassword}</button>`)}</section>`;
};

interface ProofForm {
  readonly path: string;
  readonly password: SettingsField;
  readonly proof: SettingsField | undefined;
  readonly button: string;
}

/** A form that asks for the password, and for a code where one is enrolled. */
const proofForm = (view: SettingsView, texts: SettingsTexts, { path, password: name, proof, button }: ProofForm) => {
  const code =
    proof &&
    deskInput({
      name: proof,
      label: texts.proof,
      hint: texts.proofHint,
      problem: problemsOf(view)(proof),
      maxLength: 40,
      autocomplete: 'one-time-code',
      required: true,
    });
  const fields = html`${passwordInput(view, { name, label: texts.yourPassword, autocomplete: 'current-password' })}${code}`;
  return deskForm(
    view.frame,
    path,
    html`${onceField(view.newOnce())}${fields}<button class="second">${button}</button>`,
  );
};

const oneTimeCode: Part = (view, texts) => {
  const { codePassword, codeProof, recoveryPassword, recoveryProof } = settingsFields;
  const { code } = view.user;
  const { language } = view.frame;
  const path = '/desk/settings/code';
  if (code === undefined) {
    return html`<section class="card" id="code"><h2>${texts.code}</h2><p class="field">${texts.codeOff}</p>
${proofForm(view, texts, { path, password: codePassword, proof: undefined, button: texts.setUp })}</section>`;
  }
  return html`<section class="card" id="code"><h2>${texts.code}</h2>
<p>${texts.codeOn(deskMoment(code.enrolledAtMs, language))} ${texts.left(code.recoveryCodes.length)}</p>
</section>
<section class="card"><h2>${texts.newRecovery}</h2><p class="hint field">${texts.newRecoveryHint}</p>
${proofForm(view, texts, { path: '/desk/settings/recovery-codes', password: recoveryPassword, proof: recoveryProof, button: texts.newRecovery })}
</section>
<section class="card"><h2>${texts.replace}</h2><p class="hint field">${texts.replaceHint}</p>
${proofForm(view, texts, { path, password: codePassword, proof: codeProof, button: texts.replace })}</section>`;
};

const dealerLinks: Part = ({ managesDealer }, texts) => {
  const managed = managesDealer
    ? html`<li><a href="/desk/users">${texts.users}</a></li><li><a href="/desk/looks">${texts.looks}</a></li>`
    : undefined;
  return html`<nav class="card" aria-labelledby="shop"><h2 id="shop">${texts.shop}</h2><ul>${managed}<li><a href="/desk/activity">${texts.activity}</a></li><li><a href="/desk/dealer">${texts.otherDealer}</a></li></ul></nav>`;
};

/** A user's own settings: name, language, password and one-time code, and the way to those of the dealer. */
export const settingsPage = (view: SettingsView): Page => {
  const { frame, notice } = view;
  const texts = settingsTexts[frame.language];
  return deskPage({
    frame,
    title: texts.title,
    section: 'settings',
    notice: settingsNotice(notice, frame.language),
    content: html`<div class="columns"><div>${profile(view, texts)}${password(view, texts)}${oneTimeCode(view, texts)}</div><div>${dealerLinks(view, texts)}</div></div>`,
  });
};
