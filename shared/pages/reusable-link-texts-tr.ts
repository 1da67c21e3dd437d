import type { ReusableLinkTexts } from './reusable-link-texts.ts';

export const turkishOfLinks: ReusableLinkTexts = {
  payTitle: (title, dealer) => `${title}: ${dealer} ödemesi`,
  heading: 'Ödemeniz',
  amount: (currency) => `Tutar (${currency})`,
  limits: (least, most) => `En az ${least}, en çok ${most}.`,
  suggested: 'Önerilen tutarlar',
  read: 'Ödeyeceğiniz tutar: {}.',
  amountProblems: {
    missing: 'Tutarı yazın.',
    unclear: 'Tutarı rakamla yazın, örneğin 1250 veya 1250,50.',
    'too-small': (least) => `En küçük tutar ${least}.`,
    'too-large': (most) => `En büyük tutar ${most}.`,
  },
  optional: '(isteğe bağlı)',
  fields: { FullName: 'Ad soyad', Email: 'E-posta adresi', GsmNumber: 'Cep telefonu' },
  wrong: {
    Email: 'E-posta adresini ad@example.com biçiminde yazın.',
    GsmNumber: 'Türkiye’den bir cep numarası yazın, örneğin 0532 123 45 67.',
  },
  answerProblems: {
    missing: (label) => `“${label}” alanını doldurun.`,
    'too-long': (label) => `“${label}” alanındaki metin çok uzun. Kısaltın.`,
    'card-number': (label) => `“${label}” alanına kart numarası yazmayın. Kartınız sonraki sayfada sorulur.`,
  },
  proceed: 'Devam et',
  proceedWith: '{} ile devam et',
  nextStep: 'Kartınızı sonraki sayfada yazarsınız. Henüz para çekilmez.',
  confirm: {
    heading: 'Tutar doğru mu?',
    sentence: 'Kartınızı sonraki sayfada yazarsınız. Henüz para çekilmedi.',
    change: 'Tutarı değiştir',
  },
  oldForm: {
    heading: 'Bu sayfa çok uzun süre açık kaldı',
    sentence: 'Para çekilmedi. Yazdıklarınız burada: kontrol edip devam edin.',
  },
  paidBefore: {
    heading: 'Bu tarayıcıdan bir ödeme yapıldı',
    sentence: 'Yeniden ödeyebilirsiniz: bu ayrı bir ödeme olur.',
  },
  stops: {
    inactive: {
      heading: 'Şimdilik kapalı',
      sentence: 'İş yeri bu bağlantıyı kapattı; şu anda ödeme alınmıyor. Para çekilmedi.',
    },
    expired: {
      heading: 'Süresi doldu',
      sentence: 'Bu bağlantıyla ödeme süresi bitti. Para çekilmedi. İş yerinden yeni bir bağlantı isteyin.',
    },
    'sold-out': {
      heading: 'Tükendi',
      sentence: 'Bu bağlantıyla iş yerinin izin verdiği kadar ödeme yapıldı. Para çekilmedi.',
    },
    'in-a-moment': {
      heading: 'Son yerler şu anda ödeniyor',
      sentence: 'Başkaları şu anda ödüyor. Biri ödemezse siz ödeyebilirsiniz. Birazdan yeniden deneyin.',
    },
    'not-now': {
      heading: 'Şu anda ödeme alınmıyor',
      sentence: 'İş yeri şu anda bu bağlantıyla ödeme almıyor. Para çekilmedi. Daha sonra yeniden deneyin.',
    },
  },
  tooMany: {
    heading: 'Aynı anda çok fazla ödeme var',
    sentence: (time) => `Para çekilmedi. Saat ${time} olunca yeniden deneyin.`,
  },
  over: {
    expired: 'Bu ödemenin süresi doldu; para çekilmedi. Ödeme bağlantısından yeniden başlayabilirsiniz.',
    failed: 'Bu ödeme yapılmadan kapatıldı. Ödeme bağlantısından yeniden başlayabilirsiniz.',
  },
  backToLink: 'Ödeme bağlantısına dön',
  payAgain: 'Bu bağlantıyla bir ödeme daha yap',
};
