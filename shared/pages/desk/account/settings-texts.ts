import type { PasswordProblem } from '../../../domain/desk/password-rules.ts';
import type { Language } from '../../../domain/language.ts';

/** Why something of the own account was not changed, beside what is wrong with a field. */
export type SettingsNotice =
  | 'profile'
  | 'password'
  | 'used-once'
  | 'changing'
  | 'too-many'
  | 'enrolment-old'
  | 'codes-shown'
  | 'unavailable';

/** What is wrong with a field of the own account. */
export type SettingsProblem =
  | PasswordProblem
  | 'name'
  | 'wrong-password'
  | 'not-same'
  | 'wrong-code'
  | 'needs-recovery';

export interface SettingsTexts {
  readonly title: string;
  readonly you: string;
  readonly email: string;
  readonly name: string;
  readonly language: string;
  readonly languages: Readonly<Record<Language, string>>;
  readonly save: string;
  readonly password: string;
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPasswordAgain: string;
  readonly passwordHint: string;
  readonly changePassword: string;
  readonly code: string;
  readonly codeOff: string;
  readonly codeOn: (since: string) => string;
  readonly left: (count: number) => string;
  readonly yourPassword: string;
  readonly proof: string;
  readonly proofHint: string;
  readonly setUp: string;
  readonly replace: string;
  readonly replaceHint: string;
  readonly newRecovery: string;
  readonly newRecoveryHint: string;
  readonly shop: string;
  readonly users: string;
  readonly looks: string;
  readonly activity: string;
  readonly otherDealer: string;
  readonly scan: {
    readonly title: string;
    readonly text: string;
    readonly qr: string;
    readonly typed: string;
    readonly code: string;
    readonly confirm: string;
    readonly back: string;
  };
  readonly recovery: { readonly title: string; readonly text: string; readonly done: string };
  readonly notices: Readonly<Record<SettingsNotice, string>>;
  readonly problems: Readonly<Record<SettingsProblem, string>>;
}

export const settingsTexts: Readonly<Record<Language, SettingsTexts>> = {
  tr: {
    title: 'Ayarlar',
    you: 'Siz',
    email: 'E-posta',
    name: 'Adınız',
    language: 'Dil',
    languages: { tr: 'Türkçe', en: 'English' },
    save: 'Kaydet',
    password: 'Şifre',
    oldPassword: 'Şimdiki şifre',
    newPassword: 'Yeni şifre',
    newPasswordAgain: 'Yeni şifre, bir kez daha',
    passwordHint:
      'En az 12 karakter. E-posta adresiniz ya da iş yerinin adı içinde geçemez. Diğer oturumlarınız kapanır.',
    changePassword: 'Şifreyi değiştir',
    code: 'Tek kullanımlık kod',
    codeOff: 'Kurulu değil. Girişte telefonunuzdaki bir doğrulama uygulamasının kodu da sorulsun isterseniz kurun.',
    codeOn: (since) => `${since} tarihinden beri kurulu.`,
    left: (count) => `Kalan kurtarma kodu: ${count}.`,
    yourPassword: 'Şifreniz',
    proof: 'Şimdiki kod ya da bir kurtarma kodu',
    proofHint: 'Uygulamanızdaki altı haneli kod. Telefon elinizde değilse bir kurtarma kodu yazın.',
    setUp: 'Kodu kur',
    replace: 'Yeni uygulama kur',
    replaceHint: 'Telefonunuz değiştiyse. Eski uygulamanın kodları, yenisi onaylanınca geçersiz olur.',
    newRecovery: 'Yeni kurtarma kodları',
    newRecoveryHint: 'On yeni kod verilir, eskileri geçersiz olur.',
    shop: 'İş yeri',
    users: 'Kullanıcılar',
    looks: 'Ödeme sayfasının görünümü',
    activity: 'Yapılan işlemler',
    otherDealer: 'Başka bir iş yerine geç',
    scan: {
      title: 'Kodu kurun',
      text: 'Doğrulama uygulamanızla bu karekodu okutun, sonra uygulamanın gösterdiği altı haneli kodu yazın. Siz onaylayana kadar hiçbir şey değişmez.',
      qr: 'Doğrulama uygulaması için kare kod',
      typed: 'Okutamıyorsanız uygulamaya bu anahtarı yazın:',
      code: 'Uygulamadaki altı haneli kod',
      confirm: 'Onayla',
      back: 'Vazgeç',
    },
    recovery: {
      title: 'Kurtarma kodlarınız',
      text: 'Telefonunuz elinizde olmadığında bu kodlardan biriyle girersiniz. Her biri bir kez geçer. Şimdi yazdırın ya da güvenli bir yere kaydedin: bir daha gösterilmezler.',
      done: 'Kaydettim',
    },
    notices: {
      profile: 'Kaydedildi.',
      password: 'Şifreniz değişti. Diğer oturumlarınız kapandı.',
      'used-once': 'Bu form daha önce gönderildi. Bu kez hiçbir şey değişmedi.',
      changing: 'Bu sırada başka bir değişiklik yapıldı. Hiçbir şey değişmedi; tekrar deneyin.',
      'too-many': 'Kısa sürede çok fazla deneme yapıldı. Hiçbir şey değişmedi; 15 dakika sonra tekrar deneyin.',
      'enrolment-old': 'Kurulumun süresi doldu. Hiçbir şey değişmedi; yeniden başlayın.',
      'codes-shown': 'Bu işlem yapıldı ve kurtarma kodları gösterildi. Göremediyseniz yenilerini isteyin.',
      unavailable: 'Servisin bir parçası yanıt vermedi. Hiçbir şey değişmedi; biraz sonra tekrar deneyin.',
    },
    problems: {
      name: 'Adınızı yazın: en fazla 60 karakter, kart numarası olmadan.',
      'wrong-password': 'Şifre yanlış. Hiçbir şey değişmedi.',
      'not-same': 'İki yeni şifre aynı değil. Hiçbir şey değişmedi.',
      'wrong-code': 'Kod yanlış ya da daha önce kullanılmış. Hiçbir şey değişmedi.',
      'needs-recovery': 'Bugün çok fazla yanlış kod girildi. Yarına kadar yalnızca kurtarma kodu geçer.',
      'too-short': 'En az 12 karakter olmalı.',
      'too-long': 'En fazla 200 karakter olabilir.',
      'holds-email': 'E-posta adresiniz şifrede geçmemeli.',
      'holds-dealer': 'İş yerinin adı şifrede geçmemeli.',
      'most-used': 'Bu şifre çok kullanılıyor ve ilk denenenlerden. Başka bir şifre seçin.',
    },
  },
  en: {
    title: 'Settings',
    you: 'You',
    email: 'E-mail',
    name: 'Your name',
    language: 'Language',
    languages: { tr: 'Türkçe', en: 'English' },
    save: 'Save',
    password: 'Password',
    oldPassword: 'Current password',
    newPassword: 'New password',
    newPasswordAgain: 'New password, once more',
    passwordHint:
      'At least 12 characters. It must not hold your e-mail address or the merchant’s name. Your other sessions end.',
    changePassword: 'Change the password',
    code: 'One-time code',
    codeOff: 'Not set up. Set it up to be asked for a code of an authenticator app on your phone when you sign in.',
    codeOn: (since) => `Set up since ${since}.`,
    left: (count) => `Recovery codes left: ${count}.`,
    yourPassword: 'Your password',
    proof: 'Current code or a recovery code',
    proofHint: 'The six digits in your app. Without your phone, type a recovery code.',
    setUp: 'Set up the code',
    replace: 'Set up a new app',
    replaceHint: 'For a new phone. Codes of the old app end when the new one is confirmed.',
    newRecovery: 'New recovery codes',
    newRecoveryHint: 'You get ten new ones, and the old ones end.',
    shop: 'Merchant',
    users: 'Users',
    looks: 'Looks of the payment page',
    activity: 'Activity',
    otherDealer: 'Go to another merchant',
    scan: {
      title: 'Set up the code',
      text: 'Scan this square with your authenticator app, then type the six digits that the app shows. Nothing changes until you confirm.',
      qr: 'QR code for the authenticator app',
      typed: 'If you cannot scan it, type this key into the app:',
      code: 'Six digits in the app',
      confirm: 'Confirm',
      back: 'Give up',
    },
    recovery: {
      title: 'Your recovery codes',
      text: 'When your phone is not at hand, you sign in with one of these. Each works once. Print or save them now: they are not shown again.',
      done: 'I have saved them',
    },
    notices: {
      profile: 'Saved.',
      password: 'Your password has changed. Your other sessions have ended.',
      'used-once': 'This form was posted before. Nothing changed this time.',
      changing: 'Another change came in between. Nothing changed; try again.',
      'too-many': 'Too many tries in a short time. Nothing changed; try again in 15 minutes.',
      'enrolment-old': 'The time to set it up is over. Nothing changed; begin again.',
      'codes-shown': 'This was done, and the recovery codes were shown. If you did not see them, ask for new ones.',
      unavailable: 'A part of the service did not answer. Nothing changed; try again in a moment.',
    },
    problems: {
      name: 'Type your name: at most 60 characters, without a card number.',
      'wrong-password': 'The password is wrong. Nothing changed.',
      'not-same': 'The two new passwords differ. Nothing changed.',
      'wrong-code': 'The code is wrong or was used before. Nothing changed.',
      'needs-recovery': 'Too many wrong codes today. Until tomorrow only a recovery code works.',
      'too-short': 'It must have at least 12 characters.',
      'too-long': 'It must have at most 200 characters.',
      'holds-email': 'It must not hold your e-mail address.',
      'holds-dealer': 'It must not hold the merchant’s name.',
      'most-used': 'Many people use this password, and it is guessed first. Choose another one.',
    },
  },
};
