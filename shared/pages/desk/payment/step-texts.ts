import type { Language } from '../../../domain/language.ts';
import type { StepFormWord } from './step-words.ts';

/** What pages say of a step before it begins. Amounts, cards and moments come in as texts. */
export interface StepTexts extends Readonly<Record<StepFormWord, string>> {
  readonly titles: Readonly<Record<'void' | 'refund' | 'capture' | 'approve' | 'undo', string>>;
  readonly voids: (amount: string, card: string) => string;
  readonly releases: (amount: string, card: string) => string;
  readonly refundsNow: (amount: string, card: string) => string;
  readonly refundsLater: (amount: string, card: string, moment: string) => string;
  readonly captures: (amount: string, card: string, held: string) => string;
  readonly capturesAbove: (amount: string, card: string, held: string) => string;
  readonly approves: (amount: string, whom: string) => string;
  readonly undoes: (amount: string, whom: string) => string;
  readonly finalVoid: string;
  readonly finalRefund: string;
  readonly captureUndone: (moment: string) => string;
  readonly approvalUndone: (moment: string) => string;
  readonly undoUndone: string;
  readonly subDealer: (id: number) => string;
  readonly buttons: Readonly<Record<'void' | 'refund' | 'capture' | 'approve' | 'undo', (amount: string) => string>>;
  readonly left: (amount: string) => string;
  readonly problems: Readonly<Record<'unclear' | 'zero' | 'sum', string>>;
}

export const stepTexts: Readonly<Record<Language, StepTexts>> = {
  tr: {
    titles: {
      void: 'Ödemeyi iptal et',
      refund: 'Para iadesi',
      capture: 'Provizyonu çek',
      approve: 'Havuzdaki parayı onayla',
      undo: 'Onayı geri al',
    },
    voids: (amount, card) => `Ödemenin tamamı bankada iptal edilir: ${amount} şu karta döner: ${card}.`,
    releases: (amount, card) => `Provizyon kaldırılır: ${amount} için tutulan limit şu kartta serbest kalır: ${card}.`,
    refundsNow: (amount, card) => `${amount} şu karta iade edilir: ${card}. Bankaya bir dakika içinde gönderilir.`,
    refundsLater: (amount, card, moment) =>
      `${amount} şu karta iade edilir: ${card}. Banka gününün bitişinden sonra, ${moment} itibarıyla bankaya gönderilir.`,
    captures: (amount, card, held) => `Tutulan ${held} içinden ${amount} şu karttan çekilir: ${card}.`,
    capturesAbove: (amount, card, held) =>
      `${amount} şu karttan çekilir: ${card}. Bu, tutulan tutardan (${held}) fazladır.`,
    approves: (amount, whom) => `Havuzda bekleyen ${amount} serbest bırakılır ve şu hesaba geçer: ${whom}.`,
    undoes: (amount, whom) => `${amount} havuza geri alınır ve ödenmez. Şu hesaptan çıkar: ${whom}.`,
    finalVoid: 'İptal geri alınamaz.',
    finalRefund: 'İade geri alınamaz.',
    captureUndone: (moment) => `${moment} anına kadar iptalle, ondan sonra iadeyle geri alınabilir.`,
    approvalUndone: (moment) => `O günün ekstresi çıkana kadar, yani ${moment} anına kadar geri alınabilir.`,
    undoUndone: 'Para istediğiniz zaman yeniden onaylanabilir.',
    payer: 'Ödeyen',
    card: 'Kart',
    amount: 'Tutar',
    share: 'Pay',
    shares: 'Alt üye iş yerlerinin payları',
    subDealer: (id) => `Alt üye iş yeri ${id}`,
    ownDealer: 'iş yeriniz',
    order: 'Sipariş no',
    nothing: 'Vazgeç, hiçbir şey değişmesin',
    buttons: {
      void: (amount) => `${amount} ödemeyi iptal et`,
      refund: (amount) => `${amount} iade et`,
      capture: (amount) => `${amount} çek`,
      approve: (amount) => `${amount} onayla`,
      undo: (amount) => `${amount} havuza geri al`,
    },
    changed:
      'Para hareket etmedi. Siz sayfadayken bu ödeme değişti. Aşağıda yeni hali var; isterseniz yeniden onaylayın.',
    unsure:
      'İşlemin başlayıp başlamadığı şu anda bilinmiyor. Aynı formu yeniden gönderebilirsiniz: iki kez yapılmaz. Ödemenin sayfası gerçek durumu gösterir.',
    again: 'Aynı formu yeniden gönder',
    unsureTitle: 'Henüz bilinmiyor',
    left: (amount) => `En çok ${amount}. Boş bırakırsanız tamamı.`,
    byShare: 'Alt üye iş yerlerine göre paylaştır',
    byShareHint: 'Boş bırakırsanız kalan paylarla orantılı paylaştırılır.',
    whichShares: 'Kimin payı?',
    whichSharesHint: 'Hiçbirini seçmezseniz hepsi.',
    goOn: 'Devam et',
    toPayment: 'Ödemeye dön',
    problems: {
      unclear: 'Bu tutar anlaşılamadı. Örnek: 1250,50',
      zero: 'Tutar sıfırdan büyük olmalı.',
      sum: 'Payların toplamı tutara eşit olmalı.',
    },
  },
  en: {
    titles: {
      void: 'Void the payment',
      refund: 'Refund',
      capture: 'Capture the pre-authorisation',
      approve: 'Approve pooled money',
      undo: 'Undo the approval',
    },
    voids: (amount, card) => `The whole payment is voided at the bank: ${amount} goes back to the card ${card}.`,
    releases: (amount, card) => `The hold is released: ${amount} is free again on the card ${card}.`,
    refundsNow: (amount, card) => `${amount} is refunded to the card ${card}. It is sent to the bank within a minute.`,
    refundsLater: (amount, card, moment) =>
      `${amount} is refunded to the card ${card}. It is sent to the bank after the bank’s day end, from ${moment} on.`,
    captures: (amount, card, held) => `${amount} of the ${held} that are held is taken from the card ${card}.`,
    capturesAbove: (amount, card, held) =>
      `${amount} is taken from the card ${card}: more than the ${held} that are held.`,
    approves: (amount, whom) => `${amount} that waits in the pool is released to ${whom}.`,
    undoes: (amount, whom) =>
      `${amount} goes back into the pool and is not paid out. It leaves the account of ${whom}.`,
    finalVoid: 'A void cannot be undone.',
    finalRefund: 'A refund cannot be undone.',
    captureUndone: (moment) => `Until ${moment} it can be undone by a void, after that by a refund.`,
    approvalUndone: (moment) => `It can be undone until the statement of that day is made, at ${moment}.`,
    undoUndone: 'The money can be approved again at any time.',
    payer: 'Payer',
    card: 'Card',
    amount: 'Amount',
    share: 'Share',
    shares: 'Shares of the sub-merchants',
    subDealer: (id) => `Sub-merchant ${id}`,
    ownDealer: 'your business',
    order: 'Order number',
    nothing: 'Go back, change nothing',
    buttons: {
      void: (amount) => `Void ${amount}`,
      refund: (amount) => `Refund ${amount}`,
      capture: (amount) => `Capture ${amount}`,
      approve: (amount) => `Approve ${amount}`,
      undo: (amount) => `Put ${amount} back`,
    },
    changed:
      'No money moved. This payment changed while you were on the page. Below is how it stands now; confirm again if you still want it.',
    unsure:
      'Whether the step was begun is not known yet. You can send the same form again: it is never done twice. The page of the payment shows what is true.',
    again: 'Send the same form again',
    unsureTitle: 'Not known yet',
    left: (amount) => `At most ${amount}. Leave it empty for all of it.`,
    byShare: 'Share it between the sub-merchants',
    byShareHint: 'Left empty, it is shared in proportion to what is left of each.',
    whichShares: 'Whose share?',
    whichSharesHint: 'None chosen means all.',
    goOn: 'Continue',
    toPayment: 'Back to the payment',
    problems: {
      unclear: 'This amount could not be read. Example: 1250.50',
      zero: 'The amount must be above zero.',
      sum: 'The shares must add up to the amount.',
    },
  },
};
