import { powertoolsGateBreakerMetrics } from '../../observability/powertools-gateways.ts';
import type { ChargeBreaker } from '../../payment-flow/charge-breaker.ts';
import { type GateBreaker, gateBreaker } from '../../payment-flow/gate-breaker.ts';
import { type BreakerRuntimeOptions, breakerRuntime, lazyMetrics, sharedBreakers } from './breaker.ts';

/** The breakers of a function that starts authentications on the server; both look at the rows that either has read. */
export const breakersRuntime = (
  options: BreakerRuntimeOptions,
): { readonly breaker: ChargeBreaker; readonly gateBreaker: GateBreaker } => {
  const breakers = sharedBreakers(options);
  const { clock, log, stage } = options;
  const metrics = lazyMetrics(() => powertoolsGateBreakerMetrics({ stage }));
  return { breaker: breakerRuntime(options, breakers), gateBreaker: gateBreaker({ breakers, clock, log, metrics }) };
};
