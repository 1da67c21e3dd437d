import type { HttpContract } from '../../../shared/http/contract.ts';

/** Every page of the desk that shows something: it has no right to write anything but the use of its session (rule 53). */
export const contract = {
  name: 'show-desk',
  routes: [
    { method: 'GET', path: '/desk' },
    { method: 'GET', path: '/desk/{page}' },
    { method: 'GET', path: '/desk/{page}/{id}' },
    { method: 'GET', path: '/desk/{page}/{id}/{view}' },
    // A search is posted: what is typed may be a person's name or phone, which no address should hold. It changes nothing.
    { method: 'POST', path: '/desk/payments' },
  ],
} as const satisfies HttpContract;
