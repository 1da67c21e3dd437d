import type { HttpContract } from '../../../shared/http/contract.ts';

export const contract = {
  name: 'show-payment-page',
  routes: [
    { method: 'GET', path: '/pay/{token}' },
    { method: 'HEAD', path: '/pay/{token}' },
  ],
} as const satisfies HttpContract;
