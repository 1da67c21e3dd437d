import type { HttpContract } from '../../../shared/http/contract.ts';

/** The job that counts funnels: no route. A schedule starts it. */
export const contract = { name: 'count-funnel', routes: [] } as const satisfies HttpContract;
