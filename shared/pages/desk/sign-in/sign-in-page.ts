import type { Page } from '../../document.ts';
import { html } from '../../html.ts';
import { type DeskNotice, deskPage } from '../frame/desk-page.ts';
import { type SignInNotice, signInTexts } from './sign-in-texts.ts';
import { field, type VisitorView, visitorAddress, visitorForm, visitorLanguage } from './visitor-form.ts';

const PATH = '/desk/sign-in';
const LONGEST_EMAIL = 254;
const LONGEST_PASSWORD = 400;

const NOTICE_KINDS: Readonly<Record<SignInNotice, DeskNotice['kind']>> = {
  wrong: 'bad',
  'too-many': 'bad',
  'ended-post': 'bad',
  'ended-code': 'bad',
  'new-password': 'good',
  'signed-out': 'plain',
};

/** The form of a sign-in. A refused one shows the address again, never the password. */
export const signInPage = (
  view: VisitorView,
  { notice, email }: { notice?: SignInNotice | undefined; email?: string } = {},
): Page => {
  const { frame, from } = view;
  const { language } = frame;
  const { signIn: texts } = signInTexts[language];
  const content = html`${visitorForm(
    view,
    PATH,
    html`${field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', maxLength: LONGEST_EMAIL, value: email ?? '' })}
${field({ name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password', maxLength: LONGEST_PASSWORD })}
<div class="buttons"><button>${texts.submit}</button> <a href="${visitorAddress('/desk/reset', { language })}">${texts.forgot}</a></div>`,
  )}
${visitorLanguage({ frame, from }, PATH)}`;
  return deskPage({
    frame,
    title: texts.title,
    narrow: true,
    notice: notice && { kind: NOTICE_KINDS[notice], text: texts.notices[notice] },
    content,
  });
};
