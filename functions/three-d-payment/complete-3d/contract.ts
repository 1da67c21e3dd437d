import type { HttpContract } from '../../../shared/http/contract.ts';

/**
 * The callback address, used as okUrl and as failUrl: which one is called proves nothing (rule 19). The page that answers
 * the bank's post posts to it again: so it is the function that charges that the first post wakes.
 */
export const contract = {
  name: 'complete-3d',
  routes: [{ method: 'POST', path: '/3d/{address}' }],
} as const satisfies HttpContract;
