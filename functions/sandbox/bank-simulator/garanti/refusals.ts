/**
 * Refusals of the bank, with the texts that it adds. Reason codes from 0900 are made up here: no document tells those of the
 * bank, and a client may conclude nothing from them.
 */
const refusals = {
  unreadable: { source: 'GVPS', code: '92', reason: '0001', text: 'Mesaj okunamadı, XML biçimi geçersiz' },
  'missing field': { source: 'GVPS', code: '92', reason: '0002', text: 'Zorunlu alan boş ya da geçersiz' },
  'unknown order': { source: 'GVPS', code: '92', reason: '0108', text: 'Sipariş için uygun işlem bulunamadı' },
  'nothing to show': { source: 'GVPS', code: '92', reason: '0110', text: 'Sorguladığınız sipariş bulunamadı' },
  'not valid': { source: 'GVPS', code: '92', reason: '0208', text: 'İptal ya da iade edilecek işlem geçerli değil' },
  'more than one': {
    source: 'GVPS',
    code: '92',
    reason: '0214',
    text: 'Birden fazla işlem var, orijinal RetrefNum gerekli',
  },
  'wrong hash': { source: 'GVPS', code: '92', reason: '0651', text: 'Güvenlik kodu (HashData) hatalı' },
  'wrong terminal': { source: 'GVPS', code: '92', reason: '0752', text: 'Terminal, iş yeri ya da kullanıcı geçersiz' },
  'order used': { source: 'GVPS', code: '92', reason: '0901', text: 'Bu sipariş numarası daha önce kullanılmış' },
  'day is closed': { source: 'GVPS', code: '92', reason: '0902', text: 'Gün sonu alınmış işlem iptal edilemez' },
  'day is open': { source: 'GVPS', code: '92', reason: '0903', text: 'Gün sonu alınmadan iade yapılamaz' },
  'nothing left': { source: 'GVPS', code: '92', reason: '0904', text: 'İade tutarı kalan tutardan büyük' },
  'captured already': { source: 'GVPS', code: '92', reason: '0905', text: 'Ön otorizasyon daha önce kapatılmış' },
  busy: { source: 'GVPS', code: '92', reason: '0906', text: 'Sipariş için süren başka bir işlem var' },
  'wrong period': { source: 'GVPS', code: '92', reason: '0907', text: 'Tarih aralığı en fazla 30 gün olabilir' },
  'wrong proofs': { source: 'GVPS', code: '92', reason: '0908', text: '3D doğrulama değerleri işleme ait değil' },
  'not possible': { source: 'GVPS', code: '92', reason: '0909', text: 'Bu işlem bu karta uygulanamaz' },
  'too many': { source: 'GVPS', code: '92', reason: '0910', text: 'Sipariş için işlem sayısı sınırı aşıldı' },
  'too much': { source: 'HOST', code: '13', reason: '13', text: 'Kapama tutarı izin verilenden büyük' },
  'bad number': { source: 'HOST', code: '14', reason: '14', text: 'Kart numarası hatalı' },
  'bad expiry': { source: 'HOST', code: '54', reason: '54', text: 'Kartın son kullanma tarihi geçmiş' },
  'bad cvc': { source: 'HOST', code: '82', reason: '82', text: 'CVV2 hatalı' },
  declined: { source: 'HOST', code: '05', reason: '05', text: 'Kartı veren banka işlemi onaylamadı' },
  failure: { source: 'GVPS', code: '99', reason: '9999', text: 'Sistem hatası, lütfen daha sonra tekrar deneyiniz' },
} as const satisfies Readonly<Record<string, { source: 'GVPS' | 'HOST'; code: string; reason: string; text: string }>>;

export type Refusal = keyof typeof refusals;

export const refusalOf = (refusal: Refusal) => refusals[refusal];
