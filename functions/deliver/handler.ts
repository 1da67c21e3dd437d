import type { Context } from 'aws-lambda';
import { dynamoDeliveryLanes } from '../../shared/adapters/dynamodb/outbox/delivery-lanes.ts';
import { outboxRuntime } from '../../shared/adapters/runtime/outbox.ts';
import { systemRandomness as randomness } from '../../shared/adapters/runtime/system.ts';
import { dealerSenders } from '../../shared/adapters/runtime/telling-dealers.ts';
import { powertoolsDeliveryMetrics } from '../../shared/observability/powertools.ts';
import { deliver } from './deliver.ts';

const { environment, store, ...runtime } = outboxRuntime(process.env);

const serve = deliver({
  ...runtime,
  senders: dealerSenders(process.env, { environment, store }),
  lanes: dynamoDeliveryLanes(store),
  randomness,
  metrics: powertoolsDeliveryMetrics(environment),
});

export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  serve(event, runtime.clock.now() + context.getRemainingTimeInMillis());
