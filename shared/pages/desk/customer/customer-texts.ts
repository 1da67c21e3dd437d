import type { Language } from '../../../domain/language.ts';
import type { PlanState, TryFailure } from '../../../domain/sale/payment-plan.ts';

/** Words of the pages of customers and of recurring sales. */
export interface DeskCustomerTexts {
  readonly find: string;
  readonly findLabel: string;
  readonly findHint: string;
  readonly notFound: (text: string) => string;
  readonly caption: string;
  readonly empty: string;
  readonly name: string;
  readonly code: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly registered: string;
  readonly id: string;
  readonly back: string;
  readonly facts: string;
  readonly cards: {
    readonly heading: string;
    readonly empty: string;
    readonly card: string;
    readonly name: string;
    readonly stored: string;
  };
  readonly sales: {
    readonly heading: string;
    readonly empty: string;
    readonly sale: string;
    readonly amount: string;
    readonly state: string;
    readonly next: string;
    readonly last: string;
    readonly running: string;
    readonly paused: string;
    readonly deleted: string;
    readonly none: string;
  };
  readonly sale: {
    readonly title: (code: string) => string;
    readonly backToCustomer: string;
    readonly customer: string;
    readonly description: string;
    readonly begin: string;
    readonly end: string;
    readonly pausedSince: string;
    readonly installments: string;
    readonly plans: string;
    readonly plansCaption: string;
    readonly noPlans: string;
    readonly dueDay: string;
    readonly tries: string;
    readonly result: string;
    readonly payment: string;
    readonly toPayment: string;
    readonly toLink: string;
    readonly triesHeading: string;
    readonly noTries: string;
    readonly at: string;
    readonly pause: string;
    readonly pauseHint: string;
    readonly resume: string;
    readonly resumeHint: string;
    readonly done: Readonly<Record<'paused' | 'resumed', string>>;
    readonly soAlready: Readonly<Record<'paused-already' | 'not-paused', string>>;
    readonly notPossible: string;
  };
  readonly planStates: Readonly<Record<PlanState, string>>;
  readonly paid: string;
  readonly declined: (reason: string) => string;
  readonly notCharged: Readonly<Record<TryFailure, string>>;
}

export const deskCustomerTexts: Readonly<Record<Language, DeskCustomerTexts>> = {
  tr: {
    find: 'Bul',
    findLabel: 'Müşteri kodu ya da numarası',
    findHint: 'Tam olarak yazın. Aşağıda en yeni müşteriler var.',
    notFound: (text) => `“${text}” kodlu ya da numaralı müşteri yok. Yazımı kontrol edin.`,
    caption: 'En yeni müşteri en üstte',
    empty: 'Henüz müşteri yok. Müşteriler, kartı saklanan bir ödemeyle ya da iş yerinin programından eklenir.',
    name: 'Ad soyad',
    code: 'Müşteri kodu',
    phone: 'Cep telefonu',
    email: 'E-posta',
    address: 'Adres',
    registered: 'Kayıt',
    id: 'Numara',
    back: 'Müşterilere dön',
    facts: 'Bilgiler',
    cards: {
      heading: 'Saklanan kartlar',
      empty: 'Bu müşterinin saklanan kartı yok.',
      card: 'Kart',
      name: 'Kartın adı',
      stored: 'Saklandı',
    },
    sales: {
      heading: 'Düzenli satışlar',
      empty: 'Bu müşterinin düzenli satışı yok.',
      sale: 'Satış',
      amount: 'Tutar',
      state: 'Durum',
      next: 'Sıradaki ödeme',
      last: 'Son ödeme',
      running: 'Sürüyor',
      paused: 'Duraklatıldı',
      deleted: 'Silindi',
      none: 'Yok',
    },
    sale: {
      title: (code) => `Satış ${code}`,
      backToCustomer: 'Müşteriye dön',
      customer: 'Müşteri',
      description: 'Açıklama',
      begin: 'İlk gün',
      end: 'Son gün',
      pausedSince: 'Duraklatılma',
      installments: 'Taksit',
      plans: 'Ödeme planları',
      plansCaption: 'En yeni 20 plan',
      noPlans: 'Bu satışın henüz ödeme planı yok.',
      dueDay: 'Gün',
      tries: 'Deneme',
      result: 'Sonuç',
      payment: 'Ödeme',
      toPayment: 'Ödemeye git',
      toLink: 'Linke git',
      triesHeading: 'Son denemeler',
      noTries: 'Henüz hiçbir kart denenmedi.',
      at: 'Zaman',
      pause: 'Satışı duraklat',
      pauseHint: 'Duraklatılan satışın planları bekler; karttan para çekilmez. Başlamış bir çekim biter.',
      resume: 'Satışı sürdür',
      resumeHint: 'Bu arada günü gelmiş planlar sıradaki saatte çekilir: en eskisi önce, her biri bir kez.',
      done: {
        paused: 'Satış duraklatıldı. Yeni çekim başlamaz.',
        resumed: 'Satış sürüyor. Günü gelmiş planlar sıradaki saatte çekilir.',
      },
      soAlready: {
        'paused-already': 'Satış zaten duraklatılmış. Hiçbir şey değişmedi.',
        'not-paused': 'Satış zaten sürüyor. Hiçbir şey değişmedi.',
      },
      notPossible: 'İş yerinin ayarları buna izin vermiyor. Hiçbir şey değişmedi.',
    },
    planStates: {
      planned: 'Bekliyor',
      charging: 'Çekiliyor',
      requested: 'Link gönderildi',
      paid: 'Ödendi',
      failed: 'Ödenemedi',
      withdrawn: 'Kaldırıldı',
    },
    paid: 'Ödendi',
    declined: (reason) => `Banka reddetti: ${reason}`,
    notCharged: {
      'card-used-up': 'Kartın denemeleri bitti',
      'no-card': 'Kart yok',
      'card-damaged': 'Kart okunamadı',
      limit: 'İş yerinin sınırı dolu',
      'virtual-pos': 'Uygun sanal POS yok',
      bank: 'Banka yanıt vermediği için denenmedi, para çekilmedi',
      permission: 'İş yerinin izni yok',
      'request-refused': 'Link oluşturulamadı',
      'request-not-paid': 'Link ödenmedi',
    },
  },
  en: {
    find: 'Find',
    findLabel: 'Code or number of a customer',
    findHint: 'Type it exactly. The newest customers are below.',
    notFound: (text) => `No customer has the code or number “${text}”. Check how it is written.`,
    caption: 'The newest customer first',
    empty:
      'There is no customer yet. Customers are added by a payment that stores a card, or by the merchant’s program.',
    name: 'Name',
    code: 'Customer code',
    phone: 'Mobile phone',
    email: 'E-mail',
    address: 'Address',
    registered: 'Registered',
    id: 'Number',
    back: 'Back to the customers',
    facts: 'Facts',
    cards: {
      heading: 'Stored cards',
      empty: 'This customer has no stored card.',
      card: 'Card',
      name: 'Name of the card',
      stored: 'Stored',
    },
    sales: {
      heading: 'Recurring sales',
      empty: 'This customer has no recurring sale.',
      sale: 'Sale',
      amount: 'Amount',
      state: 'State',
      next: 'Next plan',
      last: 'Last plan',
      running: 'Running',
      paused: 'Paused',
      deleted: 'Deleted',
      none: 'None',
    },
    sale: {
      title: (code) => `Sale ${code}`,
      backToCustomer: 'Back to the customer',
      customer: 'Customer',
      description: 'Description',
      begin: 'First day',
      end: 'Last day',
      pausedSince: 'Paused since',
      installments: 'Installments',
      plans: 'Payment plans',
      plansCaption: 'The newest 20 plans',
      noPlans: 'This sale has no payment plan yet.',
      dueDay: 'Day',
      tries: 'Tries',
      result: 'Result',
      payment: 'Payment',
      toPayment: 'Go to the payment',
      toLink: 'Go to the link',
      triesHeading: 'Latest tries',
      noTries: 'No card was tried yet.',
      at: 'Time',
      pause: 'Pause the sale',
      pauseHint: 'The plans of a paused sale wait, and no card is charged. A charge that has begun ends.',
      resume: 'Let the sale go on',
      resumeHint: 'Plans that fell due meanwhile are charged in the next slot: the oldest first, each once.',
      done: {
        paused: 'The sale is paused. No charge begins.',
        resumed: 'The sale goes on. Plans that are due are charged in the next slot.',
      },
      soAlready: {
        'paused-already': 'The sale is paused already. Nothing changed.',
        'not-paused': 'The sale is not paused. Nothing changed.',
      },
      notPossible: 'The settings of the merchant do not allow this. Nothing changed.',
    },
    planStates: {
      planned: 'Planned',
      charging: 'Being charged',
      requested: 'Link sent',
      paid: 'Paid',
      failed: 'Failed',
      withdrawn: 'Withdrawn',
    },
    paid: 'Paid',
    declined: (reason) => `Declined by the bank: ${reason}`,
    notCharged: {
      'card-used-up': 'The tries of the card are used up',
      'no-card': 'No card',
      'card-damaged': 'The card could not be read',
      limit: 'A limit of the merchant is used up',
      'virtual-pos': 'No virtual POS takes it',
      bank: 'Not tried while the bank did not answer; nothing was charged',
      permission: 'The merchant has no permission',
      'request-refused': 'No link could be made',
      'request-not-paid': 'The link was not paid',
    },
  },
};
