import type { Language } from '../../../domain/language.ts';
import type { NotDone } from './not-done-reasons.ts';

export interface NotDoneTexts {
  readonly title: string;
  /** Why, in a sentence or two. A reason that is new has no text, and does not compile. */
  readonly reasons: Readonly<Record<NotDone, string>>;
  /** Stands below every reason of a step that moves money. */
  readonly nothingMoved: string;
  /** Stands below every other reason. */
  readonly nothingChanged: string;
  readonly toPayment: string;
}

export const notDoneTexts: Readonly<Record<Language, NotDoneTexts>> = {
  tr: {
    title: 'Hiçbir şey yapılmadı',
    reasons: {
      PaymentNotAvailable:
        'Bu ödeme şu anda iptal edilemez: bankanın günü bitmiş, bir kısmı iade edilmiş ya da başka bir işlemi sürüyor olabilir. Bankanın günü bittiyse iade edin.',
      CaptureNotAvailable:
        'Bu ödeme şu anda çekilemez: daha önce çekilmiş, iptal edilmiş ya da başka bir işlemi sürüyor olabilir.',
      InvalidAmount:
        'Bu tutar olmaz: kalan tutardan ya da limitten fazla, ya da alt üye iş yerlerinin payları tutara eşit değil.',
      InvalidRequest: 'Bu form daha önce başka bir tutar için kullanıldı. Formu yeniden açın.',
      RefundNotAvailable:
        'Bu ödeme şu anda iade edilemez: ödenmemiş, iptal edilmiş ya da henüz çekilmemiş bir provizyon. Çekilmemiş provizyonu iptal edin.',
      RefundRequestAlreadyExist: 'Bu ödemenin başka bir işlemi sürüyor. Bitince yeniden deneyin.',
      DealerPaymentNotFound:
        'Bu ödeme şu anda onaylanamaz ya da havuza geri alınamaz: ödenmemiş, geri verilmiş ya da başka bir işlemi sürüyor.',
      PaymentAlreadyApproved: 'Bu ödeme ya da seçtiğiniz pay daha önce onaylandı.',
      PaymentIsNotPoolPayment: 'Bu ödeme havuzda değil; onay gerekmez.',
      PaymentNotApprovedYet: 'Bu ödeme henüz onaylanmadı; geri alınacak onay yok.',
      PaymentNotApprovedYetForSubDealer: 'Seçtiğiniz pay henüz onaylanmadı; geri alınacak onay yok.',
      UndoNotAvailable:
        'Onay artık geri alınamaz: onay gününün ekstresi çıktı, onaydan sonra iade yapıldı ya da başka bir işlem sürüyor.',
      ChannelPermissionNotAvailable:
        'İş yerinizin bu yolla gelen ödemelerde bu işlem için yetkisi yok. Servisi işletenlere sorun.',
      'no-once': 'Form eksik ya da bu sayfadan gelmedi. Sayfayı yeniden açıp tekrar deneyin.',
      'used-once': 'Bu form daha önce başka bir işlem için kullanıldı. Sayfayı yeniden açıp tekrar deneyin.',
      'not-allowed': 'Rolünüz buna izin vermiyor. Bir yöneticiye sorun.',
      'too-late-void': 'Kasiyerler yalnızca ödemenin yapıldığı gün iptal edebilir. Bir yöneticiye sorun.',
      unavailable: 'Servisin bir bölümü yanıt vermedi ve işlem başlamadı. Birazdan yeniden deneyin.',
      changing: 'Bu kayıt aynı anda başka yerden değişiyor. Birazdan yeniden deneyin.',
      'receipt-over':
        'Makbuz artık gönderilemez: ödemenin üzerinden 24 saatten fazla geçti, ödeme linkle gelmedi ya da geri verildi.',
      'receipt-too-many': 'Bu ödeme için ya da bu adrese gönderilebilecek kadar makbuz gönderildi.',
      'receipt-address': 'Bu bir e-posta adresi değil. Adresi kontrol edip yeniden deneyin.',
      'receipt-no-email': 'Bu servis e-posta göndermiyor.',
      'nothing-to-resend': 'Yeniden gönderilecek bildirim yok: hepsi ulaştı ya da sırada bekliyor.',
    },
    nothingMoved: 'Para hareket etmedi.',
    nothingChanged: 'Hiçbir şey değişmedi ve gönderilmedi.',
    toPayment: 'Ödemeye dön',
  },
  en: {
    title: 'Nothing was done',
    reasons: {
      PaymentNotAvailable:
        'This payment cannot be voided now: the bank’s day may be over, a part may be refunded, or another step of it may be running. If the bank’s day is over, refund it.',
      CaptureNotAvailable:
        'This payment cannot be captured now: it may be captured already, voided, or another step of it may be running.',
      InvalidAmount:
        'This amount is not possible: it is above what is left or above a limit, or the shares of the sub-merchants do not add up to it.',
      InvalidRequest: 'This form was used for another amount before. Open it again.',
      RefundNotAvailable:
        'This payment cannot be refunded now: it is not paid, was voided, or is a pre-authorisation that was not captured. Void one that was not captured.',
      RefundRequestAlreadyExist: 'Another step of this payment is running. Try again when it is over.',
      DealerPaymentNotFound:
        'This payment cannot be approved or put back into the pool now: it is not paid, was given back, or another step of it is running.',
      PaymentAlreadyApproved: 'This payment, or the share that you chose, was approved before.',
      PaymentIsNotPoolPayment: 'This payment is not in the pool and needs no approval.',
      PaymentNotApprovedYet: 'This payment is not approved, so there is no approval to undo.',
      PaymentNotApprovedYetForSubDealer: 'The share that you chose is not approved, so there is no approval to undo.',
      UndoNotAvailable:
        'The approval cannot be undone any more: the statement of its day is made, money was refunded since, or another step is running.',
      ChannelPermissionNotAvailable:
        'Your business has no permission to do this with payments that came this way. Ask those who run the service.',
      'no-once': 'The form is incomplete, or did not come from this page. Open the page again and try once more.',
      'used-once': 'This form was used for something else before. Open the page again and try once more.',
      'not-allowed': 'Your role does not allow this. Ask a manager.',
      'too-late-void': 'Cashiers void on the day of the payment alone. Ask a manager.',
      unavailable: 'A part of the service did not answer, and the step was not begun. Try again in a moment.',
      changing: 'This record is being changed from somewhere else at the same time. Try again in a moment.',
      'receipt-over':
        'The receipt cannot be sent any more: the payment is older than 24 hours, did not come by a link, or was given back.',
      'receipt-too-many': 'As many receipts as allowed were sent for this payment or to this address.',
      'receipt-address': 'This is no e-mail address. Check it and try again.',
      'receipt-no-email': 'This service sends no e-mail.',
      'nothing-to-resend': 'There is nothing to send again: everything arrived, or is waiting for its turn.',
    },
    nothingMoved: 'No money moved.',
    nothingChanged: 'Nothing changed, and nothing was sent.',
    toPayment: 'Back to the payment',
  },
};
