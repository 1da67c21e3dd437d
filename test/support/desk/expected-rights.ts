import type { DeskPages } from '../../../functions/desk/show-desk/desk-pages.ts';
import type { DeskAction, DeskRole } from '../../../shared/domain/desk/roles.ts';
import type { WholeDealer } from './whole-dealer.ts';

/** What may be done, and with which role it begins: written out once more, beside the table of the desk itself. */
export const BEGINS_WITH: Readonly<Record<DeskAction, DeskRole>> = {
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

export type Place = keyof Omit<WholeDealer, 'dealer' | 'signedIn' | 'rows'>;
/** A path below `/desk`, with what stands in its braces taken from the dealer, and what it needs. */
export type Expected = readonly [path: string, action: DeskAction];

const ACTS: readonly Expected[] = [
  ['/payments/{paymentId}/void', 'void'],
  ['/payments/{paymentId}/refund', 'refund'],
  ['/payments/{paymentId}/capture', 'capture'],
  ['/payments/{paymentId}/approve', 'approve-pool'],
  ['/payments/{paymentId}/undo', 'undo-pool'],
  ['/payments/{paymentId}/receipt', 'send-receipt'],
  ['/payments/{paymentId}/webhooks', 'resend-webhook'],
];

/** Every post that needs a session, by what it needs. */
export const POSTS: readonly Expected[] = [
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
export const PAGES: Readonly<Record<keyof DeskPages, readonly Expected[]>> = {
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
