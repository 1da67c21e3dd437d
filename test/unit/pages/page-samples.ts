import type { ReportedDecline } from '../../../shared/domain/card/card-input.ts';
import type { OfferedCard } from '../../../shared/domain/card/offered-card.ts';
import type { DealerLooks } from '../../../shared/domain/dealer/dealer-looks.ts';
import type { Language } from '../../../shared/domain/language.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import type { ResultReport } from '../../../shared/domain/link/result-report.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { InstallmentQuote } from '../../../shared/domain/virtual-pos/installment-quote.ts';
import { listedTestCards } from '../../../shared/nestpay/listed-test-cards.ts';
import type { ListedProblem } from '../../../shared/pages/card-fields.ts';
import { type CardFormView, type CardStep, cardFormPage } from '../../../shared/pages/card-form-page.ts';
import {
  begunAgainPage,
  closedLinkPage,
  failurePage,
  unknownLinkPage,
} from '../../../shared/pages/closed-link-page.ts';
import type { Page, PageFrame } from '../../../shared/pages/document.ts';
import { finishingPage } from '../../../shared/pages/finishing-page.ts';
import { handOverPage } from '../../../shared/pages/hand-over-page.ts';
import { type PauseReason, pausePage } from '../../../shared/pages/pause-page.ts';
import { type ReceiptView, receiptPage } from '../../../shared/pages/receipt-page.ts';
import { redirectPage } from '../../../shared/pages/redirect-page.ts';
import { textsOfLinks } from '../../../shared/pages/texts-of-links.ts';
import { waitingPage } from '../../../shared/pages/waiting-page.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { linkSamples } from './link-samples.ts';

export const NOW_MS = Date.UTC(2026, 0, 15, 12, 5);
export const frameIn = (language: Language): PageFrame => ({ language, serviceName: 'Ödeme Bağlantısı' });

export const sampleLink = linkWith({
  dealerName: 'Çiçek & <b>Bahçe</b>',
  otherTrxCode: 'SIP-2041',
  description: 'Bahçe takımı <script>alert(1)</script>',
  buyer: { fullName: 'Ayşe "K" <i>' },
  basket: [
    { productCode: 'MASA-4 Bahçe masası', unitPrice: minor(85_000), quantity: 1 },
    { productCode: 'SANDALYE-2 <u>', unitPrice: minor(19_225), quantity: 2 },
  ],
  terms: { ...linkWith().terms, amount: minor(123_450), installments: { by: 'payer' }, allowedCounts: [1, 2, 3, 6] },
});

const quote = (count: number, total: number): InstallmentQuote => ({
  count,
  total: minor(total),
  commission: minor(total - 123_450),
  monthly: minor(Math.floor(total / count)),
  firstMonth: minor(total - Math.floor(total / count) * (count - 1)),
});

export const quotes = [quote(1, 123_450), quote(2, 123_450), quote(3, 125_919), quote(6, 130_858)];
const singlePayment = quotes.slice(0, 1);

export const cardStep = (changes: Partial<CardStep> = {}): CardStep => ({
  quotes: singlePayment,
  chosenCount: 1,
  problems: [],
  threeD: 'mandatory',
  cardStorage: 'never',
  ...changes,
});

export const cardFormIn = (language: Language, changes: Partial<CardFormView> = {}): Page =>
  cardFormPage({ link: sampleLink, step: cardStep(), frame: frameIn(language), nowMs: NOW_MS, ...changes });

const paid = (link: PaymentRequest): PaymentRequest => ({
  ...link,
  state: 'paid',
  progress: {
    ...NO_PROGRESS,
    attempts: 1,
    result: {
      resultReference: 'r'.repeat(22),
      code: '',
      orderId: 'ORDER-5555555555554444',
      atMs: NOW_MS,
      paid: { total: minor(125_919), installments: 3, maskedCard: '411111******1111' },
    },
  },
});
export const paidLink = paid(sampleLink);

const failed = (link: PaymentRequest): PaymentRequest => ({
  ...link,
  state: 'failed',
  progress: {
    ...NO_PROGRESS,
    result: { resultReference: 'r'.repeat(22), code: '001', orderId: '', atMs: NOW_MS },
  },
});
export const failedLink = failed(sampleLink);

/** Card data that must be on the hand-over page and on no other. */
export const cardFields = [
  ['pan', '5555555555554444'],
  ['cv2', '987'],
] as const;

/** What the page between the bank and the result posts on. */
export const CARRIED = ['callback', 'b2lkPU9SREVSLTE'] as const;

export const success: ResultReport = {
  hashValue: 'cdb7869505bdaaac2f4c891fc9ed889885fd7a0c880127ab5d508883efa3ee83',
  resultCode: '',
  resultMessage: '',
  trxCode: 'ORDER-1',
  otherTrxCode: `"><script>alert(1)</script> & 'x'`,
};
export const failure: ResultReport = {
  ...success,
  resultCode: '002',
  resultMessage: 'Insufficient limit',
  trxCode: '',
};

interface Sample {
  readonly make: (language: Language, link?: PaymentRequest) => Page;
}

/** Twelve counts, as a Turkish bank offers them. */
export const manyQuotes = [
  ...quotes.slice(0, 3),
  quote(4, 126_900),
  quote(5, 128_870),
  quote(6, 130_858),
  quote(7, 132_090),
  quote(8, 133_320),
  quote(9, 134_560),
  quote(10, 135_795),
  quote(11, 137_030),
  quote(12, 138_264),
];

/** A dealer who has said all about itself; its logo is a drop of one colour. */
export const looks: DealerLooks = {
  displayName: 'Kardelen Çiçek',
  logo: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  accent: '#c2185b',
  contact: {
    phone: '+90 212 555 01 23',
    email: 'merhaba@kardelencicek.example',
    address: 'Bağdat Caddesi 12, Kadıköy, İstanbul',
    site: 'https://kardelencicek.example/',
  },
  legalText: 'Kardelen Çiçek Ltd. Şti., Mersis 0123456789012345.',
  termsUrl: 'https://kardelencicek.example/satis-kosullari',
};
const dressed = (language: Language): PageFrame => ({ ...frameIn(language), looks });
const sandboxed = (language: Language): PageFrame => ({ ...frameIn(language), testCards: listedTestCards });

const asking = cardStep({ provisional: true, asksForCard: true });
const full = cardStep({ quotes, chosenCount: 3, threeD: 'choosable', cardStorage: 'payer-decides' });
/** Stored cards of the link's customer, and where the form posts. */
const paths = { link: '/pay/x?lang=tr', storedCard: '/pay/x/stored-card?lang=tr' };
export const offeredCards: readonly OfferedCard[] = [
  { reference: 'a1b2c3d4', brand: 'visa', lastFour: '1111' },
  { reference: 'b1b2c3d4', brand: 'troy', lastFour: '0042' },
  { reference: 'c1b2c3d4', brand: 'other', lastFour: '7777' },
];
const chosen = {
  card: { reference: 'a1b2c3d4', brand: 'american-express', lastFour: '8431' },
  asksPassword: true,
} as const;
const offering = { ...asking, stored: { cards: offeredCards, paths } };
const storedCard = cardStep({ quotes, chosenCount: 3, stored: { cards: [], chosen, paths } });
const storedProblems: readonly ListedProblem[] = [
  { field: 'cvc', kind: 'missing' },
  { field: 'password', kind: 'wrong' },
];

const problems: readonly ListedProblem[] = [
  { field: 'number', kind: 'wrong' },
  { field: 'expiry', kind: 'wrong' },
  { field: 'cvc', kind: 'missing' },
  { field: 'holderName', kind: 'missing' },
];
const typed = { number: '4111 1111 1111 1112', expiry: '13 / 30' };

type Changes = Omit<Partial<CardFormView>, 'link'>;

const form =
  (changes: Changes | ((language: Language) => Changes)): Sample['make'] =>
  (language, link = sampleLink) =>
    cardFormIn(language, { link, ...(typeof changes === 'function' ? changes(language) : changes) });

const declined = (advice: ReportedDecline): Sample => ({ make: form({ notice: { kind: 'declined', advice } }) });

const pause = (reason: PauseReason, frame = frameIn): Sample => ({
  make: (language, link = sampleLink) => pausePage({ link, reason, frame: frame(language) }),
});

const waiting = (waitedMs: number, frame = frameIn): Sample => ({
  make: (language, link = sampleLink) =>
    waitingPage({ link, sinceMs: NOW_MS - waitedMs, nowMs: NOW_MS, frame: frame(language) }),
});

/** The address of the receipt in its QR code. */
export const RECEIPT_ADDRESS = 'https://pay.example/pay/abcdefghijklmnopqrstuv';

const RECEIPT_PATH = '/pay/x/receipt?lang=tr';

const receipt = (changes: Partial<ReceiptView>, frame = frameIn): Sample => ({
  make: (language, link = sampleLink) =>
    receiptPage({ link: paid(link), nowMs: NOW_MS, address: RECEIPT_ADDRESS, frame: frame(language), ...changes }),
});

const closed = (state: 'expired' | 'cancelled', frame = frameIn): Sample => ({
  make: (language, link = sampleLink) => closedLinkPage({ link, state, frame: frame(language) }),
});

const begunAgain = (wasCharged: boolean, frame = frameIn): Sample => ({
  make: (language, link = sampleLink) => begunAgainPage({ link, wasCharged, frame: frame(language) }),
});

const redirect = (report: ResultReport, insideFrame: boolean): Sample => ({
  make: (language) =>
    redirectPage({ action: 'https://shop.example/result', report, insideFrame, frame: frameIn(language) }),
});

/** The way back to the reusable link that a request was made of. */
const againIn = (language: Language) => {
  const { over, backToLink } = textsOfLinks[language];
  return { href: '/link/x', label: backToLink, sentence: over.expired };
};

/** One page of every kind and state that a payer can see. */
export const samples: Readonly<Record<string, Sample>> = {
  first: { make: form({ step: asking }) },
  card: { make: form({}) },
  'card-installments': { make: form({ step: full }) },
  'card-many': { make: form({ step: cardStep({ quotes: manyQuotes, typed: { number: '4111 1111' } }) }) },
  'card-problems': { make: form({ step: { ...full, cardStorage: 'always', problems, typed } }) },
  'card-declined': declined('ask-bank'),
  'card-declined-later': declined('try-later'),
  'card-declined-check': declined('check-card'),
  'card-declined-other': declined('try-another-card'),
  'card-unanswered': declined('unanswered'),
  'card-no-quotes': { make: form({ step: cardStep({ provisional: true }), notice: { kind: 'no-quotes' } }) },
  'card-total-changed': { make: form({ step: full, notice: { kind: 'total-changed' } }) },
  'card-dressed': { make: form((language) => ({ step: full, frame: dressed(language) })) },
  'card-sandbox': { make: form((language) => ({ step: asking, frame: sandboxed(language) })) },
  'stored-cards': { make: form({ step: offering }) },
  'stored-card': { make: form({ step: { ...storedCard, typed: { number: '4111 1111' } } }) },
  'stored-card-problems': {
    make: form((language) => ({ step: { ...storedCard, problems: storedProblems }, frame: dressed(language) })),
  },
  pause: pause({ kind: 'too-many', minutes: 7 }),
  'used-up': pause({ kind: 'used-up' }),
  'not-now': pause({ kind: 'not-now' }, dressed),
  waiting: waiting(10_000),
  'waiting-long': waiting(180_000, dressed),
  'hand-over': {
    make: (language) =>
      handOverPage({ form: { action: 'https://gate.example/3d', fields: cardFields }, frame: frameIn(language) }),
  },
  finishing: { make: (language) => finishingPage({ fields: [CARRIED], frame: frameIn(language) }) },
  'redirect-paid': redirect(success, false),
  'redirect-failed': redirect(failure, true),
  receipt: receipt({ backHref: '/result/x', authorizationCode: 'P90325', form: { path: RECEIPT_PATH } }),
  'receipt-dressed': receipt({ form: { path: RECEIPT_PATH, posted: { kind: 'wrong', typed: 'elif@' } } }, dressed),
  'receipt-old': receipt({ nowMs: NOW_MS + 86_400_000 }),
  failed: {
    make: (language, link = sampleLink) =>
      receiptPage({ link: failed(link), nowMs: NOW_MS, address: RECEIPT_ADDRESS, frame: frameIn(language) }),
  },
  expired: closed('expired', dressed),
  cancelled: closed('cancelled'),
  'begun-again': begunAgain(false, dressed),
  'begun-again-given-back': begunAgain(true),
  'request-stopped': {
    make: (language, link = sampleLink) =>
      pausePage({
        link,
        reason: {
          kind: 'link-stopped',
          said: textsOfLinks[language].stops['in-a-moment'],
          canChange: true,
          back: { href: '/link/x', label: textsOfLinks[language].backToLink },
        },
        frame: frameIn(language),
      }),
  },
  'request-expired': {
    make: (language, link = sampleLink) =>
      closedLinkPage({ link, state: 'expired', again: againIn(language), frame: dressed(language) }),
  },
  'receipt-of-link': {
    make: (language, link = sampleLink) =>
      receiptPage({
        link: paid(link),
        nowMs: NOW_MS,
        address: RECEIPT_ADDRESS,
        again: againIn(language),
        frame: frameIn(language),
      }),
  },
  ...linkSamples(frameIn, looks),
  unknown: { make: (language) => unknownLinkPage(frameIn(language)) },
  failure: { make: (language) => failurePage('a1b2-c3d4', frameIn(language)) },
};
