import type { HttpContract } from '../../../shared/http/contract.ts';

/** What a payer posts who pays a link with a stored card. Opened by itself the address leads to the link's page. */
export const contract = {
  name: 'pay-with-stored-card',
  routes: [
    { method: 'POST', path: '/pay/{token}/stored-card' },
    { method: 'GET', path: '/pay/{token}/stored-card' },
    { method: 'HEAD', path: '/pay/{token}/stored-card' },
  ],
} as const satisfies HttpContract;
