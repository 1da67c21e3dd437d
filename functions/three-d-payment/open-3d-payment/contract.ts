import type { HttpContract } from '../../../shared/http/contract.ts';

/** The page that a dealer's shop opens for a 3D payment. Looking at it changes nothing; its own POST opens the box. */
export const contract = {
  name: 'open-3d-payment',
  routes: [
    { method: 'GET', path: '/box/{address}' },
    { method: 'HEAD', path: '/box/{address}' },
    { method: 'POST', path: '/box/{address}' },
  ],
} as const satisfies HttpContract;
