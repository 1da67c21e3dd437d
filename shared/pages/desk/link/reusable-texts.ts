import type { Language } from '../../../domain/language.ts';
import type { ReusableLinkState } from '../../../domain/reusable-link/reusable-link.ts';
import type { ReusableFormField, ReusableFormProblem } from './reusable-form-fields.ts';

/** Words of the pages of reusable links. */
export interface DeskReusableTexts {
  readonly title: string;
  readonly make: string;
  readonly fields: Readonly<Record<ReusableFormField, string>>;
  readonly hints: { readonly amount: string; readonly maxPayments: string; readonly expires: string };
  readonly problems: Readonly<Record<ReusableFormProblem, string>>;
  readonly nothingMade: string;
  readonly caption: string;
  readonly empty: string;
  readonly makeFirst: string;
  readonly name: string;
  readonly amount: string;
  readonly state: string;
  readonly places: string;
  readonly created: string;
  readonly expires: string;
  readonly back: string;
  readonly states: Readonly<Record<ReusableLinkState, string>>;
  readonly from: (least: string, most: string) => string;
  readonly paidOf: (paid: number, most: number) => string;
  readonly anyNumber: string;
  readonly code: string;
  readonly description: string;
  readonly free: string;
  readonly held: string;
  readonly never: string;
  readonly funnel: {
    readonly heading: string;
    readonly opened: string;
    readonly started: string;
    readonly paid: string;
    readonly givenBack: string;
    readonly sum: string;
    readonly sumGivenBack: string;
    readonly newestAlone: string;
  };
  readonly requests: {
    readonly heading: string;
    readonly empty: string;
    readonly payer: string;
    readonly newest: string;
  };
  readonly close: string;
  readonly open: string;
  readonly closedHint: string;
  readonly done: Readonly<Record<'made' | 'closed' | 'opened', string>>;
  readonly refusedChange: string;
}

export const deskReusableTexts: Readonly<Record<Language, DeskReusableTexts>> = {
  tr: {
    title: 'Çok kullanımlık linkler',
    make: 'Çok kullanımlık link oluştur',
    fields: {
      title: 'Ne için',
      amount: 'Tutar',
      currency: 'Para birimi',
      min: 'En az',
      max: 'En çok',
      maxPayments: 'En çok kaç ödeme',
      description: 'Açıklama',
      expires: 'Son gün',
      definition: 'Link türü',
    },
    hints: {
      amount: 'Tutarı ödeyen seçecekse boş bırakıp en az ve en çok tutarı yazın.',
      maxPayments: 'Boş bırakırsanız sınır yoktur; sonradan sınır konamaz.',
      expires: 'Bu günün sonuna kadar ödemeye başlanabilir. Boş bırakırsanız süresi dolmaz.',
    },
    problems: {
      'title-missing': 'Ne için ödendiğini yazın. Ödeyen bunu okur.',
      'amount-missing': 'Bir tutar yazın ya da en az ve en çok tutarı yazın.',
      'amount-unclear': 'Tutar anlaşılmadı. Rakamla yazın, örneğin 1250 veya 1.250,50.',
      'amount-twice': 'Ya tek bir tutar yazın ya da en az ve en çok tutarı; ikisini birden değil.',
      'amount-range':
        'En az ve en çok tutarın ikisi de yazılmalı; sıfırdan büyük olmalı ve en çok, en azdan küçük olamaz.',
      'places-wrong': '1 ile 1.000.000 arasında bir sayı yazın.',
      'expires-wrong': 'Gelecekte bir gün yazın, örneğin 31.12.2026.',
      'card-number': 'Metinlere kart numarası yazmayın.',
      'too-long': 'Bu metin çok uzun. Kısaltın.',
      currency: 'Bu para birimiyle ödeme alınamıyor.',
      definition: 'Bu link türü artık yok. Başka bir tür seçin.',
      'no-channel': 'Bu iş yerinin link oluşturma izni yok. Servisi işletenlere sorun.',
      'not-possible':
        'İş yerinin ya da link türünün ayarları bu linke izin vermiyor. Alanları kontrol edin ya da servisi işletenlere sorun.',
      'no-once': 'Form eksik geldi. Sayfayı yeniden açıp tekrar deneyin.',
      used: 'Bu formla daha önce başka bir link oluşturulmuştu. Bunu da oluşturmak için yeniden gönderin.',
      changing: 'Kayıtlar bu arada değişti. Yeniden deneyin.',
    },
    nothingMade: 'Link oluşturulmadı.',
    caption: 'En yeni link en üstte',
    empty: 'Henüz çok kullanımlık link yok.',
    makeFirst: 'Aynı adresten birçok kişinin ödemesi için yukarıdaki formla bir tane oluşturun.',
    name: 'Ne için',
    amount: 'Tutar',
    state: 'Durum',
    places: 'Ödeme sayısı',
    created: 'Oluşturma',
    expires: 'Son gün',
    back: 'Çok kullanımlık linklere dön',
    states: { active: 'Açık', inactive: 'Kapalı', 'used-up': 'Tükendi', expired: 'Süresi doldu' },
    from: (least, most) => `${least} – ${most}`,
    paidOf: (paid, most) => `${paid} / ${most}`,
    anyNumber: 'Sınırsız',
    code: 'Link kodu',
    description: 'Açıklama',
    free: 'Boş yer',
    held: 'Şu anda ödenen',
    never: 'Süresi dolmaz',
    funnel: {
      heading: 'Bu linkten neler oldu',
      opened: 'Açılan ödeme',
      started: 'Denenen ödeme',
      paid: 'Ödenen',
      givenBack: 'Geri verilen',
      sum: 'Tahsil edilen',
      sumGivenBack: 'Geri verilen tutar',
      newestAlone: 'Bu linkin çok ödemesi var: sayılar yalnızca en yenilerini kapsar. Tamamı gece sayılır.',
    },
    requests: {
      heading: 'Son ödemeler',
      empty: 'Henüz kimse bu linkle ödemeye başlamadı. Adresi paylaşın.',
      payer: 'Ödeyen',
      newest: 'En yeni 50 istek',
    },
    close: 'Linki kapat',
    open: 'Linki yeniden aç',
    closedHint: 'Kapalı linkle yeni ödeme başlamaz. Şu anda bankada olanlar ödemesini bitirebilir.',
    done: {
      made: 'Link hazır.',
      closed: 'Link kapatıldı. Yeni ödeme başlamaz.',
      opened: 'Link yeniden açıldı.',
    },
    refusedChange: 'İş yerinin ayarları bu değişikliğe izin vermiyor. Hiçbir şey değişmedi.',
  },
  en: {
    title: 'Reusable links',
    make: 'Make a reusable link',
    fields: {
      title: 'What for',
      amount: 'Amount',
      currency: 'Currency',
      min: 'At least',
      max: 'At most',
      maxPayments: 'Most payments',
      description: 'Description',
      expires: 'Last day',
      definition: 'Kind of link',
    },
    hints: {
      amount: 'Leave it empty where the payer chooses, and type the least and the most.',
      maxPayments: 'Left empty there is no limit, and none can be set later.',
      expires: 'Payments can begin until the end of that day. Left empty the link does not expire.',
    },
    problems: {
      'title-missing': 'Type what is paid for. The payer reads it.',
      'amount-missing': 'Type an amount, or the least and the most.',
      'amount-unclear': 'The amount is not clear. Type it in digits, for example 1250 or 1,250.50.',
      'amount-twice': 'Type either one amount, or the least and the most; not both.',
      'amount-range': 'Type both the least and the most, above zero, and the most not below the least.',
      'places-wrong': 'Type a number from 1 to 1,000,000.',
      'expires-wrong': 'Type a day in the future, for example 31.12.2026.',
      'card-number': 'Do not type a card number into a text.',
      'too-long': 'This text is too long. Shorten it.',
      currency: 'Payments in this currency cannot be taken.',
      definition: 'This kind of link is gone. Choose another one.',
      'no-channel': 'This merchant may not make links. Ask those who run the service.',
      'not-possible':
        'The settings of the merchant or of this kind of link do not allow it. Check the fields, or ask those who run the service.',
      'no-once': 'The form came incomplete. Open the page again and try once more.',
      used: 'Another link was made with this form before. Press again to make this one too.',
      changing: 'The records changed meanwhile. Try again.',
    },
    nothingMade: 'No link was made.',
    caption: 'The newest link first',
    empty: 'There is no reusable link yet.',
    makeFirst: 'Make one with the form above: many people pay at its one address.',
    name: 'What for',
    amount: 'Amount',
    state: 'State',
    places: 'Payments',
    created: 'Made',
    expires: 'Last day',
    back: 'Back to the reusable links',
    states: { active: 'Open', inactive: 'Closed', 'used-up': 'Used up', expired: 'Expired' },
    from: (least, most) => `${least} – ${most}`,
    paidOf: (paid, most) => `${paid} of ${most}`,
    anyNumber: 'No limit',
    code: 'Code of the link',
    description: 'Description',
    free: 'Free places',
    held: 'Being paid now',
    never: 'Does not expire',
    funnel: {
      heading: 'What became of it',
      opened: 'Payments opened',
      started: 'Payments tried',
      paid: 'Paid',
      givenBack: 'Given back',
      sum: 'Collected',
      sumGivenBack: 'Sum given back',
      newestAlone: 'This link has many payments: the counts are of the newest alone. All of them are counted at night.',
    },
    requests: {
      heading: 'Latest payments',
      empty: 'Nobody has begun to pay with this link yet. Share its address.',
      payer: 'Payer',
      newest: 'The newest 50 requests',
    },
    close: 'Close the link',
    open: 'Open the link again',
    closedHint: 'No payment begins on a closed link. Those who are at the bank now may finish.',
    done: {
      made: 'The link is ready.',
      closed: 'The link is closed. No payment begins any more.',
      opened: 'The link is open again.',
    },
    refusedChange: 'The settings of the merchant do not allow this change. Nothing changed.',
  },
};
