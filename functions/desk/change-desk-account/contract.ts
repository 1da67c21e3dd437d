import type { HttpContract } from '../../../shared/http/contract.ts';

/** What a user changes of its own account, and a manager of the dealer's users and of the looks of the payer's page. */
export const contract = {
  name: 'change-desk-account',
  routes: [
    { method: 'POST', path: '/desk/settings/{part}' },
    { method: 'POST', path: '/desk/users/{action}' },
  ],
} as const satisfies HttpContract;
