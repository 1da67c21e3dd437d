import type { HttpContract } from '../../../shared/http/contract.ts';

/** What a payer posts on the page of a link. */
export const contract = {
  name: 'start-payment',
  routes: [{ method: 'POST', path: '/pay/{token}' }],
} as const satisfies HttpContract;
