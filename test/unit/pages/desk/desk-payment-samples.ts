import type { LifeLine } from '../../../../shared/domain/desk/payment-life.ts';
import type { Language } from '../../../../shared/domain/language.ts';
import { MAX_AMOUNT_MINOR, minor } from '../../../../shared/domain/money/money.ts';
import type { DeskFrame } from '../../../../shared/pages/desk/frame/desk-page.ts';
import { paymentCsvPage } from '../../../../shared/pages/desk/payment/payment-csv-page.ts';
import { type PaymentView, paymentPage } from '../../../../shared/pages/desk/payment/payment-page.ts';
import type { ChosenPayments } from '../../../../shared/pages/desk/payment/payments-form.ts';
import {
  type PaymentRow,
  type PaymentsView,
  paymentsPage,
} from '../../../../shared/pages/desk/payment/payments-page.ts';
import type { Page } from '../../../../shared/pages/document.ts';

const NOON_MS = Date.UTC(2026, 10, 28, 9);
const HOUR_MS = 3_600_000;

const frameIn = (language: Language): DeskFrame => ({
  language,
  serviceName: 'Ödeme Bağlantısı',
  sandbox: true,
  signedIn: {
    userName: 'Ayşe Yılmaz',
    dealerName: 'Çiçek & Bahçe',
    role: 'manager',
    needsCode: false,
    formToken: 't'.repeat(43),
  },
});

const chosen: ChosenPayments = { from: '2026-10-29', until: '2026-11-28', kind: 'anything', text: '' };

const WHO = ['Ayşe Yılmaz', undefined, 'isil.caglar@example.com', 'Bahçe Mobilya Sanayi ve Ticaret Limited Şirketi'];
const STATES = [
  'paid',
  'part-refunded',
  'voided',
  'failed',
  'in-doubt',
  'pre-authorised',
  'refunded',
  'waiting',
] as const;
const WAYS = ['link', 'reusable-link', 'shop', 'mobile', 'plan', 'direct'] as const;

const rows: readonly PaymentRow[] = Array.from({ length: 50 }, (_, index) => ({
  paymentId: 700_000 + index,
  atMs: NOON_MS - index * HOUR_MS,
  amount: minor(index === 2 ? MAX_AMOUNT_MINOR : 1_234_567 * (index + 1)),
  currency: index % 7 === 0 ? 'EUR' : 'TL',
  state: STATES[index % STATES.length] ?? 'paid',
  way: WAYS[index % WAYS.length] ?? 'link',
  who: WHO[index % WHO.length],
  maskedCard: '411111******1111',
}));

const quick: PaymentsView['quick'] = [
  { days: 'today', from: '2026-11-28', until: '2026-11-28' },
  { days: 'yesterday', from: '2026-11-27', until: '2026-11-27' },
  { days: 'week', from: '2026-11-22', until: '2026-11-28' },
  { days: 'month', from: '2026-10-29', until: '2026-11-28' },
];

const listWith =
  (changes: Partial<PaymentsView> = {}) =>
  (language: Language): Page =>
    paymentsPage({
      frame: frameIn(language),
      chosen,
      quick,
      rows,
      days: language === 'tr' ? ['29.10.2026', '28.11.2026'] : ['29 Oct 2026', '28 Nov 2026'],
      leftFromMs: NOON_MS - 50 * HOUR_MS,
      goesOn: false,
      isNarrowed: false,
      ...changes,
    });

const tried = { kind: 'try', amount: minor(123_450), currency: 'TL', maskedCard: '411111******1111' } as const;
const given = { kind: 'step', step: 'refund', currency: 'TL' } as const;

const life: readonly LifeLine[] = [
  { kind: 'made', of: 'link', atMs: NOON_MS - 9 * HOUR_MS },
  {
    kind: 'message',
    message: { channel: 'sms', kind: 'link', to: '5321112233' },
    state: 'delivered',
    atMs: NOON_MS - 9 * HOUR_MS,
  },
  { kind: 'opened', atMs: NOON_MS - 8 * HOUR_MS },
  { ...tried, outcome: 'declined', code: '002', atMs: NOON_MS - 7 * HOUR_MS },
  { ...tried, outcome: 'paid', atMs: NOON_MS },
  { kind: 'told', event: 'link.paid', channel: 'webhook', state: 'dead', tries: 10, atMs: NOON_MS + HOUR_MS },
  { ...given, state: 'done', amount: minor(20_000), by: 'operator', atMs: NOON_MS + 2 * HOUR_MS },
  { ...given, state: 'unclear', amount: minor(5000), by: 'dealer', atMs: NOON_MS + 3 * HOUR_MS },
];

const share = (subDealerId: number | undefined, pooled: boolean) => ({
  subDealerId,
  gross: minor(60_000),
  refunded: minor(10_000),
  left: minor(50_000),
  pooled,
});

const paymentWith =
  (changes: Partial<PaymentView> = {}) =>
  (language: Language): Page =>
    paymentPage({
      frame: frameIn(language),
      paymentId: 700_001,
      otherTrxCode: 'SIP-2041',
      orderId: `ORDER-${'a'.repeat(26)}-02`,
      amount: minor(123_450),
      currency: 'TL',
      madeBy: { way: 'link', href: '/desk/links/700001' },
      charge: {
        state: 'part-refunded',
        maskedCard: '411111******1111',
        installments: 3,
        startedAtMs: NOON_MS,
        paidAtMs: NOON_MS,
        refunded: minor(20_000),
        left: minor(103_450),
        authCode: '123456',
        pooled: true,
        voidUntilMs: NOON_MS + 10 * HOUR_MS,
      },
      payer: { name: 'Ayşe Yılmaz', phone: '5321112233', email: 'ayse@example.com', cardHolder: 'AYSE YILMAZ' },
      description: 'Bahçe takımı',
      shares: [share(undefined, false), share(5001, true)],
      actions: ['void', 'refund', 'capture', 'approve', 'undo', 'receipt', 'webhooks'],
      news: [{ kind: 'step', step: 'refund', state: 'unclear', amount: minor(5000) }],
      life,
      ...changes,
    });

const csvPage = (language: Language): Page =>
  paymentCsvPage({
    frame: frameIn(language),
    chosen: { ...chosen, kind: 'payer', text: 'Yılmaz' },
    parts: [
      { fromMs: NOON_MS - 100 * HOUR_MS, untilMs: NOON_MS },
      { fromMs: NOON_MS - 200 * HOUR_MS, untilMs: NOON_MS - 100 * HOUR_MS - 1 },
    ],
    leftFromMs: NOON_MS - 200 * HOUR_MS - 1,
    most: '10.000',
  });

/** The desk's pages of payments in each of their states. */
export const paymentPages: Readonly<Record<string, (language: Language) => Page>> = {
  'payments, a full page': listWith(),
  'payments, nothing in these days': listWith({ rows: [], leftFromMs: undefined }),
  'payments, nothing found yet': listWith({
    rows: [],
    isNarrowed: true,
    chosen: { ...chosen, kind: 'payer', text: 'Yılmaz' },
  }),
  'payments, a card number was typed': listWith({ rows: [], problem: 'card-number' }),
  'payments, too many days': listWith({ rows: [], problem: 'length' }),
  'payments, parts of the file': csvPage,
  'payment, with every button': paymentWith(),
  'payment, refused step': paymentWith({
    actions: [],
    news: [{ kind: 'step', step: 'void', state: 'refused', amount: minor(123_450) }],
    shares: [],
  }),
  'payment, waiting for the bank': paymentWith({ actions: [], news: [{ kind: 'asking' }], shares: [] }),
  'payment, nobody tried yet': paymentWith({
    charge: undefined,
    actions: [],
    news: [],
    shares: [],
    life: life.slice(0, 3),
  }),
};
