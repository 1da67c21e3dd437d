import type { PageTexts } from './page-texts.ts';

export const turkish: PageTexts = {
  payTitle: (dealer, amount) => `${dealer}: ${amount} öde`,
  otherLanguage: 'English',
  dealer: 'İş yeri',
  amount: 'Tutar',
  description: 'Açıklama',
  buyer: 'Alıcı',
  summary: 'Ödeme',
  details: 'Ayrıntılar',
  moreProducts: (count) => `ve ${count} ürün daha`,
  linesTotal: 'Ürünlerin toplamı',
  openUntil: 'Son ödeme zamanı',
  terms: 'Satış koşulları',
  contact: 'İletişim',
  sandbox: { name: 'Deneme ortamı', cards: 'deneme kartları', taken: 'onaylanır', refused: 'reddedilir' },
  states: {
    paid: { heading: 'Ödendi', sentence: 'Bu ödeme alındı. Yapmanız gereken başka bir şey yok.' },
    failed: {
      heading: 'Ödenmedi',
      sentence: 'Bu ödeme yapılmadan kapatıldı. Ödemek isterseniz iş yerinden yeni bir bağlantı isteyin.',
    },
    expired: {
      heading: 'Süresi doldu',
      sentence: 'Bu bağlantının süresi doldu. İş yerinden yeni bir bağlantı isteyin.',
    },
    cancelled: {
      heading: 'İptal edildi',
      sentence: 'İş yeri bu bağlantıyı iptal etti. Sorularınız için iş yerine başvurun.',
    },
  },
  unknownLink: {
    heading: 'Bağlantı bulunamadı',
    sentence: 'Bu adreste bir ödeme yok. Adresi eksiksiz açtığınızdan emin olun veya iş yerine başvurun.',
  },
  begunAgain: {
    heading: 'Yeniden başlatıldı',
    nothingCharged:
      'Bu ödeme yeniden başlatıldı; burada hiçbir tutar çekilmedi. Yeni pencereden devam edin veya iş yerinin sitesine dönün.',
    givenBack:
      'Bu ödeme yeniden başlatıldı. Burada çekilen tutar iade edilir. Yeni pencereden devam edin veya iş yerinin sitesine dönün.',
  },
  failure: {
    heading: 'Bir sorun oluştu',
    sentence: 'Sayfa şu anda gösterilemiyor. Biraz sonra yeniden deneyin.',
    correlation: 'Kayıt numarası',
  },
  cardForm: {
    heading: 'Kartla öde',
    cardNumber: 'Kart numarası',
    brands: 'Geçerli kartlar',
    holderName: 'Karttaki ad soyad',
    expiry: 'Son kullanma',
    expiryHint: 'AA / YY',
    cvc: 'Güvenlik kodu',
    cvcHint: 'CVC',
    cvcOnBack: 'Kartın arkasındaki 3 hane',
    cvcOnFront: 'Kartın önündeki 4 hane',
    password: 'Bu iş yerindeki parolanız',
    storedCards: {
      heading: 'Kayıtlı kartlarınız',
      card: 'Kart',
      another: 'Ya da başka bir kartla ödeyin:',
      useAnother: 'Başka kart kullan',
    },
    problems: {
      number: {
        missing: 'Kart numarasını yazın.',
        wrong: 'Kart numarasını kontrol edin: bir rakam yanlış veya eksik görünüyor.',
      },
      expiry: {
        missing: 'Son kullanma tarihini yazın.',
        wrong: 'Son kullanma tarihini karttaki gibi yazın: ay ve yıl. Tarihi geçmiş kart kullanılamaz.',
      },
      cvc: {
        missing: 'Güvenlik kodunu yazın.',
        wrong: 'Güvenlik kodunu kontrol edin: 3 hane, American Express’te 4 hane.',
      },
      holderName: { missing: 'Karttaki adı ve soyadı yazın.', wrong: 'Adı ve soyadı kartta yazdığı gibi yazın.' },
      password: { missing: 'Parolanızı yazın.', wrong: 'Parolayı kontrol edin: iş yerindeki parolanızla aynı değil.' },
    },
    problemsHeading: 'Şunları düzeltin',
    errorInTitle: 'Hata',
    proceed: 'Devam et',
    threeD: {
      heading: 'Onay',
      mandatory: 'Sonraki adımda bankanız ödemeyi onaylamanızı ister (3D Secure).',
      withBank: 'Bankamın sayfasında onaylayayım (3D Secure)',
      withBankHint: 'Önerilir: bankanız ödeyenin siz olduğunuzu doğrular.',
      without: 'Banka onayı olmadan öde',
      withoutHint: 'Bankanız yine de ödemeyi geri çevirebilir.',
    },
    reassurance: 'Kart bilgileriniz şifreli gönderilir, iş yeri bunları görmez.',
    storage: {
      payerDecides: 'Kartımı bu iş yerindeki sonraki ödemelerim için sakla',
      payerDecidesHint: 'Güvenlik kodu hiçbir zaman saklanmaz.',
      always: 'Kartınız bu iş yerindeki sonraki ödemeleriniz için şifreli saklanır. Güvenlik kodu saklanmaz.',
    },
    pay: 'Öde',
    payTotal: '{} öde',
    sending: {
      heading: 'Bankanızla görüşüyoruz',
      sentence: 'Genellikle 10 saniyeden kısa sürer. Sayfayı kapatmayın.',
      elapsed: '{} saniye geçti',
      slow: 'Bankanız bugün yavaş yanıt veriyor. Lütfen bekleyin, yeniden ödemeyin.',
    },
  },
  installments: {
    heading: 'Taksit',
    count: (count) => (count === 1 ? 'Tek çekim' : `${count} taksit`),
    chosen: (count, total) => `${count} taksitle ${total}`,
    firstMonth: (amount) => `ilk ay ${amount}`,
    whoDivides: 'Toplamı bankanız böler; artan kuruşlar genellikle ilk aydadır.',
    commission: (amount) => `komisyon ${amount}`,
    total: 'Toplam',
    more: (count) => `${count} seçenek daha`,
    notForCard: 'Bu kartla ödeme yapılamıyor. Başka bir kart deneyin.',
  },
  decline: {
    'check-card': {
      heading: 'Bankanız kart bilgilerini kabul etmedi',
      sentence: 'Hesabınızdan para çekilmedi. Kart bilgilerini kontrol edip yeniden yazın.',
    },
    'try-another-card': {
      heading: 'Bu kartla ödeme yapılamadı',
      sentence: 'Hesabınızdan para çekilmedi. Başka bir kart deneyin.',
    },
    'ask-bank': {
      heading: 'Bankanız ödemeye izin vermedi',
      sentence: 'Hesabınızdan para çekilmedi. Başka bir kart deneyin veya bankanızı arayın.',
    },
    'try-later': {
      heading: 'Ödeme şu anda tamamlanamadı',
      sentence: (openUntil) =>
        `Hesabınızdan para çekilmedi. Biraz sonra yeniden deneyin: bağlantı ${openUntil} zamanına kadar açık.`,
    },
    unanswered: {
      heading: 'Bankanız yanıt vermedi',
      sentence:
        'Önceki deneme kapatıldı: bankanız onu sonradan onaylarsa ödeme iptal edilir ve paranız iade edilir. Yeniden deneyebilirsiniz.',
    },
  },
  notices: {
    'total-changed': {
      heading: 'Toplam değişti',
      sentence: 'Kartınız için toplam, gösterilenden farklı. Para çekilmedi. Yeni toplamı kontrol edip ödeyin.',
    },
    'being-started': {
      heading: 'Ödemeniz başlatılıyor',
      sentence: 'Bankanız açılmazsa 15 saniye sonra deneyin.',
    },
    'no-quotes': {
      heading: 'Taksitler şu anda gösterilemiyor',
      sentence: 'Tek çekim ödeyebilirsiniz. Toplam kartınıza göre değişirse ödemeden önce görürsünüz.',
    },
  },
  giveUp: {
    toDealer: 'Vazgeç ve iş yerine dön',
    here: 'Ödemekten vazgeç',
    warning: 'Vazgeçerseniz bu bağlantı kapanır ve bir daha kullanılamaz.',
    confirm: 'Evet, vazgeçiyorum',
  },
  pause: {
    heading: 'Çok fazla deneme yapıldı',
    sentence: (minutes) =>
      `Güvenliğiniz için denemelere ara verildi. ${minutes} dakika sonra yeniden deneyebilirsiniz.`,
    usedUp: 'Bu bağlantı için deneme hakkı kalmadı. Bankanızın sayfasındaysanız ödemeyi orada tamamlayın.',
    tryAgain: 'Yeniden dene',
  },
  notNow: {
    heading: 'Şu anda ödeme alınamıyor',
    sentence: 'İş yeri şu anda ödeme almıyor. Kartınızı yazmadan önce bilin istedik: biraz sonra yeniden deneyin.',
  },
  waiting: {
    heading: 'Bankanıza soruyoruz',
    sentence: 'Genellikle bir dakikadan kısa sürer. Bu sayfa kendiliğinden yenilenir.',
    elapsed: (seconds) => (seconds < 60 ? `${seconds} saniye geçti` : `${Math.floor(seconds / 60)} dakika geçti`),
    stay: 'Lütfen yeniden ödemeyin ve sonucu bekleyin.',
    checkNow: 'Şimdi bak',
    long: 'Bankanız hâlâ yanıt vermedi',
    warning:
      'Yeniden denerseniz önceki deneme iptal edilir. Bankanız onu sonradan onaylarsa ödeme iptal edilir ve paranız iade edilir.',
    retry: 'Yeniden dene',
    leaveWarning:
      'Dönerseniz bu ödeme iptal edilir. Bankanız onu sonradan onaylarsa ödeme iptal edilir ve paranız iade edilir.',
  },
  atBank: {
    heading: 'Ödeme bankanızda',
    sentence: 'Bankanızın sayfası başka bir pencerede veya sekmede açık olabilir. Ödemeyi orada tamamlayın.',
    warning: 'Şimdi dönerseniz bu ödeme kapatılır ve bankanızın sayfasında tamamlanamaz.',
    confirm: 'Evet, dön',
  },
  handOver: {
    heading: 'Bankanıza geçiyorsunuz',
    sentence: 'Ödemeyi bankanızın sayfasında onaylayacaksınız. Sayfa açılmazsa düğmeye basın.',
    proceed: 'Bankanın sayfasına git',
  },
  finishing: {
    heading: 'Son bir adım kaldı',
    sentence: 'Ödemeyi tamamlamak ve sonucu görmek için düğmeye basın. Kaç kez basarsanız basın, bir kez ödersiniz.',
    proceed: 'Devam et',
  },
  redirect: {
    paid: 'Ödemeniz alındı',
    notPaid: 'Ödeme yapılmadı',
    sentence: 'İş yerinin sayfasına dönüyorsunuz. Sayfa açılmazsa düğmeye basın.',
    proceed: 'İş yerine dön',
  },
  receipt: {
    heading: 'Ödemeniz alındı',
    sentence: (dealer) => `Ödeme ${dealer} adına alındı.`,
    installments: 'Taksit',
    card: 'Kart',
    date: 'Tarih',
    zone: 'İstanbul',
    orderNumber: 'Sipariş no',
    transactionNumber: 'İşlem no',
    authorizationCode: 'Onay kodu',
    life: 'Makbuz ödemeden sonra 24 saat bu adreste kalır.',
    qr: 'Makbuzu telefonunuzda açın',
    print: 'Yazdır',
    share: 'Paylaş',
    copied: 'Adres kopyalandı.',
    back: 'İş yerine dön',
    email: {
      label: 'Makbuz için e-posta adresi',
      button: 'Makbuzu gönder',
      onItsWay: 'Makbuz, yazdığınız adrese gönderiliyor.',
      wrong: 'Adresi ad@example.com biçiminde yazın.',
      tooMany: 'Makbuz bu adrese şimdi gönderilemiyor. Bu sayfayı yazdırabilirsiniz.',
    },
  },
  qr: {
    heading: 'Telefonunuzla ödeyin',
    sentence: 'Kamerayı koda tutun ve açılan adreste ödeyin.',
    image: 'Ödeme sayfasının QR kodu',
  },
};
