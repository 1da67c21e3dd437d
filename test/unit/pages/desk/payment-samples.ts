import type { LifeLine } from '../../../../shared/domain/desk/payment-life.ts';
import type { Language } from '../../../../shared/domain/language.ts';
import { MAX_AMOUNT_MINOR, minor } from '../../../../shared/domain/money/money.ts';
import {
  closedDeskPage,
  notAllowedDeskPage,
  notFoundDeskPage,
} from '../../../../shared/pages/desk/closed-desk-page.ts';
import type { DeskFrame } from '../../../../shared/pages/desk/desk-page.ts';
import { paymentCsvPage } from '../../../../shared/pages/desk/payment-csv-page.ts';
import { type PaymentView, paymentPage } from '../../../../shared/pages/desk/payment-page.ts';
import type { ChosenPayments } from '../../../../shared/pages/desk/payments-form.ts';
import { type PaymentRow, type PaymentsView, paymentsPage } from '../../../../shared/pages/desk/payments-page.ts';
import type { Page } from '../../../../shared/pages/document.ts';

const NOW_MS = Date.UTC(2026, 10, 28, 11, 5);
const MINUTE_MS = 60_000;
const CARD = '411111******1111';
const LONG_NAME = 'Abdurrahmangazi Şükrüoğlu Çağlayangil-Gümüşsuyu';
const chosen: ChosenPayments = { from: '2026-10-29', until: '2026-11-28', kind: 'anything', text: '' };

const people = ['Ayşe Yılmaz', LONG_NAME, 'Mehmet Öztürk', undefined, 'Zeynep Ç.'] as const;
const states = [
  'paid',
  'part-refunded',
  'failed',
  'in-doubt',
  'pre-authorised',
  'refunded',
  'voided',
  'waiting',
] as const;
const ways = ['link', 'reusable-link', 'shop', 'mobile', 'plan', 'direct'] as const;
const amounts = [minor(4_500), minor(124_990), minor(MAX_AMOUNT_MINOR), minor(5)] as const;

const deskFrameIn = (language: Language): DeskFrame => ({
  language,
  serviceName: 'Ödeme Bağlantısı',
  sandbox: true,
  signedIn: {
    userName: 'Ayşe Yılmaz',
    dealerName: 'Çiğdem & Oğulları Bahçe Mobilyası',
    role: 'manager',
    needsCode: false,
    formToken: 't'.repeat(43),
  },
});

/** The one of a list that is at this place, from the first again after the last. */
const turn = <One>(list: readonly [One, ...One[]], index: number): One => list[index % list.length] ?? list[0];

const row = (index: number): PaymentRow => ({
  paymentId: 2_147_483_600 + index,
  atMs: NOW_MS - index * 47 * MINUTE_MS,
  amount: turn(amounts, index),
  currency: index % 9 === 4 ? 'USD' : 'TL',
  state: turn(states, index),
  way: turn(ways, index),
  who: turn(people, index),
  maskedCard: CARD,
});

const listIn = (language: Language, changes: Partial<PaymentsView> = {}): Page =>
  paymentsPage({
    frame: deskFrameIn(language),
    chosen,
    quick: [
      { days: 'today', from: '2026-11-28', until: '2026-11-28' },
      { days: 'yesterday', from: '2026-11-27', until: '2026-11-27' },
      { days: 'week', from: '2026-11-22', until: '2026-11-28' },
      { days: 'month', from: chosen.from, until: chosen.until },
    ],
    rows: Array.from({ length: 50 }, (_, index) => row(index)),
    days: ['29.10.2026', '28.11.2026'],
    leftFromMs: NOW_MS - 50 * 47 * MINUTE_MS,
    goesOn: true,
    isNarrowed: false,
    ...changes,
  });

const money = { amount: minor(124_990), currency: 'TL' } as const;
const life: readonly LifeLine[] = [
  { kind: 'made', of: 'link', atMs: NOW_MS - 300 * MINUTE_MS },
  {
    kind: 'message',
    message: { channel: 'sms', kind: 'link', to: '5321112233' },
    state: 'delivered',
    atMs: NOW_MS - 299 * MINUTE_MS,
  },
  { kind: 'opened', atMs: NOW_MS - 100 * MINUTE_MS },
  { kind: 'try', outcome: 'declined', code: '002', maskedCard: CARD, ...money, atMs: NOW_MS - 98 * MINUTE_MS },
  { kind: 'try', outcome: 'paid', maskedCard: CARD, ...money, atMs: NOW_MS - 95 * MINUTE_MS },
  { kind: 'told', event: 'link.paid', channel: 'webhook', state: 'failing', tries: 3, atMs: NOW_MS - 94 * MINUTE_MS },
  {
    kind: 'step',
    step: 'refund',
    state: 'unclear',
    by: 'dealer',
    currency: 'TL',
    amount: minor(24_990),
    atMs: NOW_MS - MINUTE_MS,
  },
];

const paymentIn = (language: Language, changes: Partial<PaymentView> = {}): Page =>
  paymentPage({
    frame: deskFrameIn(language),
    paymentId: 2_147_483_600,
    otherTrxCode: 'SIP-2041 <i>',
    orderId: `ORDER-${'a'.repeat(26)}-01`,
    ...money,
    madeBy: { way: 'link', href: '/desk/links/2147483600' },
    charge: {
      state: 'part-refunded',
      maskedCard: CARD,
      installments: 3,
      startedAtMs: NOW_MS - 95 * MINUTE_MS,
      paidAtMs: NOW_MS - 95 * MINUTE_MS,
      refunded: minor(24_990),
      left: minor(100_000),
      authCode: 'P90325',
      pooled: true,
      voidUntilMs: NOW_MS + 400 * MINUTE_MS,
    },
    payer: {
      name: LONG_NAME,
      phone: '5321112233',
      email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
      cardHolder: 'AYSE YILMAZ',
    },
    description: 'Bahçe takımı & iki şezlong',
    shares: [
      { gross: minor(24_990), refunded: minor(0), left: minor(24_990), pooled: false },
      {
        subDealerId: 11,
        gross: minor(MAX_AMOUNT_MINOR),
        refunded: minor(24_990),
        left: minor(MAX_AMOUNT_MINOR),
        pooled: true,
      },
    ],
    actions: ['void', 'refund', 'capture', 'approve', 'undo', 'receipt', 'webhooks'],
    news: [{ kind: 'step', step: 'refund', state: 'unclear', amount: minor(24_990) }],
    life,
    ...changes,
  });

const plainly = (frame: { readonly language: Language }) =>
  ({ ...frame, serviceName: 'Ödeme Bağlantısı', testCards: undefined }) as const;

/** Every state of the pages of payments, and of what the desk refuses before it does anything, by its name. */
export const paymentSamples: Readonly<Record<string, (language: Language) => Page>> = {
  payments: (language) => listIn(language),
  'payments-none': (language) => listIn(language, { rows: [], leftFromMs: undefined, goesOn: false }),
  'payments-none-fits': (language) =>
    listIn(language, {
      rows: [],
      leftFromMs: undefined,
      isNarrowed: true,
      chosen: { ...chosen, kind: 'payer', text: LONG_NAME, state: 'refunded', way: 'reusable-link' },
    }),
  'payments-further': (language) =>
    listIn(language, { rows: [], isNarrowed: true, chosen: { ...chosen, kind: 'card', text: '1111' } }),
  'payments-problem': (language) => listIn(language, { problem: 'card-number', rows: [] }),
  'payments-days': (language) => listIn(language, { problem: 'length', rows: [] }),
  'payments-csv': (language) =>
    paymentCsvPage({
      frame: deskFrameIn(language),
      chosen,
      parts: [0, 1, 2].map((part) => ({ fromMs: NOW_MS - (part + 1) * 9e8, untilMs: NOW_MS - part * 9e8 - 1 })),
      leftFromMs: NOW_MS - 27e8,
      most: language === 'tr' ? '10.000' : '10,000',
    }),
  payment: (language) => paymentIn(language),
  'payment-refused': (language) =>
    paymentIn(language, {
      news: [{ kind: 'step', step: 'void', state: 'refused', amount: money.amount }],
      shares: [],
      actions: ['refund', 'receipt'],
    }),
  'payment-of-viewer': (language) =>
    paymentIn(language, {
      actions: [],
      news: [],
      shares: [],
      payer: { name: 'Ayşe Yılmaz' },
      charge: {
        state: 'failed',
        code: '002',
        maskedCard: CARD,
        installments: 1,
        startedAtMs: NOW_MS,
      },
    }),
  'payment-untried': (language) =>
    paymentIn(language, { charge: undefined, actions: [], news: [], shares: [], life: life.slice(0, 2) }),
  'not-found': (language) => notFoundDeskPage(deskFrameIn(language)),
  'not-allowed': (language) => notAllowedDeskPage(deskFrameIn(language)),
  'closed-no-token': (language) => closedDeskPage(plainly({ language }), 'no-token'),
  'closed-busy': (language) => closedDeskPage(plainly({ language }), 'busy'),
};
