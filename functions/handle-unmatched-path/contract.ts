import type { HttpContract } from '../../shared/http/contract.ts';

/** Answers calls that no route of the API matches: the deployment connects it to `$default`. */
export const contract = { name: 'handle-unmatched-path', routes: [] } as const satisfies HttpContract;
