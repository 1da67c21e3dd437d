import type { HttpContract } from '../../../shared/http/contract.ts';

/** What a payer posts on the receipt of a paid link, to have it by e-mail. Opened by itself the address leads to the link. */
export const contract = {
  name: 'send-receipt',
  routes: [
    { method: 'POST', path: '/pay/{token}/receipt' },
    { method: 'GET', path: '/pay/{token}/receipt' },
    { method: 'HEAD', path: '/pay/{token}/receipt' },
  ],
} as const satisfies HttpContract;
