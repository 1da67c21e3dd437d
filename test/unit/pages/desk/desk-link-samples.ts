import type { Language } from '../../../../shared/domain/language.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import type { Message } from '../../../../shared/domain/message/message.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { linkCountsOf } from '../../../../shared/domain/reusable-link/link-counts.ts';
import { newPlaces } from '../../../../shared/domain/reusable-link/places.ts';
import { customerPage, customersPage } from '../../../../shared/pages/desk/customer/customers-page.ts';
import { salePage } from '../../../../shared/pages/desk/customer/sale-page.ts';
import type { DeskFrame } from '../../../../shared/pages/desk/frame/desk-page.ts';
import { unchangedDeskPage } from '../../../../shared/pages/desk/frame/unchanged-desk-page.ts';
import type { LinkChoice, LinkFormView } from '../../../../shared/pages/desk/link/link-form.ts';
import { cancelLinkPage, linkPage } from '../../../../shared/pages/desk/link/link-page.ts';
import { linksPage, refusedLinkPage } from '../../../../shared/pages/desk/link/links-page.ts';
import {
  deskReusableLinkPage,
  refusedReusablePage,
  reusableLinksPage,
} from '../../../../shared/pages/desk/link/reusable-pages.ts';
import type { Page } from '../../../../shared/pages/document.ts';
import { customerOf, linkWith, saleOf } from '../../../support/dealer/records.ts';
import { fixedAmount, openAmount, reusableLinkWith } from '../../../support/link/reusable-links.ts';
import { planOf } from '../../../support/sale/plans.ts';

export const NOW_MS = Date.UTC(2026, 10, 28, 9);
const ONCE = '0b1f6f0e-7a58-4f43-9a4e-0d6c8f7f2b11';
const CARD_NUMBER = '4111 1111 1111 1111';

/** As long as a dealer may make a text, with markup and a card number in it. */
const LONG = `<script>alert(1)</script> ${CARD_NUMBER} ${'Bahçe takımı & şezlong '.repeat(8)}`.slice(0, 200);

export const frameIn = (language: Language): DeskFrame => ({
  language,
  serviceName: 'Ödeme Bağlantısı',
  sandbox: true,
  signedIn: {
    userName: 'Ayşe "K" <i>',
    dealerName: 'Çiçek & <b>Bahçe</b>',
    role: 'manager',
    needsCode: false,
    formToken: 't'.repeat(43),
  },
});

export const choice = (changes: Partial<LinkChoice> = {}): LinkChoice => ({
  id: 26,
  name: 'Her zamanki',
  channels: ['sms', 'email'],
  counts: [2, 3, 6, 12],
  setBy: 'either',
  lifeMinutes: 1440,
  ...changes,
});

export const formIn = (language: Language, changes: Partial<LinkFormView> = {}): LinkFormView => ({
  frame: frameIn(language),
  choices: [choice(), choice({ id: 27, name: 'Özel <i>tanım</i>', setBy: 'payer' })],
  currencies: ['TL', 'USD', 'EUR', 'GBP'],
  once: ONCE,
  ...changes,
});

export const link = (changes: Partial<PaymentRequest> = {}): PaymentRequest =>
  linkWith({
    userPosPaymentId: 100_234,
    createdAtMs: NOW_MS - 3_600_000,
    expiresAtMs: NOW_MS + 3_600_000,
    description: LONG,
    delivery: { fullName: LONG, gsmNumber: '5321234567', email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example` },
    terms: { ...linkWith().terms, amount: minor(123_456_789) },
    ...changes,
  });

const message = (changes: Partial<Message> = {}): Message => ({
  payment: link().payment,
  channel: 'sms',
  kind: 'link',
  round: 1,
  state: 'delivered',
  version: 2,
  to: '5321234567',
  handOvers: 1,
  queuedAtMs: NOW_MS - 60_000,
  sentAtMs: NOW_MS - 50_000,
  ...changes,
});

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    link: link({ userPosPaymentId: 100_000 + index }),
    state: 'open' as const,
    messages: [message(), message({ channel: 'email', state: 'failed' })],
  }));

const linkView = (language: Language) => ({
  frame: frameIn(language),
  link: link(),
  state: 'open' as const,
  messages: [
    message(),
    message({ channel: 'email', state: 'failed' }),
    message({ kind: 'receipt', channel: 'email', to: 'secret@example.com' }),
  ],
  resend: 'deliveries' as const,
  may: { send: true, cancel: true },
  address: { address: `https://pay.example/pay/${'a'.repeat(48)}`, qr: `https://pay.example/pay/${'a'.repeat(48)}/qr` },
  once: ONCE,
  nowMs: NOW_MS,
});

const reusable = reusableLinkWith({
  title: LONG.slice(0, 100),
  description: LONG,
  amount: openAmount({ suggested: [] }),
  maxPayments: 30,
  createdAtMs: NOW_MS - 86_400_000,
  template: { currency: 'TL' },
});
const found = { link: reusable, places: newPlaces(30) };
const charge = (state: 'approved' | 'voided') => ({
  state,
  terms: { total: minor(10_000), currency: 'TL' as const },
});
const counts = linkCountsOf([
  { attempts: 1, paid: charge('approved') },
  { attempts: 2, paid: charge('voided') },
  { attempts: 0 },
]);

const customer = {
  ...customerOf('D1', {
    firstName: LONG.slice(0, 50),
    customerCode: LONG.slice(0, 100),
    email: `${'a'.repeat(60)}@${'b'.repeat(39)}.example`,
  }),
  createdAtMs: NOW_MS,
};
const sale = saleOf('D1', { description: LONG, pausedSinceMs: NOW_MS });
const plans = [
  planOf({ dealerPaymentPlanId: 2 }),
  planOf({
    dealerPaymentPlanId: 1,
    state: 'failed',
    dueDay: '20261023',
    lastResult: { kind: 'declined', code: '002' },
  }),
];
const card = {
  token: 'x',
  dealerCode: 'D1',
  customer: { dealerCustomerId: 1, customerCode: 'C' },
  maskedCard: '411111******1111',
  cardName: LONG.slice(0, 60),
  sealed: 's',
  keyName: 'k',
  version: 1,
  storedAtMs: NOW_MS,
};
const tried = {
  dealerCode: 'D1',
  dealerSaleId: 5,
  dealerPaymentPlanId: 1,
  number: 1,
  dealerPaymentPlanHistoryId: 9,
  atMs: NOW_MS,
  terms: planOf().terms,
  result: { kind: 'not-charged', because: 'limit' } as const,
  listingShards: 1,
};

const fifty = Array.from({ length: 50 });

/** Every page of links, reusable links, customers and sales, in its states. */
export const linkPages: Readonly<Record<string, (language: Language) => Page>> = {
  links: (language) => {
    const form = formIn(language);
    return linksPage({
      frame: form.frame,
      form,
      rows: rows(50),
      filter: {},
      next: '/desk/links?before=1',
      nowMs: NOW_MS,
    });
  },
  'links, none yet': (language) => {
    const form = formIn(language, { choices: [] });
    return linksPage({ frame: form.frame, form, rows: [], filter: {}, nowMs: NOW_MS });
  },
  'links, none found': (language) =>
    linksPage({ frame: frameIn(language), rows: [], filter: { state: 'paid', day: '2026-11-01' }, nowMs: NOW_MS }),
  'a link that was not made': (language) => {
    const typed = {
      amount: '12x',
      currency: 'USD',
      description: LONG,
      name: LONG,
      phone: '1',
      email: 'x',
      expires: '2026-01-01',
      installments: '3',
      definition: '27',
    };
    return refusedLinkPage(formIn(language, { typed, refusal: { field: 'amount', problem: 'amount-unclear' } }));
  },
  'a link': (language) => linkPage(linkView(language)),
  'a link that is paid': (language) =>
    linkPage({ ...linkView(language), state: 'paid', resend: 'not-open', address: undefined, messages: [] }),
  'a link to cancel': (language) => cancelLinkPage({ frame: frameIn(language), link: link(), once: ONCE }),
  'a link that cannot be cancelled': (language) =>
    cancelLinkPage({ frame: frameIn(language), link: link(), once: ONCE, problem: 'running' }),
  'nothing changed': (language) =>
    unchangedDeskPage('changing', {
      frame: frameIn(language),
      section: 'links',
      back: { href: '/desk/links', text: 'Link 1' },
    }),
  'reusable links': (language) =>
    reusableLinksPage({
      frame: frameIn(language),
      form: formIn(language),
      links: fifty.map(() => found),
      next: '/desk/reusable-links?before=1',
      nowMs: NOW_MS,
    } as Parameters<typeof reusableLinksPage>[0]),
  'reusable links, none yet': (language) => reusableLinksPage({ frame: frameIn(language), links: [], nowMs: NOW_MS }),
  'a reusable link that was not made': (language) =>
    refusedReusablePage({
      frame: frameIn(language),
      choices: [choice()],
      currencies: ['TL'],
      once: ONCE,
      refusal: { field: 'min', problem: 'amount-range' },
    }),
  'a reusable link': (language) =>
    deskReusableLinkPage({
      frame: frameIn(language),
      found,
      counts,
      countsAreWhole: false,
      requests: fifty.map(() => link()),
      address: linkView(language).address,
      mayChange: true,
      once: ONCE,
      nowMs: NOW_MS,
    }),
  'a reusable link without requests': (language) =>
    deskReusableLinkPage({
      frame: frameIn(language),
      found: { link: { ...reusable, amount: fixedAmount(5000), active: false }, places: [] },
      counts: linkCountsOf([]),
      countsAreWhole: true,
      requests: [],
      address: linkView(language).address,
      mayChange: false,
      once: ONCE,
      nowMs: NOW_MS,
    }),
  customers: (language) =>
    customersPage({ frame: frameIn(language), customers: fifty.map(() => customer), next: '/desk/customers?before=1' }),
  'customers, none found': (language) =>
    customersPage({ frame: frameIn(language), customers: [], notFound: LONG.slice(0, 100) }),
  'a customer': (language) =>
    customerPage({
      frame: frameIn(language),
      customer,
      cards: [card],
      sales: Array.from({ length: 20 }, () => ({ sale, plans })),
    }),
  'a customer without cards and sales': (language) =>
    customerPage({ frame: frameIn(language), customer, cards: [], sales: [] }),
  'a sale': (language) =>
    salePage({
      frame: frameIn(language),
      history: { file: { sale }, plans: Array.from({ length: 20 }, () => plans[1] ?? planOf()), tries: [tried, tried] },
      mayPause: true,
      once: ONCE,
    }),
  'a sale without plans': (language) =>
    salePage({
      frame: frameIn(language),
      history: { file: { sale: saleOf('D1') }, plans: [], tries: [] },
      mayPause: false,
      once: ONCE,
    }),
};
