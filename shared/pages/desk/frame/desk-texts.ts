import type { DeskRole } from '../../../domain/desk/roles.ts';
import type { Language } from '../../../domain/language.ts';

/** Parts of the desk that its heading leads to. */
export type DeskSection = 'today' | 'payments' | 'links' | 'statements' | 'customers' | 'settings';

/** Why the desk refused a call before it read or wrote anything. */
export type ClosedDeskReason = 'other-network' | 'posted-elsewhere' | 'no-token' | 'busy';

/** Words that every page of the desk has. */
export interface DeskTexts {
  readonly navigation: string;
  readonly sections: Readonly<Record<DeskSection, string>>;
  readonly roles: Readonly<Record<DeskRole, string>>;
  readonly skip: string;
  readonly signOut: string;
  readonly sandbox: string;
  readonly needsCode: string;
  readonly mustEnrol: string;
  readonly setUpCode: string;
  readonly closed: Readonly<Record<ClosedDeskReason, { readonly title: string; readonly text: string }>>;
  /** An unexpected failure: of a page, and of a post of which nobody knows whether it was carried out. */
  readonly failed: Readonly<Record<'title' | 'page' | 'post' | 'correlation', string>>;
  readonly toSignIn: string;
  readonly notFound: { readonly title: string; readonly text: string };
  readonly notAllowedTitle: string;
  readonly notAllowed: string;
  readonly copy: string;
  readonly copied: string;
  readonly share: string;
  readonly downloadCsv: string;
  readonly print: string;
  readonly goOn: string;
}

export const deskTexts: Readonly<Record<Language, DeskTexts>> = {
  tr: {
    navigation: 'Bölümler',
    sections: {
      today: 'Bugün',
      payments: 'Ödemeler',
      links: 'Linkler',
      statements: 'Ekstreler',
      customers: 'Müşteriler',
      settings: 'Ayarlar',
    },
    roles: { viewer: 'Görüntüleyen', cashier: 'Kasiyer', manager: 'Yönetici' },
    skip: 'İçeriğe geç',
    signOut: 'Çıkış yap',
    sandbox: 'Deneme ortamı: burada gerçek para hareket etmez.',
    needsCode: 'Yönetici yetkileriniz, tek kullanımlık kodu kurduğunuzda başlar.',
    mustEnrol:
      'Bu iş yeri herkesten tek kullanımlık kod istiyor. Kodu kurana kadar başka sayfa açılmaz ve hiçbir işlem yapılmaz.',
    setUpCode: 'Kodu şimdi kurun',
    closed: {
      'other-network': {
        title: 'Bu ağdan açılmaz',
        text: 'Bu sayfalar yalnızca izin verilen ağlardan açılır. Bağlantınızı değiştirin ya da servisi işletenlere sorun.',
      },
      'posted-elsewhere': {
        title: 'Hiçbir şey yapılmadı',
        text: 'Bu form başka bir sayfadan gönderildi. Hiçbir şey değişmedi, para hareket etmedi.',
      },
      'no-token': {
        title: 'Hiçbir şey yapılmadı',
        text: 'Bu form artık geçerli değil: oturum bu arada değişti. Hiçbir şey değişmedi, para hareket etmedi. Sayfayı yeniden açıp tekrar deneyin.',
      },
      busy: {
        title: 'Biraz bekleyin',
        text: 'Şu anda çok sayıda kişi giriş yapıyor. Hiçbir şey değişmedi. Birkaç saniye sonra tekrar deneyin.',
      },
    },
    failed: {
      title: 'Bir sorun oluştu',
      page: 'Sayfa şu anda gösterilemiyor. Hiçbir şey değişmedi. Biraz sonra yeniden deneyin.',
      post: 'Gönderdiğiniz işlemin yapılıp yapılmadığı şu anda bilinmiyor. Ödemenin ya da kaydın sayfasını yeniden açın: gerçek durumu gösterir. Aynı formu yeniden gönderirseniz işlem iki kez yapılmaz.',
      correlation: 'Kayıt numarası',
    },
    toSignIn: 'Panele git',
    notFound: { title: 'Bulunamadı', text: 'Böyle bir kayıt yok ya da bu iş yerine ait değil.' },
    notAllowedTitle: 'Yetkiniz yok',
    notAllowed: 'Rolünüz buna izin vermiyor. Hiçbir şey değişmedi. Bir yöneticiye sorun.',
    copy: 'Kopyala',
    copied: 'Kopyalandı',
    share: 'Paylaş',
    downloadCsv: 'CSV indir',
    print: 'Yazdır',
    goOn: 'Buradan devam et',
  },
  en: {
    navigation: 'Sections',
    sections: {
      today: 'Today',
      payments: 'Payments',
      links: 'Links',
      statements: 'Statements',
      customers: 'Customers',
      settings: 'Settings',
    },
    roles: { viewer: 'Viewer', cashier: 'Cashier', manager: 'Manager' },
    skip: 'Skip to the content',
    signOut: 'Sign out',
    sandbox: 'Sandbox: no real money moves here.',
    needsCode: 'Your rights as a manager begin when you set up the one-time code.',
    mustEnrol:
      'This merchant wants a one-time code from everybody. Until you set it up, no other page opens and nothing is carried out.',
    setUpCode: 'Set it up now',
    closed: {
      'other-network': {
        title: 'Not open from this network',
        text: 'These pages open from certain networks alone. Change your connection, or ask those who run the service.',
      },
      'posted-elsewhere': {
        title: 'Nothing was done',
        text: 'This form was posted from another page. Nothing changed, and no money moved.',
      },
      'no-token': {
        title: 'Nothing was done',
        text: 'This form is no longer good: the session has changed. Nothing changed, and no money moved. Open the page again and try once more.',
      },
      busy: {
        title: 'Wait a moment',
        text: 'Many people are signing in right now. Nothing changed. Try again in a few seconds.',
      },
    },
    failed: {
      title: 'Something went wrong',
      page: 'The page cannot be shown right now. Nothing changed. Try again in a moment.',
      post: 'Nobody knows yet whether what you posted was done. Open the page of the payment or record again: it shows how things stand. If you send the same form again, nothing is done twice.',
      correlation: 'Reference number',
    },
    toSignIn: 'Go to the desk',
    notFound: { title: 'Not found', text: 'There is no such record, or it is not this merchant’s.' },
    notAllowedTitle: 'Not allowed',
    notAllowed: 'Your role does not allow this. Nothing changed. Ask a manager.',
    copy: 'Copy',
    copied: 'Copied',
    share: 'Share',
    downloadCsv: 'Download CSV',
    print: 'Print',
    goOn: 'Go on from here',
  },
};
