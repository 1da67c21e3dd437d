import type { ChargeBreaker } from '../../shared/payment-flow/charge-breaker.ts';
import type { GateBreaker } from '../../shared/payment-flow/gate-breaker.ts';

/** A gate's breaker that never opens. */
export const closedGateBreaker: GateBreaker = {
  read: async () => ({ allowsServerStart: async () => true, release: async () => undefined }),
  note: async () => undefined,
};

/** A breaker that never opens, for tests of other things. */
export const closedBreaker: ChargeBreaker = {
  read: async () => ({ allowsStart: () => true, admits: async () => true, release: async () => undefined }),
  note: async () => undefined,
};
