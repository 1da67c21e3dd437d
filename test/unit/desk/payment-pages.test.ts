import { describe, expect, test } from 'vitest';
import type { LifeLine } from '../../../shared/domain/desk/payment-life.ts';
import { type Language, languages } from '../../../shared/domain/language.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { DeskFrame } from '../../../shared/pages/desk/frame/desk-page.ts';
import { paymentCsvPage } from '../../../shared/pages/desk/payment/payment-csv-page.ts';
import { MOST_LIFE_LINES } from '../../../shared/pages/desk/payment/payment-life-list.ts';
import { type PaymentView, paymentPage } from '../../../shared/pages/desk/payment/payment-page.ts';
import { paymentTexts } from '../../../shared/pages/desk/payment/payment-texts.ts';
import type { ChosenPayments } from '../../../shared/pages/desk/payment/payments-form.ts';
import { type PaymentRow, type PaymentsView, paymentsPage } from '../../../shared/pages/desk/payment/payments-page.ts';

const NOON_MS = Date.UTC(2026, 10, 28, 9);
/** A page is under 40 kB. */
const MOST_BYTES = 40_000;

const frameIn = (language: Language): DeskFrame => ({
  language,
  serviceName: 'Ödeme Bağlantısı',
  sandbox: true,
  signedIn: {
    userName: 'Ayşe Yılmaz',
    dealerName: 'Çiçek & <b>Bahçe</b>',
    role: 'manager',
    needsCode: false,
    formToken: 't'.repeat(43),
  },
});

const bytesOf = ({ markup }: { readonly markup: string }): number => Buffer.byteLength(markup);

const chosen: ChosenPayments = { from: '2026-10-29', until: '2026-11-28', kind: 'anything', text: '' };

const row = (changes: Partial<PaymentRow> = {}): PaymentRow => ({
  paymentId: 2_147_483_647,
  atMs: NOON_MS,
  amount: minor(123_456_789),
  currency: 'TL',
  state: 'part-refunded',
  way: 'reusable-link',
  who: 'Ş'.repeat(80),
  maskedCard: '411111******1111',
  ...changes,
});

const listView = (language: Language, changes: Partial<PaymentsView> = {}): PaymentsView => ({
  frame: frameIn(language),
  chosen,
  quick: [{ days: 'today', from: '2026-11-28', until: '2026-11-28' }],
  rows: [row()],
  days: ['29.10.2026', '28.11.2026'],
  goesOn: false,
  isNarrowed: false,
  ...changes,
});

const paymentView = (language: Language, changes: Partial<PaymentView> = {}): PaymentView => ({
  frame: frameIn(language),
  paymentId: 700_001,
  otherTrxCode: 'SIP-2041 <i>',
  orderId: `ORDER-${'a'.repeat(26)}-01`,
  amount: minor(123_450),
  currency: 'TL',
  madeBy: { way: 'link', href: '/desk/links/700001' },
  charge: {
    state: 'paid',
    maskedCard: '411111******1111',
    installments: 3,
    startedAtMs: NOON_MS,
    paidAtMs: NOON_MS,
    left: minor(123_450),
  },
  payer: { name: 'Ayşe "K" <i>', phone: '5321112233', email: 'ayse@example.com' },
  description: 'Kart 4111 1111 1111 1111',
  shares: [],
  actions: ['void', 'refund'],
  news: [],
  life: [],
  ...changes,
});

describe.each(languages)('The list of payments in %s', (language) => {
  const { list } = paymentTexts[language];

  test('stays under 40 kB with 50 payments of the longest names and amounts', () => {
    const rows = Array.from({ length: 50 }, () => row());
    const view = listView(language, { rows, leftFromMs: NOON_MS, goesOn: true });
    expect(bytesOf(paymentsPage(view))).toBeLessThan(MOST_BYTES);
  });

  test('leads on by an address where nothing personal is looked for', () => {
    const { markup } = paymentsPage(listView(language, { leftFromMs: NOON_MS }));
    expect(markup).toContain(`href="/desk/payments?from=2026-10-29&amp;until=2026-11-28&amp;before=${NOON_MS}"`);
  });

  test('posts what is looked for, so that no address holds it', () => {
    const view = listView(language, { chosen: { ...chosen, kind: 'payer', text: 'Ayşe Yıl' }, leftFromMs: NOON_MS });
    const { markup } = paymentsPage(view);
    expect(markup).toContain('<input type="hidden" name="text" value="Ayşe Yıl">');
    expect([...markup.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => decodeURIComponent(href)).join()).not.toMatch(
      /Ayşe Yıl|Ay%C5%9Fe/,
    );
  });

  test('says what to do where there is nothing', () => {
    const { markup } = paymentsPage(listView(language, { rows: [] }));
    expect(markup).toContain(list.empty);
    expect(markup).toContain('href="/desk/links"');
  });

  test('says that nothing fits, and how far it looked', () => {
    const none = { rows: [], isNarrowed: true };
    expect(paymentsPage(listView(language, none)).markup).toContain(list.nothingFits);
    const { markup } = paymentsPage(listView(language, { ...none, leftFromMs: NOON_MS }));
    expect(markup).toContain(list.nothingYet(language === 'tr' ? '28.11.2026 12:00' : '28 Nov 2026 12:00'));
    expect(markup).not.toContain(list.nothingFits);
  });

  test.each(['card-number', 'day', 'length', 'not-found'] as const)('tells the problem %s at its field', (problem) => {
    const { markup } = paymentsPage(listView(language, { problem, rows: [] }));
    expect(markup).toContain(list.problems[problem].replaceAll("'", '&#39;'));
    expect(markup).toContain('aria-invalid="true"');
    expect(markup).not.toContain('<table');
  });
});

describe.each(languages)('The parts of a CSV file in %s', (language) => {
  const parts = [
    { fromMs: NOON_MS - 1000, untilMs: NOON_MS },
    { fromMs: NOON_MS - 9000, untilMs: NOON_MS - 1001 },
  ];

  test('are named one by one, and what has no room is told', () => {
    const page = paymentCsvPage({
      frame: frameIn(language),
      chosen,
      parts,
      leftFromMs: NOON_MS - 9001,
      most: '10.000',
    });
    const { csv } = paymentTexts[language];
    expect(page.markup).toContain(csv.part(1, 2));
    expect(page.markup).toContain(`first=${NOON_MS - 9000}&amp;last=${NOON_MS - 1001}&amp;part=2-2`);
    expect(page.markup).toContain(csv.left(language === 'tr' ? '28.11.2026 11:59' : '28 Nov 2026 11:59'));
  });
});

const line = (changes: Partial<Extract<LifeLine, { kind: 'try' }>> = {}): LifeLine => ({
  kind: 'try',
  outcome: 'unanswered',
  amount: minor(123_456_789),
  currency: 'TL',
  maskedCard: '411111******1111',
  atMs: NOON_MS,
  ...changes,
});

describe.each(languages)('The page of a payment in %s', (language) => {
  const { page } = paymentTexts[language];

  test('escapes what people wrote, and masks card numbers in it (rules 32, 55)', () => {
    const { markup } = paymentPage(paymentView(language));
    expect(markup).toContain('SIP-2041 &lt;i&gt;');
    expect(markup).toContain('Ayşe &quot;K&quot; &lt;i&gt;');
    expect(markup).not.toContain('4111 1111 1111 1111');
  });

  test('leads to the page that says what will happen, and posts nothing itself', () => {
    const { markup } = paymentPage(paymentView(language));
    expect(markup).toContain('href="/desk/payments/700001/refund"');
    expect(markup.match(/<form[^>]*action="[^"]*"/g)).toEqual(['<form method="post" action="/desk/sign-out"']);
  });

  test('says that a role can do nothing', () => {
    expect(paymentPage(paymentView(language, { actions: [] })).markup).toContain(page.noActions);
  });

  test('never tells a step without an answer as failed', () => {
    const news = [{ kind: 'step', step: 'refund', state: 'unclear', amount: minor(500) }] as const;
    const { markup } = paymentPage(paymentView(language, { news }));
    expect(markup).toContain(page.asking);
    expect(markup).not.toContain('notice bad');
  });

  test.each([
    ['link', true],
    ['receipt', false],
  ] as const)('a %s’s address is shown: %s, since a payer gave that of a receipt', (kind, isShown) => {
    const message = { kind, channel: 'email', to: 'secret@example.com' } as const;
    const life: readonly LifeLine[] = [{ kind: 'message', message, state: 'sent', atMs: NOON_MS }];
    const { markup } = paymentPage(paymentView(language, { life }));
    expect(markup).toContain(`${page.messageKinds[kind]}: ${page.channels.email}`);
    expect(markup.includes('secret@example.com')).toBe(isShown);
  });

  test('stays under 40 kB with the longest life and many shares', () => {
    const life = Array.from({ length: 3 * MOST_LIFE_LINES }, () => line({ code: '024' }));
    const share = { subDealerId: 2_147_483_647, gross: minor(1), refunded: minor(0), left: minor(1), pooled: true };
    const shares = Array.from({ length: 100 }, () => share);
    const { markup } = paymentPage(paymentView(language, { life, shares }));
    expect(Buffer.byteLength(markup)).toBeLessThan(MOST_BYTES);
    expect(markup).toContain(page.lifeCut(MOST_LIFE_LINES));
    expect(markup).toContain(page.sharesCut(20, 100));
  });

  test('of a link that nobody tried to pay says so', () => {
    const { markup } = paymentPage(paymentView(language, { charge: undefined, actions: [] }));
    expect(markup).toContain(page.noTry);
  });
});
