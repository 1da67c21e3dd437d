import type { Page } from '../../document.ts';
import { html } from '../../html.ts';
import { type DeskFrame, deskForm, deskPage } from '../frame/desk-page.ts';
import { signInTexts } from './sign-in-texts.ts';
import { field, ownerOfPassword } from './visitor-form.ts';

const LONGEST_PASSWORD = 400;

interface PasswordPageOptions {
  readonly email: string;
  /** Where the password leads back to. */
  readonly from: string;
  readonly problem?: 'wrong' | 'too-many';
}

/** Asks for the password again before money moves (rule 54). */
export const passwordPage = (frame: DeskFrame, { email, from, problem }: PasswordPageOptions): Page => {
  const { password: texts, signIn } = signInTexts[frame.language];
  const problems = { wrong: texts.wrong, 'too-many': texts.tooMany };
  const form = deskForm(
    frame,
    `/desk/password?${new URLSearchParams({ from }).toString()}`,
    html`${ownerOfPassword(signIn.email, email)}
${field({ name: 'password', label: signIn.password, type: 'password', autocomplete: 'current-password', maxLength: LONGEST_PASSWORD, focused: true })}
<div class="buttons"><button>${texts.submit}</button></div>`,
  );
  return deskPage({
    frame,
    title: texts.title,
    narrow: true,
    notice: problem && { kind: 'bad', text: problems[problem] },
    content: html`<div class="card"><p>${texts.lead}</p>${form}</div>`,
  });
};
