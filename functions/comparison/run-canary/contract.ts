import type { HttpContract } from '../../../shared/http/contract.ts';

/** Uses the stage as a dealer and a payer do, every five minutes: no route, a schedule starts it. */
export const contract = { name: 'run-canary', routes: [] } as const satisfies HttpContract;
