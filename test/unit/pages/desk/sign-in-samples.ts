import type { Language } from '../../../../shared/domain/language.ts';
import type { DeskFrame } from '../../../../shared/pages/desk/frame/desk-page.ts';
import { codePage } from '../../../../shared/pages/desk/sign-in/code-page.ts';
import { dealerPage } from '../../../../shared/pages/desk/sign-in/dealer-page.ts';
import { joinPage, knownUserPage, newUserPage } from '../../../../shared/pages/desk/sign-in/invitation-pages.ts';
import { passwordPage } from '../../../../shared/pages/desk/sign-in/password-page.ts';
import { goneLinkPage, newPasswordPage, resetPage } from '../../../../shared/pages/desk/sign-in/reset-pages.ts';
import { signInPage } from '../../../../shared/pages/desk/sign-in/sign-in-page.ts';
import type { VisitorView } from '../../../../shared/pages/desk/sign-in/visitor-form.ts';
import type { Page } from '../../../../shared/pages/document.ts';

export const TOKEN = 'token-of-this-browser';

/** Names that need room, and that are markup. */
const DEALER_NAME = 'Çiğdem & Oğulları <Kırtasiye> Sanayi ve Ticaret Anonim Şirketi';
const EMAIL = 'a-very-long-address-of-somebody@department.of-a-long-name.example';

const visitorIn = (language: Language): VisitorView => ({
  frame: { language, serviceName: 'Payment links', sandbox: true },
  formToken: TOKEN,
  from: '/desk/payments?day=20260115&way=link',
});

const signedInAs = (language: Language): DeskFrame => ({
  language,
  serviceName: 'Payment links',
  sandbox: true,
  signedIn: {
    userName: 'Ayşe "Ece" Yılmaz',
    dealerName: DEALER_NAME,
    role: 'cashier',
    needsCode: true,
    formToken: TOKEN,
  },
});

const invitation = { path: '/desk/invitation/secret', email: EMAIL, dealerName: DEALER_NAME, role: 'manager' } as const;
const choices = [
  { dealerCode: 'ALPHA', name: DEALER_NAME, role: 'cashier', isOpen: true },
  { dealerCode: 'BETA', name: 'Beta', role: 'viewer', isOpen: false },
] as const;

/** Every page of a sign-in, in each of its states. */
export const signInSamples: Readonly<Record<string, (language: Language) => Page>> = {
  'sign-in': (language) => signInPage(visitorIn(language)),
  'sign-in-wrong': (language) => signInPage(visitorIn(language), { notice: 'wrong', email: EMAIL }),
  'sign-in-too-many': (language) => signInPage(visitorIn(language), { notice: 'too-many', email: '"><b>' }),
  'sign-in-ended-post': (language) => signInPage(visitorIn(language), { notice: 'ended-post' }),
  'sign-in-ended-code': (language) => signInPage(visitorIn(language), { notice: 'ended-code' }),
  'sign-in-new-password': (language) => signInPage(visitorIn(language), { notice: 'new-password' }),
  code: (language) => codePage(visitorIn(language), { recoveryOnly: false }),
  'code-wrong': (language) => codePage(visitorIn(language), { recoveryOnly: false, notice: 'wrong', left: 1 }),
  'code-recovery-only': (language) => codePage(visitorIn(language), { recoveryOnly: true }),
  dealer: (language) => dealerPage(signedInAs(language), { choices, from: '/desk/links?a=1&b=2' }),
  'dealer-only-one': (language) =>
    dealerPage(signedInAs(language), { choices: choices.slice(0, 1), from: '/desk', failed: true }),
  password: (language) => passwordPage(signedInAs(language), { email: EMAIL, from: '/desk/payments/5/refund' }),
  'password-wrong': (language) => passwordPage(signedInAs(language), { email: EMAIL, from: '/desk', problem: 'wrong' }),
  reset: (language) => resetPage(visitorIn(language)),
  'reset-sent': (language) => resetPage(visitorIn(language), 'sent'),
  'reset-too-many': (language) => resetPage(visitorIn(language), 'too-many'),
  'new-password': (language) => newPasswordPage(visitorIn(language), { path: '/desk/reset/secret', email: EMAIL }),
  'new-password-refused': (language) =>
    newPasswordPage(visitorIn(language), { path: '/desk/reset/secret', email: EMAIL, problem: 'most-used' }),
  'gone-reset': (language) => goneLinkPage(visitorIn(language), 'reset'),
  'gone-invitation': (language) => goneLinkPage(visitorIn(language), 'invitation'),
  invitation: (language) => newUserPage(visitorIn(language), { ...invitation, name: 'Deniz' }),
  'invitation-refused': (language) => newUserPage(visitorIn(language), { ...invitation, name: '', problem: 'name' }),
  'invitation-known': (language) => knownUserPage(visitorIn(language), invitation),
  'invitation-join': (language) => joinPage(signedInAs(language), invitation),
  'invitation-other': (language) => joinPage(signedInAs(language), invitation, 'other'),
};
