import type { HttpContract } from '../../../shared/http/contract.ts';

/** Compares the records of a day with the banks' books, at night: no route, a schedule starts it. */
export const contract = { name: 'compare-with-bank', routes: [] } as const satisfies HttpContract;
