import type { ChargeBreaker } from '../../shared/payment-flow/charge-breaker.ts';

/** A breaker that never opens, for tests of other things. */
export const closedBreaker: ChargeBreaker = {
  read: async () => ({ allowsStart: () => true, admits: async () => true, release: async () => undefined }),
  note: async () => undefined,
};
