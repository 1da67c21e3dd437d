import type { HttpContract } from '../../../shared/http/contract.ts';

/** A link's address as a QR code: a page to print, `?format=svg`, or `?format=png`. */
export const contract = {
  name: 'show-link-qr',
  routes: [
    { method: 'GET', path: '/pay/{token}/qr' },
    { method: 'HEAD', path: '/pay/{token}/qr' },
    { method: 'GET', path: '/link/{token}/qr' },
    { method: 'HEAD', path: '/link/{token}/qr' },
  ],
} as const satisfies HttpContract;
