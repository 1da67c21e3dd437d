import type { HttpContract } from '../../../shared/http/contract.ts';

/** Runs on a schedule; nothing of it is on the API. */
export const contract = { name: 'reconcile-payments', routes: [] } as const satisfies HttpContract;
