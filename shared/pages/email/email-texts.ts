import type { Language } from '../../domain/language.ts';

/** The words of the e-mails in one language. Sentences with a name take it as their argument. */
interface EmailTexts {
  readonly expires: string;
  readonly amount: string;
  readonly description: string;
  readonly zone: string;
  readonly orCopy: string;
  readonly logo: (dealer: string) => string;
  readonly foot: (dealer: string, service: string) => string;
  /** For a message with a link: what to do about one that nobody expects. */
  readonly unexpected: string;
  readonly link: EmailHeads & { readonly button: (amount: string) => string };
  readonly reminder: EmailHeads;
}

interface EmailHeads {
  /** Nothing that a dealer or payer wrote may stand in a header, so subjects name the amount alone. */
  readonly subject: (amount: string) => string;
  readonly heading: string;
  readonly sentence: (dealer: string) => string;
}

export const emailTexts: Readonly<Record<Language, EmailTexts>> = {
  tr: {
    expires: 'Son ödeme',
    amount: 'Tutar',
    description: 'Açıklama',
    zone: 'İstanbul, GMT+3',
    orCopy: 'Düğme açılmazsa bu adresi tarayıcınıza kopyalayın:',
    logo: (dealer) => `${dealer} logosu`,
    foot: (dealer, service) => `Bu iletiyi ${dealer} adına ${service} gönderdi.`,
    unexpected: 'Böyle bir ödeme beklemiyorsanız bir şey yapmayın; kartınızdan bir şey çekilmez.',
    link: {
      subject: (amount) => `Ödeme bağlantınız: ${amount}`,
      heading: 'Ödeme bağlantınız',
      sentence: (dealer) => `${dealer} sizden bir ödeme istiyor.`,
      button: (amount) => `${amount} öde`,
    },
    reminder: {
      subject: (amount) => `Hatırlatma: ${amount} ödemeniz bekliyor`,
      heading: 'Ödemeniz bekliyor',
      sentence: (dealer) => `${dealer} adına istenen ödeme henüz yapılmadı.`,
    },
  },
  en: {
    expires: 'Pay until',
    amount: 'Amount',
    description: 'Description',
    zone: 'Istanbul, GMT+3',
    orCopy: 'If the button does not open, copy this address into your browser:',
    logo: (dealer) => `Logo of ${dealer}`,
    foot: (dealer, service) => `${service} sent this for ${dealer}.`,
    unexpected: 'If you expect no such payment, do nothing: no card is charged.',
    link: {
      subject: (amount) => `Your payment link: ${amount}`,
      heading: 'Your payment link',
      sentence: (dealer) => `${dealer} asks you for a payment.`,
      button: (amount) => `Pay ${amount}`,
    },
    reminder: {
      subject: (amount) => `Reminder: ${amount} is waiting for payment`,
      heading: 'Your payment is waiting',
      sentence: (dealer) => `The payment that ${dealer} asked for is not made yet.`,
    },
  },
};
