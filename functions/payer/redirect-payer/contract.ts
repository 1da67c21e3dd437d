import type { HttpContract } from '../../../shared/http/contract.ts';

/** The report of a result to the dealer, or the service's own result page if there is no RedirectUrl. */
export const contract = {
  name: 'redirect-payer',
  routes: [
    { method: 'GET', path: '/result/{reference}' },
    { method: 'HEAD', path: '/result/{reference}' },
  ],
} as const satisfies HttpContract;
