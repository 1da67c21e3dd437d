import { MAX_PASSWORD, type PasswordProblem } from '../../../domain/desk/password-rules.ts';
import type { DeskRole } from '../../../domain/desk/roles.ts';
import { MAX_USER_NAME } from '../../../domain/desk/user.ts';
import type { Page } from '../../document.ts';
import { html } from '../../html.ts';
import { type DeskFrame, deskForm, deskPage } from '../frame/desk-page.ts';
import { accountLinkTexts } from './account-link-texts.ts';
import {
  field,
  ownerOfPassword,
  type VisitorView,
  visitorAddress,
  visitorForm,
  visitorLanguage,
} from './visitor-form.ts';

/** What every page of an invitation tells. */
export interface InvitationView {
  /** The page's own path, with the link's secret. */
  readonly path: string;
  readonly email: string;
  readonly dealerName: string;
  readonly role: DeskRole;
}

const LONGEST_TYPED_PASSWORD = 2 * MAX_PASSWORD;

interface NewUserOptions extends InvitationView {
  readonly name: string;
  readonly problem?: PasswordProblem | 'name' | 'changing' | undefined;
}

/** The form of somebody who has no account yet: a name and a password. */
export const newUserPage = (view: VisitorView, options: NewUserOptions): Page => {
  const { path, email, dealerName, role, name, problem } = options;
  const { frame } = view;
  const { invitation: texts, newPassword, reset, changing } = accountLinkTexts[frame.language];
  const form = visitorForm(
    view,
    path,
    html`${ownerOfPassword(reset.email, email)}
${field({
  name: 'name',
  label: texts.name,
  type: 'text',
  autocomplete: 'name',
  maxLength: MAX_USER_NAME,
  value: name,
  problem: problem === 'name' ? texts.nameProblem : undefined,
})}
${field({
  name: 'password',
  label: newPassword.password,
  type: 'password',
  autocomplete: 'new-password',
  maxLength: LONGEST_TYPED_PASSWORD,
  hint: newPassword.hint,
  problem:
    problem === undefined || problem === 'name' || problem === 'changing' ? undefined : newPassword.problems[problem],
})}
<div class="buttons"><button>${texts.create}</button></div>`,
  );
  return deskPage({
    frame,
    title: texts.title(dealerName),
    narrow: true,
    notice: problem === 'changing' ? { kind: 'bad', text: changing } : undefined,
    content: html`<p>${texts.lead(role)}</p>${form}${visitorLanguage({ frame }, path)}`,
  });
};

/** Somebody who has an account and is not signed in: the sign-in leads back here. */
export const knownUserPage = (
  { frame }: Pick<VisitorView, 'frame'>,
  { path, dealerName, role }: InvitationView,
): Page => {
  const { language } = frame;
  const { invitation: texts } = accountLinkTexts[language];
  return deskPage({
    frame,
    title: texts.title(dealerName),
    narrow: true,
    content: html`<p>${texts.lead(role)}</p><p>${texts.known}</p>
<p class="buttons"><a class="button" href="${visitorAddress('/desk/sign-in', { from: path, language })}">${texts.toSignIn}</a></p>
${visitorLanguage({ frame }, path)}`,
  });
};

/** Whoever is signed in accepts with one press, unless the invitation is somebody else's or the account is full. */
export const joinPage = (
  frame: DeskFrame,
  { path, email, dealerName, role }: InvitationView,
  problem?: 'other' | 'full' | 'changing',
): Page => {
  const { invitation: texts, changing } = accountLinkTexts[frame.language];
  const problems = {
    other: texts.other(email, frame.signedIn?.userName ?? ''),
    full: texts.full,
    changing,
  };
  const button = html`<div class="buttons"><button>${texts.join}</button></div>`;
  return deskPage({
    frame,
    title: texts.title(dealerName),
    narrow: true,
    notice: problem && { kind: 'bad', text: problems[problem] },
    content: html`<p>${texts.lead(role)}</p>${problem === 'other' ? undefined : deskForm(frame, path, button)}`,
  });
};
