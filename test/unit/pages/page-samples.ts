import { NO_PROGRESS, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { InstallmentQuote } from '../../../shared/domain/virtual-pos/installment-quote.ts';
import { type CardFormView, type CardStep, cardFormPage } from '../../../shared/pages/card-form-page.ts';
import { closedLinkPage, failurePage, unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import type { PageFrame, PageKind } from '../../../shared/pages/document.ts';
import { handOverPage } from '../../../shared/pages/hand-over-page.ts';
import type { Html } from '../../../shared/pages/html.ts';
import type { Language } from '../../../shared/pages/language.ts';
import { pausePage } from '../../../shared/pages/pause-page.ts';
import { receiptPage } from '../../../shared/pages/receipt-page.ts';
import { type RedirectFields, redirectPage } from '../../../shared/pages/redirect-page.ts';
import { waitingPage } from '../../../shared/pages/waiting-page.ts';
import { linkWith } from '../../support/records.ts';

export const NOW_MS = Date.UTC(2026, 0, 15, 12, 5);
export const frameIn = (language: Language): PageFrame => ({ language, serviceName: 'Ödeme Bağlantısı' });

export const sampleLink = linkWith({
  dealerName: 'Çiçek & <b>Bahçe</b>',
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
  kind: 'card',
  quotes: singlePayment,
  chosenCount: 1,
  problems: [],
  threeD: 'mandatory',
  cardStorage: 'never',
  ...changes,
});

export const cardFormIn = (language: Language, changes: Partial<CardFormView> = {}): Html =>
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

/** A card that must stand on the hand-over page and on no other. */
export const cardFields = [
  ['pan', '5555555555554444'],
  ['cv2', '987'],
] as const;

export const success: RedirectFields = {
  hashValue: 'cdb7869505bdaaac2f4c891fc9ed889885fd7a0c880127ab5d508883efa3ee83',
  resultCode: '',
  resultMessage: '',
  trxCode: 'ORDER-1',
  otherTrxCode: `"><script>alert(1)</script> & 'x'`,
};
export const failure: RedirectFields = {
  ...success,
  resultCode: '002',
  resultMessage: 'Insufficient limit',
  trxCode: '',
};

interface Sample {
  readonly kind: PageKind;
  readonly make: (language: Language, link?: PaymentRequest) => Html;
}

const full = cardStep({
  quotes,
  chosenCount: 3,
  bin: '41111111',
  threeD: 'choosable',
  cardStorage: 'payer-decides',
});

/** One page of every kind and state that a payer can meet. */
export const samples: Readonly<Record<string, Sample>> = {
  bin: { kind: 'form', make: (language, link = sampleLink) => cardFormIn(language, { link, step: { kind: 'bin' } }) },
  'bin-invalid': {
    kind: 'form',
    make: (language, link = sampleLink) => cardFormIn(language, { link, step: { kind: 'bin', invalid: true } }),
  },
  card: { kind: 'form', make: (language, link = sampleLink) => cardFormIn(language, { link }) },
  'card-installments': {
    kind: 'form',
    make: (language, link = sampleLink) => cardFormIn(language, { link, step: full }),
  },
  'card-problems': {
    kind: 'form',
    make: (language, link = sampleLink) =>
      cardFormIn(language, {
        link,
        step: { ...full, cardStorage: 'always', problems: ['number', 'expiry', 'cvc', 'holderName'] },
      }),
  },
  'card-declined': {
    kind: 'form',
    make: (language, link = sampleLink) =>
      cardFormIn(language, { link, notice: { kind: 'declined', advice: 'ask-bank' } }),
  },
  'card-declined-later': {
    kind: 'form',
    make: (language, link = sampleLink) =>
      cardFormIn(language, { link, notice: { kind: 'declined', advice: 'try-later' } }),
  },
  'card-unanswered': {
    kind: 'form',
    make: (language, link = sampleLink) =>
      cardFormIn(language, { link, notice: { kind: 'declined', advice: 'unanswered' } }),
  },
  'card-no-quotes': {
    kind: 'form',
    make: (language, link = sampleLink) =>
      cardFormIn(language, { link, step: cardStep({ provisional: true }), notice: { kind: 'no-quotes' } }),
  },
  'card-total-changed': {
    kind: 'form',
    make: (language, link = sampleLink) =>
      cardFormIn(language, { link, step: full, notice: { kind: 'total-changed' } }),
  },
  pause: {
    kind: 'plain',
    make: (language, link = sampleLink) => pausePage({ link, minutes: 7, frame: frameIn(language) }),
  },
  'used-up': {
    kind: 'plain',
    make: (language, link = sampleLink) => pausePage({ link, frame: frameIn(language) }),
  },
  waiting: {
    kind: 'plain',
    make: (language, link = sampleLink) =>
      waitingPage({ link, sinceMs: NOW_MS - 10_000, nowMs: NOW_MS, frame: frameIn(language) }),
  },
  'waiting-long': {
    kind: 'plain',
    make: (language, link = sampleLink) =>
      waitingPage({ link, sinceMs: NOW_MS - 180_000, nowMs: NOW_MS, frame: frameIn(language) }),
  },
  'hand-over': {
    kind: 'hand-over',
    make: (language) =>
      handOverPage({ form: { action: 'https://gate.example/3d', fields: cardFields }, frame: frameIn(language) }),
  },
  'redirect-paid': {
    kind: 'redirect',
    make: (language) =>
      redirectPage({
        action: 'https://shop.example/result',
        fields: success,
        insideFrame: false,
        frame: frameIn(language),
      }),
  },
  'redirect-failed': {
    kind: 'redirect',
    make: (language) =>
      redirectPage({
        action: 'https://shop.example/result',
        fields: failure,
        insideFrame: true,
        frame: frameIn(language),
      }),
  },
  receipt: {
    kind: 'plain',
    make: (language, link = sampleLink) =>
      receiptPage({ link: paid(link), nowMs: NOW_MS, backHref: '/result/x', frame: frameIn(language) }),
  },
  'receipt-old': {
    kind: 'plain',
    make: (language, link = sampleLink) =>
      receiptPage({ link: paid(link), nowMs: NOW_MS + 86_400_000, frame: frameIn(language) }),
  },
  failed: {
    kind: 'plain',
    make: (language, link = sampleLink) => receiptPage({ link: failed(link), nowMs: NOW_MS, frame: frameIn(language) }),
  },
  expired: {
    kind: 'plain',
    make: (language, link = sampleLink) => closedLinkPage({ link, state: 'expired', frame: frameIn(language) }),
  },
  cancelled: {
    kind: 'plain',
    make: (language, link = sampleLink) => closedLinkPage({ link, state: 'cancelled', frame: frameIn(language) }),
  },
  unknown: { kind: 'plain', make: (language) => unknownLinkPage(frameIn(language)) },
  failure: { kind: 'plain', make: (language) => failurePage('a1b2-c3d4', frameIn(language)) },
};
