import type { LinkState } from '../domain/payment-request.ts';
import type { Language } from './language.ts';

export interface PageTexts {
  readonly title: string;
  readonly otherLanguage: string;
  readonly dealer: string;
  readonly amount: string;
  readonly state: string;
  readonly description: string;
  readonly buyer: string;
  readonly basket: string;
  readonly product: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly openUntil: string;
  readonly states: Readonly<Record<LinkState, { readonly name: string; readonly sentence: string }>>;
  readonly unknownLink: { readonly heading: string; readonly sentence: string };
  readonly failure: { readonly heading: string; readonly sentence: string; readonly correlation: string };
}

export const texts: Readonly<Record<Language, PageTexts>> = {
  tr: {
    title: 'Ödeme',
    otherLanguage: 'English',
    dealer: 'İş yeri',
    amount: 'Tutar',
    state: 'Durum',
    description: 'Açıklama',
    buyer: 'Alıcı',
    basket: 'Sepet',
    product: 'Ürün',
    quantity: 'Adet',
    unitPrice: 'Birim fiyat',
    openUntil: 'Son ödeme zamanı',
    states: {
      open: { name: 'Ödeme bekliyor', sentence: 'Bu ödeme henüz yapılmadı.' },
      paid: { name: 'Ödendi', sentence: 'Bu ödeme alındı. Yapmanız gereken başka bir şey yok.' },
      failed: { name: 'Ödenmedi', sentence: 'Bu ödeme yapılmadan kapatıldı. Sorularınız için iş yerine başvurun.' },
      expired: {
        name: 'Süresi doldu',
        sentence: 'Bu bağlantının süresi doldu. Yeni bir bağlantı için iş yerine başvurun.',
      },
      cancelled: { name: 'İptal edildi', sentence: 'Bu bağlantı iptal edildi. Sorularınız için iş yerine başvurun.' },
    },
    unknownLink: {
      heading: 'Bağlantı bulunamadı',
      sentence: 'Bu adreste bir ödeme yok. Adresi eksiksiz açtığınızdan emin olun veya iş yerine başvurun.',
    },
    failure: {
      heading: 'Bir sorun oluştu',
      sentence: 'Sayfa şu anda gösterilemiyor. Lütfen biraz sonra yeniden deneyin.',
      correlation: 'Kayıt numarası',
    },
  },
  en: {
    title: 'Payment',
    otherLanguage: 'Türkçe',
    dealer: 'Merchant',
    amount: 'Amount',
    state: 'State',
    description: 'Description',
    buyer: 'Buyer',
    basket: 'Basket',
    product: 'Product',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    openUntil: 'Payable until',
    states: {
      open: { name: 'Waiting for payment', sentence: 'This payment has not been made yet.' },
      paid: { name: 'Paid', sentence: 'This payment was received. There is nothing left to do.' },
      failed: {
        name: 'Not paid',
        sentence: 'This payment was closed without being made. Please ask the merchant if you have questions.',
      },
      expired: { name: 'Expired', sentence: 'This link has expired. Please ask the merchant for a new one.' },
      cancelled: {
        name: 'Cancelled',
        sentence: 'This link was cancelled. Please ask the merchant if you have questions.',
      },
    },
    unknownLink: {
      heading: 'Link not found',
      sentence:
        'There is no payment at this address. Please check that you opened the whole address, or ask the merchant.',
    },
    failure: {
      heading: 'Something went wrong',
      sentence: 'The page cannot be shown right now. Please try again in a moment.',
      correlation: 'Reference number',
    },
  },
};
