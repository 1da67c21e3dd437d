import type { HttpContract } from '../../../shared/http/contract.ts';

/** What the desk does with payments, links and sales: the use cases of the dealers' operations, each post once (rule 54). */
export const contract = {
  name: 'act-at-desk',
  routes: [
    { method: 'POST', path: '/desk/payments/{id}/{action}' },
    { method: 'POST', path: '/desk/links' },
    { method: 'POST', path: '/desk/links/{id}/{action}' },
    { method: 'POST', path: '/desk/reusable-links/{id}/{action}' },
    { method: 'POST', path: '/desk/sales/{id}/{action}' },
  ],
} as const satisfies HttpContract;
