import type { BreakerMetrics, Log } from '../../observability/log.ts';
import { powertoolsBreakerMetrics, powertoolsGateBreakerMetrics } from '../../observability/powertools-gateways.ts';
import { type ChargeBreaker, InstanceBreaker } from '../../payment-flow/charge-breaker.ts';
import { type GateBreaker, gateBreaker } from '../../payment-flow/gate-breaker.ts';
import type { Clock } from '../../ports/clock.ts';
import { dynamoBreakers } from '../dynamodb/breaker/breakers.ts';
import type { Table } from '../dynamodb/engine/table.ts';

export interface BreakerRuntimeOptions {
  readonly store: Table;
  readonly clock: Clock;
  readonly log: Log;
  readonly stage: string;
  readonly dealerCacheMs: number;
}

/** Made when it is needed, which is in an outage alone. */
const lazyMetrics = (make: () => BreakerMetrics): BreakerMetrics => {
  let made: BreakerMetrics | undefined;
  const metrics = (): BreakerMetrics => {
    made ??= make();
    return made;
  };
  return { opened: (gateway) => metrics().opened(gateway), refused: (gateway) => metrics().refused(gateway) };
};

/** The breakers of a function that starts authentications on the server; both look at the rows that either has read. */
export const breakersRuntime = ({
  store,
  clock,
  log,
  stage,
  dealerCacheMs: lifeMs,
}: BreakerRuntimeOptions): { readonly breaker: ChargeBreaker; readonly gateBreaker: GateBreaker } => {
  const deps = { breakers: dynamoBreakers({ store, clock, lifeMs }), clock, log };
  return {
    breaker: new InstanceBreaker({ ...deps, metrics: lazyMetrics(() => powertoolsBreakerMetrics({ stage })) }),
    gateBreaker: gateBreaker({ ...deps, metrics: lazyMetrics(() => powertoolsGateBreakerMetrics({ stage })) }),
  };
};

/** The breaker of a function that charges, for the life of its instance. */
export const breakerRuntime = (options: BreakerRuntimeOptions): ChargeBreaker => breakersRuntime(options).breaker;
