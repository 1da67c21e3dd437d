import { describe, expect, test } from 'vitest';
import { contract as actAtDesk } from '../../../functions/desk/act-at-desk/contract.ts';
import { linkActs } from '../../../functions/desk/act-at-desk/links.ts';
import { reusableLinkActs } from '../../../functions/desk/act-at-desk/reusable-links.ts';
import { saleActs } from '../../../functions/desk/act-at-desk/sales.ts';
import { accountPosts } from '../../../functions/desk/change-desk-account/change-desk-account.ts';
import { contract as changeDeskAccount } from '../../../functions/desk/change-desk-account/contract.ts';
import { contract as showDesk } from '../../../functions/desk/show-desk/contract.ts';
import type { DeskPages } from '../../../functions/desk/show-desk/desk-pages.ts';
import { paymentActions } from '../../../shared/desk/payment/payment-actions.ts';
import { type DeskAction, type DeskRole, deskActions, deskRoles, mayDo } from '../../../shared/domain/desk/roles.ts';
import {
  formTokenIn,
  madeUpForm,
  people,
  roleOf,
  type WholeDealer,
  wholeDealer,
} from '../../support/desk/whole-dealer.ts';

/** What may be done, and with which role it begins: written out once more, beside the table of the desk itself. */
const BEGINS_WITH: Readonly<Record<DeskAction, DeskRole>> = {
  see: 'viewer',
  'own-account': 'viewer',
  'make-link': 'cashier',
  'send-link': 'cashier',
  'cancel-link': 'cashier',
  'send-receipt': 'cashier',
  'resend-webhook': 'cashier',
  void: 'cashier',
  refund: 'manager',
  capture: 'manager',
  'approve-pool': 'manager',
  'undo-pool': 'manager',
  'pause-sale': 'manager',
  'manage-users': 'manager',
  'change-looks': 'manager',
  'see-audit': 'viewer',
};

type Place = keyof Omit<WholeDealer, 'dealer' | 'signedIn' | 'rows'>;
/** A path below `/desk`, with what stands in its braces taken from the dealer, and what it needs. */
type Expected = readonly [path: string, action: DeskAction];

const ACTS: readonly Expected[] = [
  ['/payments/{paymentId}/void', 'void'],
  ['/payments/{paymentId}/refund', 'refund'],
  ['/payments/{paymentId}/capture', 'capture'],
  ['/payments/{paymentId}/approve', 'approve-pool'],
  ['/payments/{paymentId}/undo', 'undo-pool'],
  ['/payments/{paymentId}/receipt', 'send-receipt'],
  ['/payments/{paymentId}/webhooks', 'resend-webhook'],
];

const POSTS: readonly Expected[] = [
  ...ACTS,
  ['/payments', 'see'],
  ['/links', 'make-link'],
  ['/links/{linkId}/resend', 'send-link'],
  ['/links/{linkId}/cancel', 'cancel-link'],
  ['/reusable-links/new/make', 'make-link'],
  ['/reusable-links/{reusableLinkId}/close', 'cancel-link'],
  ['/reusable-links/{reusableLinkId}/open', 'make-link'],
  ['/sales/{saleId}/pause', 'pause-sale'],
  ['/sales/{saleId}/resume', 'pause-sale'],
  ['/settings/profile', 'own-account'],
  ['/settings/password', 'own-account'],
  ['/settings/code', 'own-account'],
  ['/settings/confirm-code', 'own-account'],
  ['/settings/recovery-codes', 'own-account'],
  ['/settings/looks', 'change-looks'],
  ['/users/invite', 'manage-users'],
  ['/users/role', 'manage-users'],
  ['/users/remove', 'manage-users'],
  ['/users/codes', 'manage-users'],
  ['/users/withdraw', 'manage-users'],
];

/** Pages by the name that the desk has for each: a page without an expectation does not compile. */
const PAGES: Readonly<Record<keyof DeskPages, readonly Expected[]>> = {
  today: [
    ['', 'see'],
    ['/today', 'see'],
  ],
  payments: [['/payments', 'see'], ['/payments/csv', 'see'], ['/payments/{paymentId}', 'see'], ...ACTS],
  links: [
    ['/links', 'see'],
    ['/links/{linkId}', 'see'],
    ['/links/{linkId}/cancel', 'cancel-link'],
  ],
  'reusable-links': [
    ['/reusable-links', 'see'],
    ['/reusable-links/{reusableLinkId}', 'see'],
  ],
  statements: [
    ['/statements', 'see'],
    ['/statements/csv', 'see'],
  ],
  customers: [
    ['/customers', 'see'],
    ['/customers/{customerId}', 'see'],
  ],
  sales: [['/sales/{saleId}', 'see']],
  settings: [['/settings', 'own-account']],
  users: [
    ['/users', 'manage-users'],
    ['/users/{memberId}', 'manage-users'],
  ],
  looks: [['/looks', 'change-looks']],
  activity: [['/activity', 'see-audit']],
};

const pathAt = (dealer: WholeDealer, path: string): string =>
  `/desk${path.replaceAll(/\{(\w+)\}/g, (_all, place: Place) => dealer[place])}`;

/** The last parts of the expected posts below a path, such as the acts on links. */
const actsBelow = (subject: string): string[] =>
  POSTS.filter(([path]) => path.startsWith(`/${subject}/`))
    .map(([path]) => path.split('/').at(-1) ?? '')
    .toSorted();

/** Fields that pass what is looked at before the role, where anything is. */
const FIELDS = {
  shown: 'x',
  email: 'a@example.com',
  user: 'nobody',
  name: 'X',
  role: 'manager',
  'codes-for': 'everybody',
};

const REFUSED = 'Your role does not allow this';

describe('The table of roles and actions (rule 54)', () => {
  test('is the one that the desk goes by', () => {
    expect(deskActions.toSorted()).toEqual(Object.keys(BEGINS_WITH).toSorted());
    const may = (role: DeskRole, action: DeskAction) =>
      deskRoles.indexOf(role) >= deskRoles.indexOf(BEGINS_WITH[action]);
    for (const role of deskRoles)
      for (const action of deskActions)
        expect([role, action, mayDo(role, action)]).toEqual([role, action, may(role, action)]);
  });

  test('has every post that the desk takes, and every action it has', () => {
    expect(actsBelow('payments')).toEqual(paymentActions.toSorted());
    expect(actsBelow('links')).toEqual(
      Object.keys(linkActs)
        .filter((act) => act !== 'make')
        .toSorted(),
    );
    expect(actsBelow('reusable-links')).toEqual(Object.keys(reusableLinkActs).toSorted());
    expect(actsBelow('sales')).toEqual(Object.keys(saleActs).toSorted());
    for (const [subject, posts] of Object.entries(accountPosts))
      expect(actsBelow(subject)).toEqual(Object.keys(posts).toSorted());
    const expected = [...POSTS, ...Object.values(PAGES).flat()].map(([, action]) => action);
    expect([...new Set(expected)].toSorted()).toEqual(deskActions.toSorted());
  });

  test('has every route of the three functions behind a session', () => {
    const paths = {
      POST: POSTS.map(([path]) => path),
      GET: Object.values(PAGES)
        .flat()
        .map(([path]) => path),
    };
    for (const { method, path } of [...actAtDesk.routes, ...changeDeskAccount.routes, ...showDesk.routes]) {
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      expect([method, path, paths[method].some((one) => pattern.test(`/desk${one}`))]).toEqual([method, path, true]);
    }
  });
});

describe.each(people)('A %s at the desk (rules 53 and 54)', (somebody) => {
  const may = ([, action]: Expected): boolean =>
    deskRoles.indexOf(roleOf(somebody)) >= deskRoles.indexOf(BEGINS_WITH[action]);

  test('opens the pages of its role, and is refused every other one', async () => {
    const dealer = await wholeDealer();
    const { browser } = await dealer.signedIn(somebody);
    const before = await dealer.rows();
    for (const expected of Object.values(PAGES).flat()) {
      const path = pathAt(dealer, expected[0]);
      const { status, text } = await browser.get(path);
      const isRefused = status === 403 && text.includes(REFUSED);
      expect([path, isRefused]).toEqual([path, !may(expected)]);
      // A step that the payment does not allow now is no step of another role.
      if (!isRefused) expect([path, status]).toEqual([path, expect.toBeOneOf([200, 409])]);
    }
    expect(await dealer.rows()).toEqual(before);
  });

  test('is refused every post above its role, with a right token, and nothing changes', async () => {
    const dealer = await wholeDealer();
    const person = await dealer.signedIn(somebody);
    const token = await formTokenIn(person);
    const before = await dealer.rows();
    const above = POSTS.filter((one) => !may(one));
    expect(above.length > 0).toBe(somebody !== 'manager');
    for (const expected of above) {
      const path = pathAt(dealer, expected[0]);
      const { status, text } = await person.browser.post(madeUpForm(dealer, path, { ...FIELDS, token }));
      expect([path, status, text.includes(REFUSED)]).toEqual([path, 403, true]);
      expect([path, /Nothing changed|No money moved/.test(text)]).toEqual([path, true]);
    }
    expect(await dealer.rows()).toEqual(before);
    expect(await dealer.dealer.charges()).toHaveLength(1);
  });

  test('is not refused for its role what its role may do', async () => {
    const dealer = await wholeDealer();
    const person = await dealer.signedIn(somebody);
    const token = await formTokenIn(person);
    for (const expected of POSTS.filter(may)) {
      const path = pathAt(dealer, expected[0]);
      const { status, text } = await person.browser.post(madeUpForm(dealer, path, { token }));
      expect([path, status, text.includes(REFUSED)]).toEqual([
        path,
        expect.toBeOneOf([200, 303, 400, 409, 422]),
        false,
      ]);
    }
  });

  test('finds no action and no page that is none', async () => {
    const dealer = await wholeDealer();
    const person = await dealer.signedIn(somebody);
    const token = await formTokenIn(person);
    const before = await dealer.rows();
    for (const path of [
      '/payments/{paymentId}/make',
      '/payments/{paymentId}/constructor',
      '/links/{linkId}/make',
      '/links/{linkId}/__proto__',
      '/reusable-links/{reusableLinkId}/make',
      '/reusable-links/new/open',
      '/sales/{saleId}/delete',
      '/sales/{saleId}/toString',
      '/settings/hasOwnProperty',
      '/users/delete',
    ]) {
      const { status } = await person.browser.post(madeUpForm(dealer, pathAt(dealer, path), { ...FIELDS, token }));
      const isAboveRole = status === 403 && somebody !== 'manager';
      expect([path, status === 404 || isAboveRole]).toEqual([path, true]);
    }
    for (const path of ['/constructor', '/__proto__', '/payments/{paymentId}/constructor', '/links/{linkId}/refund']) {
      expect([path, (await person.browser.get(pathAt(dealer, path))).status]).toEqual([path, 404]);
    }
    expect(await dealer.rows()).toEqual(before);
  });
});
