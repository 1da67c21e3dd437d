import type { HttpContract } from '../../../shared/http/contract.ts';

/** The demo shop. It exists in sandbox stages only (rule 49). */
export const contract = {
  name: 'show-shop',
  routes: [
    { method: 'GET', path: '/shop' },
    { method: 'HEAD', path: '/shop' },
    { method: 'GET', path: '/shop/{page}' },
    { method: 'HEAD', path: '/shop/{page}' },
    { method: 'POST', path: '/shop/{page}' },
    { method: 'POST', path: '/shop/pay/{way}' },
  ],
} as const satisfies HttpContract;
