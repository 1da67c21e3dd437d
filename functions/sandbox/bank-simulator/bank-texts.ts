import type { Language } from '../../../shared/domain/language.ts';
import type {
  TestCallback,
  TestCharge,
  TestFollowUpFault,
  TestGarantiBehaviour,
  TestGateAnswer,
  TestRefusal,
  TestTakeBack,
  TestThreeD,
  TestView,
} from '../../../shared/nestpay/test-card-behaviour.ts';

type Named<Behaviour> = Readonly<Record<Extract<Behaviour, string>, string>>;

export interface BankTexts {
  readonly heading: string;
  readonly merchant: string;
  readonly card: string;
  readonly codeIs: string;
  readonly code: string;
  readonly wrongCode: string;
  readonly approve: string;
  readonly fail: string;
  readonly giveUp: string;
  readonly testCards: string;
  readonly behaviour: string;
  readonly declined: string;
  readonly gateRefuses: string;
  readonly refusal: Readonly<Record<TestRefusal['of'], string>>;
  readonly shown: Named<TestView>;
  readonly threeD: Named<TestThreeD>;
  readonly charge: Named<TestCharge>;
  readonly callback: Named<TestCallback>;
  readonly takeBack: Named<TestTakeBack>;
  readonly followUpFault: Named<TestFollowUpFault>;
  readonly gate: Named<TestGateAnswer>;
  readonly garanti: Named<TestGarantiBehaviour>;
  readonly returning: string;
  readonly continue: string;
  readonly firstCopy: string;
  readonly abandoned: string;
  readonly unknown: string;
  readonly refused: string;
}

const tr: BankTexts = {
  heading: 'Gömülü banka: kart doğrulama',
  merchant: 'İş yeri numarası',
  card: 'Kart',
  codeIs: 'Tek kullanımlık kodunuz',
  code: 'Tek kullanımlık kod',
  wrongCode: 'Kod yanlış. Yeniden deneyin.',
  approve: 'Onayla',
  fail: 'Doğrulama başarısız olsun',
  giveUp: 'Vazgeç',
  testCards: 'Test kartları',
  behaviour: 'Davranış',
  declined: 'banka reddeder',
  gateRefuses: 'form reddedilir',
  refusal: {
    'every charge': 'ağ geçidi reddeder',
    installments: 'taksitli işlemi ağ geçidi reddeder',
    'no CVC': 'CVC yoksa ağ geçidi reddeder',
    'foreign currency': 'dövizli işlemi ağ geçidi reddeder',
  },
  shown: {
    captured: 'tahsil edilmiş görünür',
    authorised: 'gün sonuna dek provizyonda görünür',
    settled: 'hemen gün sonu almış görünür',
    'settled-at-once': 'hemen gün sonu alır: iptal edilemez, iade edilir',
    'pending-then-charged': 'gün sonuna dek beklemede görünür, sonra tahsil edilmiş',
    'pending-then-reversed': 'gün sonuna dek beklemede görünür, sonra iptal edilmiş',
    reversed: 'gün sonunda iptal edilmiş görünür',
    'reversal-fails': 'gün sonunda tahsil edilmiş görünür',
    'charged-with-decline-code': 'ret koduyla tahsil edilmiş görünür',
  },
  threeD: {
    challenge: 'kod sorulur',
    none: '3D kullanmaz (013)',
    frictionless: 'kod sorulmaz',
    abandoned: 'doğrulama yarıda kalır',
  },
  charge: {
    approved: 'onaylanır',
    'time-out-before-charge': 'yanıt gelmez, tahsilat yok',
    'time-out-after-charge': 'yanıt gelmez, tahsilat var',
    'error-before-charge': 'hata yanıtı, tahsilat yok',
    'error-after-charge': 'hata yanıtı, tahsilat var',
    'approved-with-99': 'çelişkili yanıt: Approved ve 99',
    'error-with-00': 'çelişkili yanıt: Error ve 00',
    'declined-with-99': 'belirsiz yanıt: Declined ve 99',
    'other-order': 'yanıtta başka sipariş numarası',
    'other-amount': 'yanıtta başka tutar',
    truncated: 'yarım yanıt',
    'entity-bomb': 'DOCTYPE içeren yanıt',
    oversize: 'çok büyük yanıt',
    redirect: 'yönlendirme yanıtı',
  },
  callback: {
    once: 'dönüş bir kez',
    twice: 'dönüş iki kez',
    'wrong-hash': 'dönüşte yanlış hash',
    'wrong-amount': 'dönüşte yanlış tutar',
    'wrong-order': 'dönüşte yanlış sipariş',
    'repeated-field': 'dönüşte yinelenen alan',
  },
  takeBack: {
    possible: 'iptal edilebilir',
    'capture-void-takes-hold': 'kapamanın iptali ön provizyonu da iptal eder',
    'void-unclear': 'iptal yanıtı hatalı, iptal var',
    'void-refused': 'iptal edilemez, iade edilir',
    'void-refused-credit-unclear': 'iptal edilemez, iade yanıtı hatalı, iade var',
    'credit-twice': 'her iade iki kez yapılır',
    'void-refused-first-credit-declined': 'iptal edilemez, ilk iade reddedilir, ikincisi olur',
    'void-and-credit-refused': 'iptal ve iade edilemez',
  },
  followUpFault: {
    slow: 'ilk kapama, iptal ve iade geç yanıtlanır',
    'time-out-before': 'ilk kapama, iptal ve iade yanıtsız kalır, işlem yok',
    'time-out-after': 'ilk kapama, iptal ve iade yanıtsız kalır, işlem var',
    'error-before': 'ilk kapama, iptal ve iade yanıtı hatalı, işlem yok',
    'error-after': 'ilk kapama, iptal ve iade yanıtı hatalı, işlem var',
    truncated: 'ilk kapama, iptal ve iade yanıtı yarım, işlem var',
    duplicate: 'ilk kapama, iptal ve iade iki kez ulaşır, ikincisi reddedilir',
    declined: 'ilk kapama, iptal ve iadeyi banka reddeder',
  },
  gate: {
    silent: 'kayıtlı kartta 3D kapısı yanıt vermez',
    redirect: 'kayıtlı kartta 3D kapısı yönlendirir',
    cookie: 'kayıtlı kartta 3D kapısı çerez ister',
    script: 'kayıtlı kartta 3D kapısının formunu betik doldurur',
    'latin-5': 'kayıtlı kartta 3D kapısının sayfası ISO-8859-9',
    echo: 'kayıtlı kartta 3D kapısı kart numarasını geri yazar',
    'echo-separated': 'kayıtlı kartta 3D kapısı kart numarasını tirelerle geri yazar',
    'echo-percent': 'kayıtlı kartta 3D kapısı kart numarasını yüzde kodlamasıyla geri yazar',
    'echo-base64': 'kayıtlı kartta 3D kapısı kart numarasını base64 ile geri yazar',
  },
  garanti: {
    'two-charges': 'satış iki kez kaydedilir',
    'settlement-error': 'geçmişte gün sonu alanı hatalı (E)',
    'other-sum': 'geçmişte başka tutar',
    'latin-5': 'yanıtlar ISO-8859-9',
    'refused-0002': 'ağ geçidi reddeder (92, 0002)',
    'refused-0651': 'ağ geçidi reddeder (92, 0651)',
    'refused-0752': 'ağ geçidi reddeder (92, 0752)',
    'steps-refused-0208': 'kapama, iptal ve iade reddedilir (92, 0208)',
    'steps-refused-0214': 'kapama, iptal ve iade reddedilir (92, 0214)',
    'gate-refuses-unsigned': 'form imzasız reddedilir',
    'moved-boundary': 'dönüşte iki alanın sınırı kayar',
  },
  returning: 'Sonuç iş yerine iletiliyor.',
  continue: 'Devam et',
  firstCopy: 'Dönüşü ilk kez gönder (yeni sekme)',
  abandoned: 'Bankanızla bağlantı koptu. Bu sayfadan geri dönülmez; iş yerine bir sonuç gönderilmedi.',
  unknown: 'Böyle bir doğrulama yok.',
  refused: 'Form kabul edilmedi',
};

const en: BankTexts = {
  heading: 'Embedded bank: card verification',
  merchant: 'Merchant number',
  card: 'Card',
  codeIs: 'Your one-time code is',
  code: 'One-time code',
  wrongCode: 'The code is wrong. Try again.',
  approve: 'Approve',
  fail: 'Fail the verification',
  giveUp: 'Give up',
  testCards: 'Test cards',
  behaviour: 'Behaviour',
  declined: 'declined by the bank',
  gateRefuses: 'the form is refused',
  refusal: {
    'every charge': 'refused by the gateway',
    installments: 'refused by the gateway with installments',
    'no CVC': 'refused by the gateway without a CVC',
    'foreign currency': 'refused by the gateway in a foreign currency',
  },
  shown: {
    captured: 'shown as captured',
    authorised: 'shown as authorised until the day ends',
    settled: 'shown as settled at once',
    'settled-at-once': 'settled at once: no void, a refund is possible',
    'pending-then-charged': 'shown as pending until the day ends, then as charged',
    'pending-then-reversed': 'shown as pending until the day ends, then as reversed',
    reversed: 'shown as reversed once the day has ended',
    'reversal-fails': 'shown as charged once the day has ended',
    'charged-with-decline-code': 'shown as charged, with the code of the decline',
  },
  threeD: {
    challenge: 'asks for a code',
    none: 'takes no part in 3D (013)',
    frictionless: 'asks for no code',
    abandoned: 'verification never ends',
  },
  charge: {
    approved: 'approved',
    'time-out-before-charge': 'no answer, not charged',
    'time-out-after-charge': 'no answer, charged',
    'error-before-charge': 'error answer, not charged',
    'error-after-charge': 'error answer, charged',
    'approved-with-99': 'contradictory answer: Approved and 99',
    'error-with-00': 'contradictory answer: Error and 00',
    'declined-with-99': 'ambiguous answer: Declined and 99',
    'other-order': 'another order id in the answer',
    'other-amount': 'another amount in the answer',
    truncated: 'half an answer',
    'entity-bomb': 'an answer with a DOCTYPE',
    oversize: 'an answer that is too large',
    redirect: 'a redirect for an answer',
  },
  callback: {
    once: 'one callback',
    twice: 'two callbacks',
    'wrong-hash': 'wrong hash in the callback',
    'wrong-amount': 'wrong amount in the callback',
    'wrong-order': 'wrong order in the callback',
    'repeated-field': 'repeated field in the callback',
  },
  takeBack: {
    possible: 'can be voided',
    'capture-void-takes-hold': 'the void of a capture voids the pre-authorisation too',
    'void-unclear': 'void done, answered with an error',
    'void-refused': 'void refused, refund possible',
    'void-refused-credit-unclear': 'void refused, refund done but answered with an error',
    'credit-twice': 'each refund is done twice',
    'void-refused-first-credit-declined': 'void refused, first refund declined, second one possible',
    'void-and-credit-refused': 'void and refund refused',
  },
  followUpFault: {
    slow: 'first capture, void and refund answered late',
    'time-out-before': 'first capture, void and refund not done, no answer',
    'time-out-after': 'first capture, void and refund done, no answer',
    'error-before': 'first capture, void and refund not done, answered with an error',
    'error-after': 'first capture, void and refund done, answered with an error',
    truncated: 'first capture, void and refund done, half an answer',
    duplicate: 'first capture, void and refund arrive twice, the second is refused',
    declined: 'first capture, void and refund declined by the bank',
  },
  gate: {
    silent: 'stored: the 3D gate does not answer',
    redirect: 'stored: the 3D gate redirects',
    cookie: 'stored: the 3D gate wants a cookie back',
    script: 'stored: a script fills the form of the 3D gate',
    'latin-5': 'stored: the page of the 3D gate is ISO-8859-9',
    echo: 'stored: the 3D gate echoes the card number',
    'echo-separated': 'stored: the 3D gate echoes the card number with hyphens',
    'echo-percent': 'stored: the 3D gate echoes the card number in percent encoding',
    'echo-base64': 'stored: the 3D gate echoes the card number in base64',
  },
  garanti: {
    'two-charges': 'the sale is booked twice',
    'settlement-error': 'the history shows a Settlement of E',
    'other-sum': 'the history shows another amount',
    'latin-5': 'answers are in ISO-8859-9',
    'refused-0002': 'refused by the gateway (92, 0002)',
    'refused-0651': 'refused by the gateway (92, 0651)',
    'refused-0752': 'refused by the gateway (92, 0752)',
    'steps-refused-0208': 'capture, void and refund are refused (92, 0208)',
    'steps-refused-0214': 'capture, void and refund are refused (92, 0214)',
    'gate-refuses-unsigned': 'the form is refused, and nothing signs that',
    'moved-boundary': 'a boundary between two fields moves in the callback',
  },
  returning: 'The result is being handed to the merchant.',
  continue: 'Continue',
  firstCopy: 'Send the callback a first time (new tab)',
  abandoned: 'The connection to your bank is lost. This page leads nowhere; the merchant was told nothing.',
  unknown: 'There is no such verification.',
  refused: 'The form was not taken',
};

export const bankTexts: Readonly<Record<Language, BankTexts>> = { tr, en };
