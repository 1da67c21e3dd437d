import type { CodesFor } from '../../../domain/desk/code-rule.ts';
import type { InvitationProblem, MemberProblem } from '../../../domain/desk/user-changes.ts';
import type { Language } from '../../../domain/language.ts';

/** What became of a change of users. */
export type UsersNotice =
  | 'invited'
  | 'role'
  | 'removed'
  | 'withdrawn'
  | 'codes'
  | 'too-many-mails'
  | 'used-once'
  | 'changing'
  | 'gone'
  | MemberProblem
  | InvitationProblem;

export interface UsersTexts {
  readonly title: string;
  readonly members: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly code: string;
  readonly codeOn: string;
  readonly codeOff: string;
  readonly since: string;
  readonly you: string;
  readonly invitations: string;
  readonly noInvitations: string;
  readonly until: string;
  readonly over: string;
  readonly withdraw: string;
  readonly invite: string;
  readonly inviteHint: string;
  readonly language: string;
  readonly languages: Readonly<Record<Language, string>>;
  readonly send: string;
  readonly roleHint: string;
  readonly changeRole: string;
  readonly remove: string;
  readonly removeText: (name: string) => string;
  readonly roleText: string;
  readonly yourself: string;
  readonly codes: string;
  readonly codesText: string;
  readonly codesFor: Readonly<Record<CodesFor, string>>;
  readonly saveCodes: string;
  readonly notices: Readonly<Record<UsersNotice, string>>;
  readonly problems: { readonly name: string; readonly email: string };
}

export const usersTexts: Readonly<Record<Language, UsersTexts>> = {
  tr: {
    title: 'Kullanıcılar',
    members: 'Panele girenler',
    name: 'Ad',
    email: 'E-posta',
    role: 'Rol',
    code: 'Tek kullanımlık kod',
    codeOn: 'Kurulu',
    codeOff: 'Kurulu değil',
    since: 'Eklendi',
    you: '(siz)',
    invitations: 'Bekleyen davetler',
    noInvitations: 'Bekleyen davet yok. Birini eklemek için aşağıdan davet gönderin.',
    until: 'Son geçerlilik',
    over: 'Süresi doldu',
    withdraw: 'Geri çek',
    invite: 'Davet et',
    inviteHint:
      'Davet e-posta ile gider, 48 saat geçerlidir ve bir kez kullanılır. Aynı adrese yeni davet, eskisinin yerine geçer.',
    language: 'Dil',
    languages: { tr: 'Türkçe', en: 'English' },
    send: 'Daveti gönder',
    roleHint:
      'Görüntüleyen yalnızca görür. Kasiyer link oluşturur ve aynı gün iptal eder. Yönetici iade de yapar, kullanıcıları yönetir.',
    changeRole: 'Rolü değiştir',
    remove: 'Kullanıcıyı çıkar',
    removeText: (name) => `${name} bu iş yerini artık göremez; açık oturumu bir sonraki adımda kapanır.`,
    roleText: 'Rol değişince açık oturumu kapanır; yeniden giriş yapar.',
    yourself: 'Kendi rolünüzü siz değiştiremezsiniz. Başka bir yöneticiye sorun.',
    codes: 'Girişte tek kullanımlık kod',
    codesText:
      'Yöneticilerden her zaman kod istenir. Herkesten istenirse, kodu kurmamış olanlar önce kurar; o zamana kadar başka sayfa açılmaz.',
    codesFor: { managers: 'Yalnızca yöneticilerden istensin', everybody: 'Herkesten istensin' },
    saveCodes: 'Kaydet',
    notices: {
      codes: 'Kaydedildi.',
      invited: 'Davet gönderiliyor.',
      role: 'Rol değişti.',
      removed: 'Kullanıcı çıkarıldı.',
      withdrawn: 'Davet geri çekildi.',
      'too-many-mails':
        'Bu adrese ya da bu bağlantıdan çok fazla davet gönderildi. Hiçbir şey değişmedi; bir saat sonra tekrar deneyin.',
      'used-once': 'Bu form daha önce gönderildi. Bu kez hiçbir şey değişmedi.',
      changing: 'Bu sırada başka bir değişiklik yapıldı. Hiçbir şey değişmedi; listeye bakıp tekrar deneyin.',
      gone: 'Bu davet artık yok. Hiçbir şey değişmedi.',
      yourself: 'Kendi rolünüzü siz değiştiremezsiniz. Hiçbir şey değişmedi.',
      'no-member': 'Böyle bir kullanıcı yok. Hiçbir şey değişmedi.',
      'last-manager': 'Kodu kurulu son yönetici çıkarılamaz ve rolü düşürülemez. Hiçbir şey değişmedi.',
      'known-member': 'Bu kişi zaten kullanıcı. Hiçbir şey değişmedi.',
      'too-many-users': 'En fazla 50 kullanıcı ve davet olabilir. Hiçbir şey değişmedi; önce birini çıkarın.',
    },
    problems: {
      name: 'Bir ad yazın: en fazla 60 karakter, kart numarası olmadan.',
      email: 'Geçerli bir e-posta adresi yazın.',
    },
  },
  en: {
    title: 'Users',
    members: 'Who comes to the desk',
    name: 'Name',
    email: 'E-mail',
    role: 'Role',
    code: 'One-time code',
    codeOn: 'Set up',
    codeOff: 'Not set up',
    since: 'Added',
    you: '(you)',
    invitations: 'Open invitations',
    noInvitations: 'No invitation is open. Invite somebody below.',
    until: 'Good until',
    over: 'Over',
    withdraw: 'Withdraw',
    invite: 'Invite',
    inviteHint:
      'The invitation goes by e-mail, is good for 48 hours, and works once. A new one to the same address takes the place of the old one.',
    language: 'Language',
    languages: { tr: 'Türkçe', en: 'English' },
    send: 'Send the invitation',
    roleHint:
      'A viewer only sees. A cashier also makes links and voids on the same day. A manager also refunds and manages users.',
    changeRole: 'Change the role',
    remove: 'Remove the user',
    removeText: (name) => `${name} no longer sees this merchant; an open session ends at its next step.`,
    roleText: 'An open session ends when the role changes; the user signs in again.',
    yourself: 'You cannot change your own role. Ask another manager.',
    codes: 'One-time code at the sign-in',
    codesText:
      'Managers always need a code. If everybody does, whoever has none sets it up first; no other page opens before.',
    codesFor: { managers: 'Of managers only', everybody: 'Of everybody' },
    saveCodes: 'Save',
    notices: {
      codes: 'Saved.',
      invited: 'The invitation is on its way.',
      role: 'The role has changed.',
      removed: 'The user was removed.',
      withdrawn: 'The invitation was withdrawn.',
      'too-many-mails':
        'Too many invitations went to this address or left from your connection. Nothing changed; try again in an hour.',
      'used-once': 'This form was posted before. Nothing changed this time.',
      changing: 'Another change came in between. Nothing changed; look at the list and try again.',
      gone: 'This invitation is no longer there. Nothing changed.',
      yourself: 'You cannot change your own role. Nothing changed.',
      'no-member': 'There is no such user. Nothing changed.',
      'last-manager': 'The last manager with a one-time code cannot be removed or get a lower role. Nothing changed.',
      'known-member': 'This person is a user already. Nothing changed.',
      'too-many-users': 'There can be at most 50 users and invitations. Nothing changed; remove somebody first.',
    },
    problems: {
      name: 'Type a name: at most 60 characters, without a card number.',
      email: 'Type a valid e-mail address.',
    },
  },
};
