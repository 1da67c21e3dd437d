import type { HttpContract } from '../../../shared/http/contract.ts';

/** What a payer posts on the page of a reusable link: it makes a payment request. */
export const contract = {
  name: 'start-reusable-link',
  routes: [{ method: 'POST', path: '/link/{token}' }],
} as const satisfies HttpContract;
