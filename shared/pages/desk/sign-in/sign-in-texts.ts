import type { Language } from '../../../domain/language.ts';

/** Why a sign-in did not go on, or what was done before it. */
export type SignInNotice = 'wrong' | 'too-many' | 'ended-post' | 'ended-code' | 'new-password' | 'signed-out';

/** What became of a one-time code. `again`: another try was counted at the same time, and this one was not looked at. */
export type CodeNotice = 'empty' | 'wrong' | 'again' | 'needs-recovery';

/** Words of the pages of a sign-in. */
interface SignInTexts {
  readonly signIn: {
    readonly title: string;
    readonly email: string;
    readonly password: string;
    readonly submit: string;
    readonly forgot: string;
    readonly notices: Readonly<Record<SignInNotice, string>>;
  };
  readonly code: {
    readonly title: string;
    readonly lead: string;
    readonly code: string;
    readonly submit: string;
    readonly noApp: string;
    readonly recovery: string;
    readonly recoveryHint: string;
    readonly submitRecovery: string;
    readonly startAgain: string;
    readonly notices: Readonly<Record<CodeNotice, string>>;
    readonly left: (tries: number) => string;
  };
  readonly dealer: {
    readonly title: string;
    readonly lead: string;
    readonly onlyOne: string;
    readonly current: string;
    readonly open: (dealerName: string) => string;
    readonly back: string;
    readonly changing: string;
  };
  readonly password: {
    readonly title: string;
    readonly lead: string;
    readonly submit: string;
    readonly wrong: string;
    readonly tooMany: string;
  };
  readonly otherLanguage: string;
}

export const signInTexts: Readonly<Record<Language, SignInTexts>> = {
  tr: {
    signIn: {
      title: 'Giriş yapın',
      email: 'E-posta adresi',
      password: 'Şifre',
      submit: 'Giriş yap',
      forgot: 'Şifremi unuttum',
      notices: {
        wrong:
          'Giriş yapılamadı: e-posta adresi ya da şifre doğru değil, ya da bu hesap şu anda hiçbir iş yerini açamıyor. Hiçbir şey değişmedi.',
        'too-many':
          'Çok fazla deneme yapıldı, bu deneme dikkate alınmadı. Hiçbir şey değişmedi. On beş dakika, en çok bir saat bekleyip yeniden deneyin.',
        'ended-post':
          'Oturumunuz sona ermişti. Gönderdiğiniz form işlenmedi: hiçbir şey değişmedi, para hareket etmedi. Giriş yapıp tekrar deneyin.',
        'ended-code':
          'Bu giriş sona erdi: süre doldu ya da beş kez yanlış kod girildi. Hiçbir şey değişmedi. Baştan başlayın.',
        'new-password': 'Yeni şifreniz kaydedildi ve açık oturumların hepsi kapatıldı. Yeni şifrenizle giriş yapın.',
        'signed-out': 'Çıkış yaptınız.',
      },
    },
    code: {
      title: 'Tek kullanımlık kod',
      lead: 'Doğrulama uygulamanızın gösterdiği 6 haneli kodu yazın.',
      code: 'Kod',
      submit: 'Devam et',
      noApp: 'Uygulamanıza ulaşamıyor musunuz?',
      recovery: 'Kurtarma kodu',
      recoveryHint: 'Sakladığınız kodlardan biri. Her kod bir kez kullanılır.',
      submitRecovery: 'Kurtarma koduyla giriş yap',
      startAgain: 'Baştan başla',
      notices: {
        empty: 'Bir kod yazın.',
        wrong: 'Bu kod doğru değil ya da daha önce kullanıldı.',
        again: 'Aynı anda başka bir deneme yapıldı, bu kod dikkate alınmadı. Kodu yeniden yazın.',
        'needs-recovery':
          'Bugün çok sayıda yanlış kod girildi. Gece yarısına kadar yalnızca kurtarma kodu kabul edilir.',
      },
      left: (tries) => `${tries} deneme hakkınız kaldı.`,
    },
    dealer: {
      title: 'İş yeri seçin',
      lead: 'Birden fazla iş yerine erişiminiz var. Hangisiyle çalışmak istiyorsunuz?',
      onlyOne: 'Erişebildiğiniz tek iş yeri bu.',
      current: 'şu anda açık',
      open: (dealerName) => `${dealerName} ile devam et`,
      back: 'Panele dön',
      changing: 'Bu iş yeri şu anda açılamadı. Hiçbir şey değişmedi. Yeniden seçin.',
    },
    password: {
      title: 'Şifrenizi yeniden girin',
      lead: 'Para hareketinden önce şifrenizi soruyoruz. Henüz hiçbir şey yapılmadı.',
      submit: 'Devam et',
      wrong: 'Şifre doğru değil. Hiçbir şey değişmedi, para hareket etmedi.',
      tooMany:
        'Çok fazla deneme yapıldı. Hiçbir şey değişmedi, para hareket etmedi. On beş dakika, en çok bir saat bekleyin.',
    },
    otherLanguage: 'English',
  },
  en: {
    signIn: {
      title: 'Sign in',
      email: 'E-mail address',
      password: 'Password',
      submit: 'Sign in',
      forgot: 'I forgot my password',
      notices: {
        wrong:
          'You are not signed in: the e-mail address or the password is wrong, or this account opens no merchant right now. Nothing changed.',
        'too-many':
          'There were too many tries, and this one was not looked at. Nothing changed. Wait 15 minutes, an hour at most, and try again.',
        'ended-post':
          'Your session had ended. The form that you sent was not carried out: nothing changed, and no money moved. Sign in and try again.',
        'ended-code':
          'This sign-in has ended: the time is over, or five codes were wrong. Nothing changed. Start again.',
        'new-password': 'Your new password is set, and all open sessions have ended. Sign in with the new password.',
        'signed-out': 'You are signed out.',
      },
    },
    code: {
      title: 'One-time code',
      lead: 'Type the 6 digits that your authenticator app shows.',
      code: 'Code',
      submit: 'Continue',
      noApp: 'You do not have your app at hand?',
      recovery: 'Recovery code',
      recoveryHint: 'One of the codes that you have kept. Each is used once.',
      submitRecovery: 'Sign in with a recovery code',
      startAgain: 'Start again',
      notices: {
        empty: 'Type a code.',
        wrong: 'This code is wrong, or it was used before.',
        again: 'Another try came at the same moment, and this code was not looked at. Type the code again.',
        'needs-recovery': 'There were too many wrong codes today. Until midnight only a recovery code is accepted.',
      },
      left: (tries) => (tries === 1 ? 'You have one try left.' : `You have ${tries} tries left.`),
    },
    dealer: {
      title: 'Choose a merchant',
      lead: 'You have access to several merchants. Which one do you want to work with?',
      onlyOne: 'This is the only merchant that you have access to.',
      current: 'open now',
      open: (dealerName) => `Continue with ${dealerName}`,
      back: 'Back to the desk',
      changing: 'This merchant could not be opened right now. Nothing changed. Choose again.',
    },
    password: {
      title: 'Your password once more',
      lead: 'We ask for your password before money moves. Nothing has been done yet.',
      submit: 'Continue',
      wrong: 'The password is wrong. Nothing changed, and no money moved.',
      tooMany: 'There were too many tries. Nothing changed, and no money moved. Wait 15 minutes, an hour at most.',
    },
    otherLanguage: 'Türkçe',
  },
};
