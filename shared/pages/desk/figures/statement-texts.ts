import type { Language } from '../../../domain/language.ts';
import type { MovementKind } from '../../../domain/statement/movement.ts';

/** Words of the pages of statements, and of their tables for spreadsheets. */
export interface StatementTexts {
  readonly intro: string;
  readonly madeUntil: (day: string) => string;
  readonly noneMade: string;
  readonly monthLabel: string;
  readonly account: string;
  readonly ownAccount: string;
  readonly subDealerNumber: string;
  readonly subDealerHint: string;
  readonly show: string;
  readonly byMonth: string;
  readonly byDay: string;
  readonly noneInMonth: string;
  readonly noneInYear: string;
  readonly unknownAccount: string;
  readonly currencies: string;
  readonly sumOf: (month: string, currency: string) => string;
  readonly daysOf: (month: string, currency: string) => string;
  readonly monthsOf: (currency: string) => string;
  readonly toStatements: string;
  readonly statementOf: (day: string) => string;
  readonly entriesOf: (currency: string) => string;
  readonly noEntries: string;
  readonly shownEntries: (first: string, last: string) => string;
  readonly columns: {
    readonly day: string;
    readonly month: string;
    readonly statementId: string;
    readonly account: string;
    readonly currency: string;
    readonly salesCount: string;
    readonly sales: string;
    readonly salesCommission: string;
    readonly refundCount: string;
    readonly refunds: string;
    readonly refundCommission: string;
    readonly balance: string;
    readonly owedBefore: string;
    readonly payout: string;
    readonly paidOn: string;
    readonly owedAfter: string;
    readonly pool: string;
  };
  readonly entry: {
    readonly moment: string;
    readonly kind: string;
    readonly payment: string;
    readonly code: string;
    readonly orderId: string;
    readonly gross: string;
    readonly commission: string;
    readonly balance: string;
    readonly pool: string;
  };
  readonly kinds: Readonly<Record<MovementKind, string>>;
  readonly cutCsv: string;
}

export const statementTexts: Readonly<Record<Language, StatementTexts>> = {
  tr: {
    intro: 'Her gün için hareketlerin toplamı. Ekstreler gece hazırlanır ve sonradan değişmez.',
    madeUntil: (day) => `${day} gününe kadar hazır.`,
    noneMade: 'Henüz ekstre yok: ilki, ilk ödemenizden sonraki gece hazırlanır.',
    monthLabel: 'Ay',
    account: 'Hesap',
    ownAccount: 'Kendi hesabınız',
    subDealerNumber: 'Alt üye iş yerinin numarası',
    subDealerHint: 'Kendi hesabınız için boş bırakın.',
    show: 'Göster',
    byMonth: 'Son 12 ayı göster',
    byDay: 'Günleri göster',
    noneInMonth: 'Bu ayda ekstre yok: ekstre, para hareketi olan günler için hazırlanır. Başka bir ay seçin.',
    noneInYear: 'Son 12 ayda ekstre yok: ekstre, para hareketi olan günler için hazırlanır.',
    unknownAccount: 'Bu numarada bir alt üye iş yeriniz yok. Başka bir hesap seçin.',
    currencies: 'Para birimleri',
    sumOf: (month, currency) => `${month} toplamı, ${currency}`,
    daysOf: (month, currency) => `${month}, günlere göre, ${currency}`,
    monthsOf: (currency) => `Son 12 ay, aylara göre, ${currency}`,
    toStatements: 'Ekstrelere dön',
    statementOf: (day) => `${day} ekstresi`,
    entriesOf: (currency) => `Hareketler, ${currency}`,
    noEntries: 'Bu ekstrede hareket yok.',
    shownEntries: (first, last) => `${first}–${last} arasındaki hareketler, eskiden yeniye.`,
    columns: {
      day: 'Gün',
      month: 'Ay',
      statementId: 'Ekstre no',
      account: 'Hesap',
      currency: 'Para birimi',
      salesCount: 'Satış adedi',
      sales: 'Satışlar',
      salesCommission: 'Satış komisyonu',
      refundCount: 'İade adedi',
      refunds: 'İadeler',
      refundCommission: 'İade edilen komisyon',
      balance: 'Günün bakiyesi',
      owedBefore: 'Önceki borç',
      payout: 'Hesaba geçecek',
      paidOn: 'Hesaba geçiş günü',
      owedAfter: 'Kalan borç',
      pool: 'Havuzda bekleyen',
    },
    entry: {
      moment: 'Zaman',
      kind: 'Hareket',
      payment: 'Ödeme',
      code: 'Kodunuz',
      orderId: 'Sipariş no',
      gross: 'Tutar',
      commission: 'Komisyon',
      balance: 'Hesaba etkisi',
      pool: 'Havuza etkisi',
    },
    kinds: {
      charge: 'Satış',
      capture: 'Ön provizyon kapama',
      void: 'İptal',
      refund: 'İade',
      reversal: 'Servisin geri alması',
      'pool-approval': 'Havuz onayı',
      'pool-undo': 'Havuz onayının geri alınması',
      'share-change': 'Pay değişikliği',
    },
    cutCsv: 'Dosya, ekstrenin ilk 10.000 hareketini içerir.',
  },
  en: {
    intro: 'What moved on each day, added up. Statements are made at night and do not change later.',
    madeUntil: (day) => `Made up to ${day}.`,
    noneMade: 'There is no statement yet: the first is made in the night after your first payment.',
    monthLabel: 'Month',
    account: 'Account',
    ownAccount: 'Your own account',
    subDealerNumber: 'Number of the sub-merchant',
    subDealerHint: 'Leave it empty for your own account.',
    show: 'Show',
    byMonth: 'Show the last 12 months',
    byDay: 'Show days',
    noneInMonth: 'This month has no statement: one is made for each day on which money moved. Choose another month.',
    noneInYear: 'The last 12 months have no statement: one is made for each day on which money moved.',
    unknownAccount: 'You have no sub-merchant with this number. Choose another account.',
    currencies: 'Currencies',
    sumOf: (month, currency) => `${month} in all, ${currency}`,
    daysOf: (month, currency) => `${month} by day, ${currency}`,
    monthsOf: (currency) => `The last 12 months by month, ${currency}`,
    toStatements: 'Back to statements',
    statementOf: (day) => `Statement of ${day}`,
    entriesOf: (currency) => `Entries, ${currency}`,
    noEntries: 'Nothing moved in this statement.',
    shownEntries: (first, last) => `Entries ${first}–${last}, the oldest first.`,
    columns: {
      day: 'Day',
      month: 'Month',
      statementId: 'Statement no.',
      account: 'Account',
      currency: 'Currency',
      salesCount: 'Number of sales',
      sales: 'Sales',
      salesCommission: 'Commission on sales',
      refundCount: 'Number of refunds',
      refunds: 'Refunds',
      refundCommission: 'Commission given back',
      balance: 'Balance of the day',
      owedBefore: 'Owed before',
      payout: 'Paid out',
      paidOn: 'Day of the payout',
      owedAfter: 'Owed after',
      pool: 'Waiting in the pool',
    },
    entry: {
      moment: 'Time',
      kind: 'Entry',
      payment: 'Payment',
      code: 'Your code',
      orderId: 'Order no.',
      gross: 'Amount',
      commission: 'Commission',
      balance: 'On the account',
      pool: 'In the pool',
    },
    kinds: {
      charge: 'Sale',
      capture: 'Capture',
      void: 'Void',
      refund: 'Refund',
      reversal: 'Reversal by the service',
      'pool-approval': 'Approval of the pool',
      'pool-undo': 'Approval taken back',
      'share-change': 'Change of shares',
    },
    cutCsv: 'The file has the first 10,000 entries of the statement.',
  },
};

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  tr: ['Ocak', 'Şubat', 'Mart', 'Nisan', 'Mayıs', 'Haziran', 'Temmuz', 'Ağustos', 'Eylül', 'Ekim', 'Kasım', 'Aralık'],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
};

/** A month (`YYYYMM`) as people of the language write it: `Kasım 2026`, `November 2026`. */
export const monthText = (month: string, language: Language): string =>
  `${MONTHS[language][Number(month.slice(4)) - 1]} ${month.slice(0, 4)}`;
