import type { HttpContract } from '../../../shared/http/contract.ts';

/** Signing in and out, the one-time code, mailed invitations and resets, and the choice of a dealer (rule 53). */
export const contract = {
  name: 'sign-in-at-desk',
  routes: [
    { method: 'GET', path: '/desk/sign-in' },
    { method: 'POST', path: '/desk/sign-in' },
    { method: 'GET', path: '/desk/sign-in/code' },
    { method: 'POST', path: '/desk/sign-in/code' },
    { method: 'POST', path: '/desk/sign-out' },
    { method: 'GET', path: '/desk/dealer' },
    { method: 'POST', path: '/desk/dealer' },
    { method: 'GET', path: '/desk/password' },
    { method: 'POST', path: '/desk/password' },
    { method: 'GET', path: '/desk/reset' },
    { method: 'POST', path: '/desk/reset' },
    { method: 'GET', path: '/desk/reset/{secret}' },
    { method: 'POST', path: '/desk/reset/{secret}' },
    { method: 'GET', path: '/desk/invitation/{secret}' },
    { method: 'POST', path: '/desk/invitation/{secret}' },
  ],
} as const satisfies HttpContract;
