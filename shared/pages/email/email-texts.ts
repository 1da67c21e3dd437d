import type { Language } from '../../domain/language.ts';
import type { PlanMessageKind } from '../../domain/message/plan-message.ts';

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
  /** To the payer who asked; "held" of a pre-authorisation that is not captured. */
  readonly receipt: EmailHeads;
  readonly heldReceipt: EmailHeads;
  /** To the dealer. */
  readonly sale: EmailHeads;
  readonly heldSale: EmailHeads;
  readonly payer: string;
  /** To the customer of a recurring sale. */
  readonly plan: Readonly<Record<PlanMessageKind, EmailHeads>>;
  readonly dueDay: string;
  readonly paymentNumber: string;
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
    receipt: {
      subject: (amount) => `Makbuzunuz: ${amount}`,
      heading: 'Ödemeniz alındı',
      sentence: (dealer) => `Ödeme ${dealer} adına alındı.`,
    },
    heldReceipt: {
      subject: (amount) => `Ön provizyonunuz: ${amount}`,
      heading: 'Tutar kartınızda bloke edildi',
      sentence: (dealer) => `Ön provizyon ${dealer} adına alındı.`,
    },
    sale: {
      subject: (amount) => `Bir ödeme aldınız: ${amount}`,
      heading: 'Bir ödeme aldınız',
      sentence: (dealer) => `${dealer} için bir ödeme onaylandı.`,
    },
    heldSale: {
      subject: (amount) => `Bir ön provizyon aldınız: ${amount}`,
      heading: 'Bir ön provizyon aldınız',
      sentence: (dealer) => `${dealer} için bir ön provizyon onaylandı; finansallaştırılmayı bekliyor.`,
    },
    payer: 'Ödeyen',
    plan: {
      'plan-upcoming': {
        subject: (amount) => `Yaklaşan ödemeniz: ${amount}`,
        heading: 'Ödemenizin günü yaklaştı',
        sentence: (dealer) => `${dealer} ile düzenli ödemenizin sıradaki tutarı:`,
      },
      'plan-paid': {
        subject: (amount) => `Ödemeniz alındı: ${amount}`,
        heading: 'Ödemeniz alındı',
        sentence: (dealer) => `Düzenli ödemeniz ${dealer} adına alındı.`,
      },
      'plan-failed': {
        subject: (amount) => `Ödemeniz alınamadı: ${amount}`,
        heading: 'Ödemeniz alınamadı',
        sentence: (dealer) => `Düzenli ödemeniz alınamadı. Lütfen ${dealer} ile görüşün.`,
      },
    },
    dueDay: 'Ödeme günü',
    paymentNumber: 'Ödeme numarası',
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
    receipt: {
      subject: (amount) => `Your receipt: ${amount}`,
      heading: 'Your payment was received',
      sentence: (dealer) => `It was received for ${dealer}.`,
    },
    heldReceipt: {
      subject: (amount) => `Your pre-authorisation: ${amount}`,
      heading: 'The amount is held on your card',
      sentence: (dealer) => `It is held for ${dealer}.`,
    },
    sale: {
      subject: (amount) => `You received a payment: ${amount}`,
      heading: 'You received a payment',
      sentence: (dealer) => `A payment of ${dealer} was approved.`,
    },
    heldSale: {
      subject: (amount) => `You received a pre-authorisation: ${amount}`,
      heading: 'You received a pre-authorisation',
      sentence: (dealer) => `A pre-authorisation of ${dealer} was approved, and waits to be captured.`,
    },
    payer: 'Payer',
    plan: {
      'plan-upcoming': {
        subject: (amount) => `Your next payment: ${amount}`,
        heading: 'Your next payment is due soon',
        sentence: (dealer) => `The next one of your regular payments to ${dealer}:`,
      },
      'plan-paid': {
        subject: (amount) => `Your payment was received: ${amount}`,
        heading: 'Your payment was received',
        sentence: (dealer) => `Your regular payment was received for ${dealer}.`,
      },
      'plan-failed': {
        subject: (amount) => `Your payment failed: ${amount}`,
        heading: 'Your payment failed',
        sentence: (dealer) => `Your regular payment was not received. Please contact ${dealer}.`,
      },
    },
    dueDay: 'Due day',
    paymentNumber: 'Payment number',
  },
};
