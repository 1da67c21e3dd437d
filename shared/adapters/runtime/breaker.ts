import type { BreakerMetrics, Log } from '../../observability/log.ts';
import { powertoolsBreakerMetrics } from '../../observability/powertools-gateways.ts';
import { type ChargeBreaker, InstanceBreaker } from '../../payment-flow/charge-breaker.ts';
import type { Breakers } from '../../ports/breakers.ts';
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

/** The rows of breakers, for all breakers of an instance: what one has read the others need not read. */
export const sharedBreakers = ({ store, clock, dealerCacheMs: lifeMs }: BreakerRuntimeOptions): Breakers =>
  dynamoBreakers({ store, clock, lifeMs });

/** Made when it is needed, which is in an outage alone. */
export const lazyMetrics = (make: () => BreakerMetrics): BreakerMetrics => {
  let made: BreakerMetrics | undefined;
  const metrics = (): BreakerMetrics => {
    made ??= make();
    return made;
  };
  return { opened: (gateway) => metrics().opened(gateway), refused: (gateway) => metrics().refused(gateway) };
};

/** The breaker of a function that charges, for the life of its instance. */
export const breakerRuntime = (
  options: BreakerRuntimeOptions,
  breakers: Breakers = sharedBreakers(options),
): ChargeBreaker => {
  const { clock, log, stage } = options;
  return new InstanceBreaker({ breakers, clock, log, metrics: lazyMetrics(() => powertoolsBreakerMetrics({ stage })) });
};
