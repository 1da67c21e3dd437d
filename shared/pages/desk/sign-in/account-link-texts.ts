import type { PasswordProblem } from '../../../domain/desk/password-rules.ts';
import type { DeskRole } from '../../../domain/desk/roles.ts';
import type { Language } from '../../../domain/language.ts';

/** Words of the pages that mailed links lead to, and of the one that asks for a link. */
interface AccountLinkTexts {
  readonly reset: {
    readonly title: string;
    readonly lead: string;
    readonly email: string;
    readonly submit: string;
    readonly sent: string;
    readonly tooMany: string;
    readonly toSignIn: string;
  };
  readonly newPassword: {
    readonly title: string;
    readonly lead: string;
    readonly password: string;
    readonly hint: string;
    readonly submit: string;
    readonly problems: Readonly<Record<PasswordProblem, string>>;
  };
  readonly invitation: {
    readonly title: (dealerName: string) => string;
    readonly lead: (role: DeskRole) => string;
    readonly name: string;
    readonly nameProblem: string;
    readonly create: string;
    readonly known: string;
    readonly toSignIn: string;
    readonly join: string;
    readonly other: (email: string, signedInAs: string) => string;
    readonly full: string;
  };
  readonly gone: {
    readonly title: string;
    readonly reset: string;
    readonly invitation: string;
    readonly askAgain: string;
  };
  readonly changing: string;
}

export const accountLinkTexts: Readonly<Record<Language, AccountLinkTexts>> = {
  tr: {
    reset: {
      title: 'Şifrenizi sıfırlayın',
      lead: 'E-posta adresinizi yazın. Bu adresle bir hesap varsa, 30 dakika geçerli bir link göndeririz.',
      email: 'E-posta adresi',
      submit: 'Link gönder',
      sent: 'Bu adresle bir hesap varsa link yola çıktı. Birkaç dakika içinde gelmezse istenmeyen postalara da bakın. Şifreniz henüz değişmedi.',
      tooMany:
        'Kısa sürede çok sayıda e-posta istendi, bu istek dikkate alınmadı. Hiçbir şey değişmedi. Bir saat sonra yeniden deneyin.',
      toSignIn: 'Girişe dön',
    },
    newPassword: {
      title: 'Yeni şifre belirleyin',
      lead: 'Yeni şifre kaydedilince açık oturumların hepsi kapanır. Tek kullanımlık kodunuz olduğu gibi kalır.',
      password: 'Yeni şifre',
      hint: 'En az 12 karakter. Adınızdan ya da iş yerinin adından oluşmasın; birkaç sözcüklük bir cümle iyi olur.',
      submit: 'Şifreyi kaydet',
      problems: {
        'too-short': 'Şifre en az 12 karakter olmalı.',
        'too-long': 'Şifre en çok 200 karakter olabilir.',
        'holds-email': 'Şifre e-posta adresinizi içermemeli.',
        'holds-dealer': 'Şifre iş yerinin adını içermemeli.',
        'most-used': 'Bu şifre çok kullanılıyor ve ilk denenenlerden. Başka bir şifre seçin.',
      },
    },
    invitation: {
      title: (dealerName) => `${dealerName} sizi davet ediyor`,
      lead: (role) =>
        ({
          viewer: 'Rolünüz görüntüleyen: ödemeleri, linkleri ve ekstreleri görürsünüz.',
          cashier: 'Rolünüz kasiyer: ödeme linki oluşturur, gönderir ve aynı gün içinde ödeme iptal edersiniz.',
          manager:
            'Rolünüz yönetici: para iadesi yapar ve kullanıcıları yönetirsiniz. Bu yetkiler tek kullanımlık kodu kurunca başlar.',
        })[role],
      name: 'Adınız ve soyadınız',
      nameProblem: 'Adınızı yazın: en çok 60 karakter, kart numarası olmadan.',
      create: 'Hesabı oluştur',
      known: 'Bu e-posta adresiyle bir hesap var. Önce giriş yapın; sonra daveti kabul edebilirsiniz.',
      toSignIn: 'Giriş yap',
      join: 'Daveti kabul et',
      other: (email, signedInAs) =>
        `Bu davet ${email} içindir; siz ${signedInAs} olarak giriş yaptınız. Önce çıkış yapın, sonra linki yeniden açın. Hiçbir şey değişmedi.`,
      full: 'Bir hesap en çok 20 iş yerini açabilir. Önce başka bir iş yerinden ayrılın. Hiçbir şey değişmedi.',
    },
    gone: {
      title: 'Bu link artık geçerli değil',
      reset:
        'Link kullanılmış, süresi dolmuş ya da yerine yenisi gelmiş. Hiçbir şey değişmedi. Yeni bir link isteyebilirsiniz.',
      invitation:
        'Davet kullanılmış, geri alınmış ya da süresi dolmuş. Hiçbir şey değişmedi. Hesabınız varsa giriş yapın; yoksa sizi davet edenden yeni bir davet isteyin.',
      askAgain: 'Yeni link iste',
    },
    changing: 'Aynı anda başka bir değişiklik yapıldı. Hiçbir şey kaydedilmedi. Yeniden deneyin.',
  },
  en: {
    reset: {
      title: 'Reset your password',
      lead: 'Type your e-mail address. If it has an account, we send a link that is good for 30 minutes.',
      email: 'E-mail address',
      submit: 'Send a link',
      sent: 'If this address has an account, the link is on its way. If it is not there in a few minutes, look into your spam as well. Your password has not changed yet.',
      tooMany:
        'Too many mails were asked for in a short time, and this request was not looked at. Nothing changed. Try again in an hour.',
      toSignIn: 'Back to the sign-in',
    },
    newPassword: {
      title: 'Choose a new password',
      lead: 'All open sessions end when the new password is set. Your one-time code stays as it is.',
      password: 'New password',
      hint: '12 characters or more, without your name or the merchant’s. A sentence of a few words is good.',
      submit: 'Set the password',
      problems: {
        'too-short': 'The password needs 12 characters or more.',
        'too-long': 'The password can have 200 characters at most.',
        'holds-email': 'The password must not hold your e-mail address.',
        'holds-dealer': 'The password must not hold the merchant’s name.',
        'most-used': 'Many people use this password, and it is tried first. Choose another one.',
      },
    },
    invitation: {
      title: (dealerName) => `${dealerName} invites you`,
      lead: (role) =>
        ({
          viewer: 'Your role is viewer: you see payments, links and statements.',
          cashier: 'Your role is cashier: you make and send payment links, and void payments on the same day.',
          manager:
            'Your role is manager: you also refund, and manage users. These rights begin when you set up the one-time code.',
        })[role],
      name: 'Your name',
      nameProblem: 'Type your name: at most 60 characters, without a card number.',
      create: 'Create the account',
      known: 'This e-mail address has an account. Sign in first; then you can accept the invitation.',
      toSignIn: 'Sign in',
      join: 'Accept the invitation',
      other: (email, signedInAs) =>
        `This invitation is for ${email}, and you are signed in as ${signedInAs}. Sign out first, then open the link again. Nothing changed.`,
      full: 'An account opens 20 merchants at most. Leave another one first. Nothing changed.',
    },
    gone: {
      title: 'This link is no longer good',
      reset:
        'It was used, its time is over, or a newer one took its place. Nothing changed. You can ask for a new link.',
      invitation:
        'The invitation was used or withdrawn, or its time is over. Nothing changed. Sign in if you have an account, or ask whoever invited you for a new invitation.',
      askAgain: 'Ask for a new link',
    },
    changing: 'Another change came at the same moment. Nothing was saved. Try again.',
  },
};
