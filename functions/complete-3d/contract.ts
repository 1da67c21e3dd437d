import type { HttpContract } from '../../shared/http/contract.ts';

/** Where the bank's gate sends the payer back: okUrl and failUrl alike, since neither is believed (rule 19). */
export const contract = {
  name: 'complete-3d',
  routes: [{ method: 'POST', path: '/3d/{reference}' }],
} as const satisfies HttpContract;
