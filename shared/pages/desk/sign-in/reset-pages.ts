import { MAX_PASSWORD, type PasswordProblem } from '../../../domain/desk/password-rules.ts';
import type { Page } from '../../document.ts';
import { html } from '../../html.ts';
import { deskPage } from '../frame/desk-page.ts';
import { accountLinkTexts } from './account-link-texts.ts';
import {
  field,
  ownerOfPassword,
  type VisitorView,
  visitorAddress,
  visitorForm,
  visitorLanguage,
} from './visitor-form.ts';

const PATH = '/desk/reset';
const LONGEST_EMAIL = 254;
/** Twice as many as a character outside the basic plane takes: the rule counts characters, the browser does not. */
const LONGEST_TYPED_PASSWORD = 2 * MAX_PASSWORD;

/** Asks for the address that a reset is mailed to. What it says behind that is the same whether the address has an account. */
export const resetPage = (view: VisitorView, said?: 'sent' | 'too-many'): Page => {
  const { frame } = view;
  const { language } = frame;
  const { reset: texts } = accountLinkTexts[language];
  const notices = {
    sent: { kind: 'good', text: texts.sent },
    'too-many': { kind: 'bad', text: texts.tooMany },
  } as const;
  const form = visitorForm(
    view,
    PATH,
    html`<p>${texts.lead}</p>
${field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', maxLength: LONGEST_EMAIL })}
<div class="buttons"><button>${texts.submit}</button></div>`,
  );
  return deskPage({
    frame,
    title: texts.title,
    narrow: true,
    notice: said && notices[said],
    content: html`${said === 'sent' ? undefined : form}
<p><a href="${visitorAddress('/desk/sign-in', { language })}">${texts.toSignIn}</a></p>
${visitorLanguage({ frame }, PATH)}`,
  });
};

interface NewPasswordOptions {
  /** The page's own path, with the link's secret. */
  readonly path: string;
  readonly email: string;
  readonly problem?: PasswordProblem | 'changing' | undefined;
}

/** The form that a reset's mail leads to. */
export const newPasswordPage = (view: VisitorView, { path, email, problem }: NewPasswordOptions): Page => {
  const { frame } = view;
  const { newPassword: texts, reset, changing } = accountLinkTexts[frame.language];
  const form = visitorForm(
    view,
    path,
    html`<p>${texts.lead}</p>
${ownerOfPassword(reset.email, email)}
${field({
  name: 'password',
  label: texts.password,
  type: 'password',
  autocomplete: 'new-password',
  maxLength: LONGEST_TYPED_PASSWORD,
  hint: texts.hint,
  problem: problem === undefined || problem === 'changing' ? undefined : texts.problems[problem],
})}
<div class="buttons"><button>${texts.submit}</button></div>`,
  );
  return deskPage({
    frame,
    title: texts.title,
    narrow: true,
    notice: problem === 'changing' ? { kind: 'bad', text: changing } : undefined,
    content: html`${form}${visitorLanguage({ frame }, path)}`,
  });
};

/** A mailed link that was used, withdrawn or made long ago, or that never was one: nobody learns which. */
export const goneLinkPage = ({ frame }: Pick<VisitorView, 'frame'>, kind: 'reset' | 'invitation'): Page => {
  const { language } = frame;
  const { gone, reset } = accountLinkTexts[language];
  const away =
    kind === 'reset'
      ? html`<p><a href="${visitorAddress('/desk/reset', { language })}">${gone.askAgain}</a></p>`
      : html`<p><a href="${visitorAddress('/desk/sign-in', { language })}">${reset.toSignIn}</a></p>`;
  return deskPage({ frame, title: gone.title, narrow: true, content: html`<p>${gone[kind]}</p>${away}` });
};
