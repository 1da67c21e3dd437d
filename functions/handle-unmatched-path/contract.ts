import type { HttpContract } from '../../shared/http/contract.ts';

/** Answers whatever no route of the API matches: the deployment wires it to `$default`. */
export const contract = { name: 'handle-unmatched-path', routes: [] } as const satisfies HttpContract;
