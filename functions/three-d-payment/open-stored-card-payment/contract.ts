import type { HttpContract } from '../../../shared/http/contract.ts';

/**
 * The page that a dealer's shop opens for a 3D payment by a stored card. Looking at it changes nothing; its own POST opens
 * the box.
 */
export const contract = {
  name: 'open-stored-card-payment',
  routes: [
    { method: 'GET', path: '/box/{address}/stored-card' },
    { method: 'HEAD', path: '/box/{address}/stored-card' },
    { method: 'POST', path: '/box/{address}/stored-card' },
  ],
} as const satisfies HttpContract;
