import type { HttpContract } from '../../../shared/http/contract.ts';

/** What the script of a link's page asks once the first digits of the card are typed. */
export const contract = {
  name: 'quote-installments',
  routes: [{ method: 'POST', path: '/pay/{token}/quote' }],
} as const satisfies HttpContract;
