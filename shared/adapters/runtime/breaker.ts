import type { BreakerMetrics, Log } from '../../observability/log.ts';
import { powertoolsBreakerMetrics } from '../../observability/powertools-gateways.ts';
import { type ChargeBreaker, InstanceBreaker } from '../../payment-flow/charge-breaker.ts';
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
const lazyMetrics = (stage: string): BreakerMetrics => {
  let made: BreakerMetrics | undefined;
  const metrics = (): BreakerMetrics => {
    made ??= powertoolsBreakerMetrics({ stage });
    return made;
  };
  return { opened: (gateway) => metrics().opened(gateway), refused: (gateway) => metrics().refused(gateway) };
};

/** The breaker of a function that charges, for the life of its instance. */
export const breakerRuntime = ({
  store,
  clock,
  log,
  stage,
  dealerCacheMs: lifeMs,
}: BreakerRuntimeOptions): ChargeBreaker =>
  new InstanceBreaker({ breakers: dynamoBreakers({ store, clock, lifeMs }), clock, log, metrics: lazyMetrics(stage) });
