import type { HttpContract } from '../../../shared/http/contract.ts';

/** The page of a reusable link. */
export const contract = {
  name: 'show-reusable-link',
  routes: [
    { method: 'GET', path: '/link/{token}' },
    { method: 'HEAD', path: '/link/{token}' },
  ],
} as const satisfies HttpContract;
