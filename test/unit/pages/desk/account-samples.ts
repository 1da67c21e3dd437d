import { randomUUID } from 'node:crypto';
import { newRecoveryCodes } from '../../../../shared/desk/account/recovery-codes.ts';
import { MAX_DESK_USERS } from '../../../../shared/domain/desk/user.ts';
import type { Language } from '../../../../shared/domain/language.ts';
import { activityPage } from '../../../../shared/pages/desk/account/activity-page.ts';
import { activityTexts } from '../../../../shared/pages/desk/account/activity-texts.ts';
import { looksPage, typedLooksOf } from '../../../../shared/pages/desk/account/looks-page.ts';
import { looksFieldNames } from '../../../../shared/pages/desk/account/looks-texts.ts';
import { enrolmentPage, recoveryCodesPage } from '../../../../shared/pages/desk/account/one-time-code-pages.ts';
import { settingsFields, settingsPage } from '../../../../shared/pages/desk/account/settings-page.ts';
import { memberPage, type ShownMember, usersPage } from '../../../../shared/pages/desk/account/users-pages.ts';
import type { DeskFrame } from '../../../../shared/pages/desk/frame/desk-page.ts';
import type { Page } from '../../../../shared/pages/document.ts';
import { looks } from '../page-samples.ts';

/** What a person may type to do harm. */
const HOSTILE = `Ayşe <script>alert(1)</script> "x' & Öz`;
const NOW_MS = Date.UTC(2026, 10, 28, 11, 5);
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const frameIn = (language: Language, needsCode = false): DeskFrame => ({
  language,
  serviceName: 'Ödeme Bağlantısı',
  sandbox: true,
  signedIn: { userName: HOSTILE, dealerName: 'Çiçek & Bahçe', role: 'manager', needsCode, formToken: 't'.repeat(43) },
});

const code = {
  sealedSecret: 'sealed',
  secretVersion: 1,
  enrolledAtMs: NOW_MS,
  lastStep: 1,
  recoveryCodes: Array.from({ length: 7 }, () => 'r'.repeat(43)),
};

const person = (index: number): ShownMember => ({
  membership: { dealerCode: 'D', userId: `u${index}`, role: 'manager', version: 3, addedAtMs: NOW_MS },
  user: {
    userId: `u${index}`,
    email: `${'very-long-name'.repeat(4)}${index}@kardelencicek.example`,
    name: `${HOSTILE} ${index}`,
    ...(index % 2 === 0 ? { code } : {}),
  },
});
const crowd = Array.from({ length: MAX_DESK_USERS - 10 }, (_, index) => person(index));
const invitations = Array.from({ length: 10 }, (_, index) => ({
  dealerCode: 'D',
  userId: `i${index}`,
  linkId: 'l',
  email: `${index}@people.example`,
  name: HOSTILE,
  role: 'cashier' as const,
  createdAtMs: NOW_MS - index * 86_400_000,
}));

const user = { email: 'ayse@kardelencicek.example', name: HOSTILE, language: 'tr' } as const;
const { name, oldPassword, newPassword, codePassword, codeProof } = settingsFields;
const entry = (command: string, index: number) => ({
  commandId: randomUUID(),
  command,
  dealerCode: 'D',
  atMs: NOW_MS - index * 60_000,
  changed: [],
  inputFingerprint: '',
  result: {},
  ...(index % 3 === 0 ? {} : { by: { userId: 'u', email: 'a@b.example', name: HOSTILE } }),
  before: { name: HOSTILE, role: 'cashier' },
  after: { name: 'x'.repeat(1000), card: '4111 1111 1111 1111' },
});
const commands = Object.keys(activityTexts.en.commands);

const usersIn = (language: Language, more: Partial<Parameters<typeof usersPage>[0]> = {}): Page =>
  usersPage({
    frame: frameIn(language),
    self: 'u0',
    members: crowd,
    invitations,
    newOnce: randomUUID,
    nowMs: NOW_MS,
    ...more,
  });

const { logo = '', ...withoutLogo } = looks;
const looksIn = (language: Language, more: Partial<Parameters<typeof looksPage>[0]> = {}): Page =>
  looksPage({
    frame: frameIn(language),
    dealerName: 'Çiçek & Bahçe',
    looks,
    typed: typedLooksOf(looks),
    version: 3,
    once: randomUUID(),
    ...more,
  });

/** Every state of the pages of a user's account and of a dealer's users, by its name. */
export const accountSamples = {
  settings: (language) =>
    settingsPage({
      frame: frameIn(language),
      user: { ...user, code },
      managesDealer: true,
      newOnce: randomUUID,
      notice: 'profile',
    }),
  settingsWithoutCode: (language) =>
    settingsPage({ frame: frameIn(language, true), user, managesDealer: false, newOnce: randomUUID }),
  settingsProblems: (language) =>
    settingsPage({
      frame: frameIn(language),
      user: { ...user, code },
      managesDealer: true,
      newOnce: randomUUID,
      notice: 'changing',
      typedName: HOSTILE,
      problems: {
        [name]: 'name',
        [oldPassword]: 'wrong-password',
        [newPassword]: 'most-used',
        [codePassword]: 'wrong-password',
        [codeProof]: 'needs-recovery',
      },
    }),
  enrolment: (language) =>
    enrolmentPage({
      frame: frameIn(language),
      once: randomUUID(),
      secret: SECRET,
      uri: `otpauth://totp/Service:ayse%40kardelencicek.example?issuer=Service&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
      sealed: 's'.repeat(400),
      begunAtMs: NOW_MS,
      problem: 'wrong-code',
    }),
  recoveryCodes: (language) => recoveryCodesPage(frameIn(language), newRecoveryCodes()),
  users: (language) => usersIn(language, { notice: 'invited' }),
  usersEmpty: (language) => usersIn(language, { members: [person(0)], invitations: [] }),
  usersProblems: (language) =>
    usersIn(language, {
      members: [person(0)],
      invitations: [],
      notice: 'last-manager',
      problems: ['name', 'email'],
      typed: { name: HOSTILE, email: 'no address', role: 'manager', language: 'en' },
    }),
  member: (language) => memberPage({ frame: frameIn(language), member: person(1), isSelf: false, newOnce: randomUUID }),
  memberSelf: (language) =>
    memberPage({ frame: frameIn(language), member: person(0), isSelf: true, newOnce: randomUUID }),
  looks: (language) => looksIn(language, { notice: 'saved' }),
  looksEmpty: (language) => looksIn(language, { looks: {}, typed: typedLooksOf({}) }),
  looksLogoShown: (language) => looksIn(language, { notice: 'shown', logo: { kind: 'chosen', value: logo } }),
  looksLogoRemoved: (language) => looksIn(language, { notice: 'shown', looks: withoutLogo, logo: { kind: 'removed' } }),
  looksProblems: (language) =>
    looksIn(language, {
      notice: 'changing',
      problems: looksFieldNames,
      logo: { kind: 'refused', problem: 'interlaced' },
      typed: { ...typedLooksOf(looks), displayName: HOSTILE },
    }),
  activity: (language) =>
    activityPage({
      frame: frameIn(language),
      month: '202611',
      months: ['202611', '202610'],
      entries: Array.from({ length: 25 }, (_, index) => entry(commands[index] ?? 'put-virtual-pos', index)),
      next: '000000000000001#x',
    }),
  activityEmpty: (language) =>
    activityPage({ frame: frameIn(language), month: '202611', months: ['202611'], entries: [] }),
} as const satisfies Readonly<Record<string, (language: Language) => Page>>;
