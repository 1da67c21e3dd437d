import { type LogoProblem, MAX_LOGO_FILE_BYTES, MAX_LOGO_SIDE } from '../../../domain/dealer/dealer-looks.ts';
import type { Language } from '../../../domain/language.ts';

export type LooksNotice = 'saved' | 'shown' | 'used-once' | 'changing';

/** Fields of the form, each with the name of what it sets. */
export const looksFieldNames = [
  'displayName',
  'accent',
  'phone',
  'email',
  'address',
  'site',
  'legalText',
  'termsUrl',
] as const;
export type LooksFieldName = (typeof looksFieldNames)[number];

/** Largest file of a logo, as people write it. */
const MAX_FILE = `${MAX_LOGO_FILE_BYTES / 1000} kB`;

export interface LooksTexts {
  readonly title: string;
  readonly intro: string;
  readonly picture: string;
  readonly pictureHint: string;
  readonly sampleFor: string;
  readonly amount: string;
  readonly card: string;
  readonly pay: (amount: string) => string;
  readonly form: string;
  readonly optional: string;
  readonly fields: Readonly<Record<LooksFieldName, string>>;
  readonly hints: Readonly<Partial<Record<LooksFieldName, string>>>;
  readonly problems: Readonly<Record<LooksFieldName, string>>;
  readonly logo: string;
  readonly logoFile: string;
  readonly logoHint: string;
  /** Behind the hint: what follows where no file is chosen, also where the picture shows a logo that is not saved. */
  readonly logoStays: string;
  readonly logoIsChosen: string;
  readonly logoProblems: Readonly<Record<LogoProblem, string>>;
  /** A form that was too large, or not as a browser posts it. */
  readonly unread: Readonly<Record<'too-large' | 'malformed', string>>;
  readonly removeLogo: string;
  readonly show: string;
  readonly save: string;
  readonly notices: Readonly<Record<LooksNotice, string>>;
}

export const looksTexts: Readonly<Record<Language, LooksTexts>> = {
  tr: {
    title: 'Ödeme sayfasının görünümü',
    intro: 'Ödeyenler, linki açınca bunları görür.',
    picture: 'Ödeyenin gördüğü',
    pictureHint: 'Örnek bir ödemenin resmi. Burada kart girilmez.',
    sampleFor: 'Örnek sipariş 1042',
    amount: 'Tutar',
    card: 'Kart numarası',
    pay: (amount) => `${amount} öde`,
    form: 'Görünüm',
    optional: '(isteğe bağlı)',
    fields: {
      displayName: 'Görünen ad',
      accent: 'Renk',
      phone: 'Telefon',
      email: 'E-posta',
      address: 'Adres',
      site: 'Web sitesi',
      legalText: 'Yasal metin',
      termsUrl: 'Satış koşullarının adresi',
    },
    hints: {
      displayName: 'Boşsa iş yerinin adı görünür.',
      accent: 'Örnek: #c2185b. Okunmayacak bir renk, sayfada koyulaştırılır ya da açılır.',
      site: 'https:// ile başlar.',
      termsUrl: 'https:// ile başlar.',
    },
    problems: {
      displayName: 'En fazla 60 karakter, kart numarası olmadan.',
      accent: '#c2185b gibi bir renk yazın.',
      phone: '+90 212 555 01 23 gibi bir telefon yazın.',
      email: 'Geçerli bir e-posta adresi yazın.',
      address: 'En fazla 200 karakter, kart numarası olmadan.',
      site: 'https:// ile başlayan bir adres yazın.',
      legalText: 'En fazla 300 karakter, kart numarası olmadan.',
      termsUrl: 'https:// ile başlayan bir adres yazın.',
    },
    logo: 'Logo',
    logoFile: 'Logo dosyası',
    logoHint: `PNG; en fazla ${MAX_FILE}, ${MAX_LOGO_SIDE} × ${MAX_LOGO_SIDE} piksel. Sayfa için küçültülür.`,
    logoStays: 'Dosya seçmezseniz logo değişmez.',
    logoIsChosen: 'Seçtiğiniz logo resimde görünüyor. Kaydetmek için yeniden seçmeniz gerekmez.',
    logoProblems: {
      'too-large': `Dosya ${MAX_FILE} sınırını aşıyor. Hiçbir şey kaydedilmedi.`,
      'not-png': 'Bu bir PNG dosyası değil. Hiçbir şey kaydedilmedi.',
      'too-many-pixels': `Resim ${MAX_LOGO_SIDE} × ${MAX_LOGO_SIDE} pikselden büyük. Hiçbir şey kaydedilmedi.`,
      interlaced: 'Bu PNG geçmeli (interlaced) kaydedilmiş. Geçmesiz kaydedip yeniden seçin. Hiçbir şey kaydedilmedi.',
      unreadable: 'Bu PNG dosyası okunamıyor. Hiçbir şey kaydedilmedi.',
      'too-many-colours': 'Resimde çok fazla renk var. Daha sade bir resim seçin. Hiçbir şey kaydedilmedi.',
    },
    unread: {
      'too-large': `Gönderdiğiniz dosya çok büyük. Logo en fazla ${MAX_FILE} olabilir. Hiçbir şey değişmedi.`,
      malformed: 'Form okunamadı. Hiçbir şey değişmedi. Sayfayı yeniden açıp tekrar deneyin.',
    },
    removeLogo: 'Logoyu kaldır',
    show: 'Önce göster',
    save: 'Kaydet',
    notices: {
      saved: 'Kaydedildi. Ödeyenler bir dakika içinde görür.',
      shown: 'Böyle görünecek. Henüz kaydedilmedi.',
      'used-once': 'Bu form daha önce gönderildi. Bu kez hiçbir şey değişmedi.',
      changing: 'Bu sırada iş yerinin kaydı değişti. Hiçbir şey kaydedilmedi; yazdıklarınıza bakıp yeniden kaydedin.',
    },
  },
  en: {
    title: 'Looks of the payment page',
    intro: 'Payers see this when they open a link.',
    picture: 'What a payer sees',
    pictureHint: 'A picture of a sample payment. No card is typed here.',
    sampleFor: 'Sample order 1042',
    amount: 'Amount',
    card: 'Card number',
    pay: (amount) => `Pay ${amount}`,
    form: 'Looks',
    optional: '(optional)',
    fields: {
      displayName: 'Name shown',
      accent: 'Colour',
      phone: 'Phone',
      email: 'E-mail',
      address: 'Address',
      site: 'Web site',
      legalText: 'Legal text',
      termsUrl: 'Address of the terms of sale',
    },
    hints: {
      displayName: 'When empty, the name of the merchant is shown.',
      accent: 'Such as #c2185b. A colour that could not be read is made darker or lighter on the page.',
      site: 'It begins with https://.',
      termsUrl: 'It begins with https://.',
    },
    problems: {
      displayName: 'At most 60 characters, without a card number.',
      accent: 'Type a colour such as #c2185b.',
      phone: 'Type a phone number such as +90 212 555 01 23.',
      email: 'Type a valid e-mail address.',
      address: 'At most 200 characters, without a card number.',
      site: 'Type an address that begins with https://.',
      legalText: 'At most 300 characters, without a card number.',
      termsUrl: 'Type an address that begins with https://.',
    },
    logo: 'Logo',
    logoFile: 'Logo file',
    logoHint: `PNG, at most ${MAX_FILE} and ${MAX_LOGO_SIDE} × ${MAX_LOGO_SIDE} pixels. It is made smaller for the page.`,
    logoStays: 'Without a file the logo stays as it is.',
    logoIsChosen: 'The picture shows the logo that you chose. You need not choose it again to save it.',
    logoProblems: {
      'too-large': `The file is larger than ${MAX_FILE}. Nothing was saved.`,
      'not-png': 'This is not a PNG file. Nothing was saved.',
      'too-many-pixels': `The picture is larger than ${MAX_LOGO_SIDE} × ${MAX_LOGO_SIDE} pixels. Nothing was saved.`,
      interlaced: 'This PNG file is interlaced. Save it without interlacing and choose it again. Nothing was saved.',
      unreadable: 'This PNG file cannot be read. Nothing was saved.',
      'too-many-colours': 'The picture has too many colours. Choose a simpler one. Nothing was saved.',
    },
    unread: {
      'too-large': `The file that you sent is too large. A logo has at most ${MAX_FILE}. Nothing changed.`,
      malformed: 'The form could not be read. Nothing changed. Open the page again and try once more.',
    },
    removeLogo: 'Remove the logo',
    show: 'Show it first',
    save: 'Save',
    notices: {
      saved: 'Saved. Payers see it within a minute.',
      shown: 'This is how it will look. It is not saved yet.',
      'used-once': 'This form was posted before. Nothing changed this time.',
      changing: 'The merchant’s record changed meanwhile. Nothing was saved; look at what you typed and save again.',
    },
  },
};
