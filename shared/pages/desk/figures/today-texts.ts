import type { FunnelStage } from '../../../domain/funnel/request-stages.ts';
import type { Language } from '../../../domain/language.ts';
import type { ChannelKind } from '../../../domain/outbox/delivery.ts';

/** Words of the first page. */
export interface TodayTexts {
  readonly paidToday: (until: string) => string;
  readonly payments: (count: string) => string;
  readonly givenBack: string;
  readonly weekAgo: (day: string, until: string) => string;
  readonly weekAgoWhole: (day: string) => string;
  readonly weekAgoUnknown: string;
  readonly paidThisMonth: string;
  readonly moneyOf: (currency: string) => string;
  readonly meaning: string;
  readonly nothingYet: string;
  readonly makeLink: string;
  readonly daysNotMade: (from: string, until: string) => string;
  readonly dayInPart: (day: string) => string;
  readonly statementsInPart: (from: string) => string;
  readonly openLinks: string;
  readonly openLinksSum: (count: string) => string;
  readonly noOpenLinks: string;
  readonly linksOf: string;
  readonly linksInPart: string;
  readonly toLinks: string;
  readonly needsSomebody: string;
  readonly nothingNeedsSomebody: string;
  readonly failedReturn: (paymentId: string) => string;
  readonly failedReturnState: { readonly refused: string; readonly stuck: string };
  readonly expiringOne: (text: string) => string;
  readonly andMore: (count: string) => string;
  readonly endpointFailing: (host: string, since: string) => string;
  readonly endpointGone: (host: string) => string;
  readonly endpointAdvice: string;
  readonly dead: (what: string) => string;
  readonly deadKinds: Readonly<Record<ChannelKind, string>>;
  readonly ofPayment: (paymentId: string) => string;
  readonly ofLink: (linkId: string) => string;
  readonly attentionInPart: string;
  readonly lastDays: (count: string) => string;
  readonly chartTitle: (currency: string) => string;
  readonly chartText: (from: string, until: string, sum: string, most: string) => string;
  readonly chartEmpty: (currency: string) => string;
  readonly chartHint: string;
  readonly tip: (day: string, paid: string, givenBack: string) => string;
  readonly notCounted: string;
  readonly numbers: string;
  readonly day: string;
  readonly paid: string;
  readonly currencies: string;
  readonly funnel: (count: string) => string;
  readonly funnelText: string;
  readonly funnelEmpty: string;
  readonly funnelAsOf: (moment: string) => string;
  readonly funnelNightly: string;
  readonly funnelTooMany: string;
  readonly stage: string;
  readonly count: string;
  readonly stages: Readonly<Record<FunnelStage, string>>;
}

export const todayTexts: Readonly<Record<Language, TodayTexts>> = {
  tr: {
    paidToday: (until) => `Bugün ödenen (00:00–${until})`,
    payments: (count) => `${count} ödeme`,
    givenBack: 'Geri verilen',
    weekAgo: (day, until) => `Bir hafta önce aynı gün (${day}, 00:00–${until})`,
    weekAgoWhole: (day) => `Bir hafta önce aynı günün tamamı (${day}): hareketler saate göre ayrılamayacak kadar çok`,
    weekAgoUnknown: 'Bir hafta önceki gün için henüz ekstre yok.',
    paidThisMonth: 'Bu ay ödenen',
    moneyOf: (currency) => `${currency} tutarları`,
    meaning:
      'Ödenen: müşterilerin ödediği satışlar ve kapatılan ön provizyonlar, komisyonlar dahil. Geri verilen: iadeler ve iptaller. Her hareket, gerçekleştiği günde sayılır; ekstreler de böyle sayar.',
    nothingYet: 'Son 30 günde para hareketi yok.',
    makeLink: 'İlk linkinizi oluşturun',
    daysNotMade: (from, until) =>
      `Toplamlar eksik: ${from} – ${until} günlerinin ekstreleri henüz hazır değil. Gece hazırlanır.`,
    dayInPart: (day) =>
      `${day} için tutarlar eksik: bu sayfanın sayabileceğinden çok ödeme var ya da biri okunamadı. Gece hazırlanan ekstrede hepsi yer alır.`,
    statementsInPart: (from) =>
      `${from} ve dün arasındaki günler eklenmedi: bu sayfanın okuyabileceğinden çok alt üye iş yeri ekstresi var.`,
    openLinks: 'Açık linkler',
    openLinksSum: (count) => `${count} link`,
    noOpenLinks: 'Açık link yok.',
    linksOf: 'Son 31 günde oluşturulan linkler.',
    linksInPart: 'Yalnızca en yeni 500 link sayıldı.',
    toLinks: 'Linklere git',
    needsSomebody: 'İlgilenmeniz gerekenler',
    nothingNeedsSomebody: 'Şu anda ilgilenmeniz gereken bir şey yok.',
    failedReturn: (paymentId) => `${paymentId} numaralı ödemenin iadesi yapılamadı`,
    failedReturnState: {
      refused: 'Banka reddetti, para müşteriye dönmedi.',
      stuck: 'Banka sonucu bildirmiyor; servisi işletenler bankaya soruyor.',
    },
    expiringOne: (text) => `Süresi yarın doluyor: ${text}`,
    andMore: (count) => `ve ${count} tane daha`,
    endpointFailing: (host, since) => `${host} adresi ${since} tarihinden beri bildirim almıyor`,
    endpointGone: (host) => `${host} adresi artık bildirim istemiyor`,
    endpointAdvice:
      'Programınızı yazanlara iletin. Adres düzelince bildirimler ödemenin sayfasından yeniden gönderilir.',
    dead: (what) => `Teslim edilemedi: ${what}`,
    deadKinds: {
      webhook: 'programa bildirim',
      notice: 'sonuç bildirimi',
      sms: 'SMS',
      email: 'e-posta',
      receipt: 'makbuz e-postası',
      'desk-mail': 'bir kullanıcının davet ya da şifre e-postası',
    },
    ofPayment: (paymentId) => `${paymentId} numaralı ödeme`,
    ofLink: (linkId) => `${linkId} numaralı link`,
    attentionInPart: 'Kayıtların yalnızca en yenilerine bakıldı; daha eskilerde de olabilir.',
    lastDays: (count) => `Son ${count} gün`,
    chartTitle: (currency) => `Günlere göre ödenen, ${currency}`,
    chartText: (from, until, sum, most) => `${from} – ${until}: toplam ${sum}, en yüksek gün ${most}.`,
    chartEmpty: (currency) => `Son 30 günde ${currency} ile ödeme yok.`,
    chartHint: 'Bir günün tutarını görmek için çubuğun üzerine gelin ya da sayıları açın.',
    tip: (day, paid, givenBack) => `${day}: ödenen ${paid}, geri verilen ${givenBack}`,
    notCounted: 'henüz sayılmadı',
    numbers: 'Sayılar',
    day: 'Gün',
    paid: 'Ödenen',
    currencies: 'Para birimleri',
    funnel: (count) => `Son ${count} günün linklerine ne oldu`,
    funnelText: 'Her sayı, o aşamaya ulaşan linkleri gösterir.',
    funnelEmpty:
      'Son 30 günde link sayılmadı. Link oluşturduğunuzda burada kaçının açıldığını ve ödendiğini görürsünüz.',
    funnelAsOf: (moment) => `Bugünün linkleri ${moment} itibarıyla sayıldı.`,
    funnelNightly: 'Linkler gece sayılır: bugünküler henüz dahil değil ya da eksik.',
    funnelTooMany: 'Bu günlerde tek sayfada toplanamayacak kadar çok satır var.',
    stage: 'Aşama',
    count: 'Sayı',
    stages: {
      created: 'Oluşturulan',
      sent: 'Gönderilen',
      delivered: 'Teslim edilen',
      opened: 'Açılan',
      cardSent: 'Kart girilen',
      threeDPassed: '3D doğrulanan',
      paid: 'Ödenen',
      declined: 'Bankanın reddettiği',
      expired: 'Süresi dolan',
      cancelled: 'İptal edilen',
    },
  },
  en: {
    paidToday: (until) => `Paid today (00:00–${until})`,
    payments: (count) => (count === '1' ? '1 payment' : `${count} payments`),
    givenBack: 'Given back',
    weekAgo: (day, until) => `Same day a week ago (${day}, 00:00–${until})`,
    weekAgoWhole: (day) => `All of the same day a week ago (${day}): it has too many entries to part them by hour`,
    weekAgoUnknown: 'The day a week ago has no statement yet.',
    paidThisMonth: 'Paid this month',
    moneyOf: (currency) => `Amounts in ${currency}`,
    meaning:
      'Paid: sales and captured pre-authorisations that payers paid, commissions included. Given back: refunds and voids. Everything counts on the day on which it happened, as in statements.',
    nothingYet: 'No money moved in the last 30 days.',
    makeLink: 'Make your first link',
    daysNotMade: (from, until) =>
      `The sums are incomplete: the statements of ${from} – ${until} are not made yet. They are made at night.`,
    dayInPart: (day) =>
      `The amounts of ${day} are incomplete: it has more payments than this page may count, or one could not be read. The statement that is made at night has them all.`,
    statementsInPart: (from) =>
      `Days from ${from} until yesterday are left out: there are more statements of sub-merchants than this page may read.`,
    openLinks: 'Open links',
    openLinksSum: (count) => (count === '1' ? '1 link' : `${count} links`),
    noOpenLinks: 'No link is open.',
    linksOf: 'Links made in the last 31 days.',
    linksInPart: 'Only the newest 500 links were counted.',
    toLinks: 'Go to links',
    needsSomebody: 'Needs attention',
    nothingNeedsSomebody: 'Nothing needs you right now.',
    failedReturn: (paymentId) => `The refund of payment ${paymentId} failed`,
    failedReturnState: {
      refused: 'The bank refused it, and the payer got nothing back.',
      stuck: 'The bank does not tell what became of it; those who run the service ask the bank.',
    },
    expiringOne: (text) => `Expires tomorrow: ${text}`,
    andMore: (count) => `and ${count} more`,
    endpointFailing: (host, since) => `${host} has taken no notification since ${since}`,
    endpointGone: (host) => `${host} wants no notifications any more`,
    endpointAdvice:
      'Tell those who write your program. Once it answers, send notifications again from the payment’s page.',
    dead: (what) => `Could not be delivered: ${what}`,
    deadKinds: {
      webhook: 'notification of a program',
      notice: 'notice of a result',
      sms: 'SMS',
      email: 'e-mail',
      receipt: 'receipt by e-mail',
      'desk-mail': 'e-mail of an invitation or a new password',
    },
    ofPayment: (paymentId) => `payment ${paymentId}`,
    ofLink: (linkId) => `link ${linkId}`,
    attentionInPart: 'Only the newest records were looked at; older ones may need attention too.',
    lastDays: (count) => `Last ${count} days`,
    chartTitle: (currency) => `Paid by day, ${currency}`,
    chartText: (from, until, sum, most) => `${from} – ${until}: ${sum} in all, ${most} on the best day.`,
    chartEmpty: (currency) => `Nothing was paid in ${currency} in the last 30 days.`,
    chartHint: 'Point at a bar for the amount of its day, or open the numbers.',
    tip: (day, paid, givenBack) => `${day}: ${paid} paid, ${givenBack} given back`,
    notCounted: 'not counted yet',
    numbers: 'Numbers',
    day: 'Day',
    paid: 'Paid',
    currencies: 'Currencies',
    funnel: (count) => `What became of the links of the last ${count} days`,
    funnelText: 'Each number says how many links reached that stage.',
    funnelEmpty:
      'No links were counted in the last 30 days. Once you make links you see here how many were opened and paid.',
    funnelAsOf: (moment) => `Links of today are counted as of ${moment}.`,
    funnelNightly: 'Links are counted at night: those of today are not in it yet, or not all of them.',
    funnelTooMany: 'These days have more rows than one page may add up.',
    stage: 'Stage',
    count: 'Count',
    stages: {
      created: 'Made',
      sent: 'Sent',
      delivered: 'Delivered',
      opened: 'Opened',
      cardSent: 'Card entered',
      threeDPassed: '3D passed',
      paid: 'Paid',
      declined: 'Declined by the bank',
      expired: 'Expired',
      cancelled: 'Cancelled',
    },
  },
};
