import type { Context } from 'aws-lambda';
import { dynamoDeliveryLanes } from '../../shared/adapters/dynamodb/outbox/delivery-lanes.ts';
import { outboxRuntime } from '../../shared/adapters/runtime/outbox.ts';
import { systemRandomness as randomness } from '../../shared/adapters/runtime/system.ts';
import { powertoolsDeliveryMetrics } from '../../shared/observability/powertools.ts';
import type { ChannelSenders } from '../../shared/ports/channel-sender.ts';
import { deliver } from './deliver.ts';

const { environment, store, ...runtime } = outboxRuntime(process.env);

const senders: ChannelSenders = {};

const serve = deliver({
  ...runtime,
  senders,
  lanes: dynamoDeliveryLanes(store),
  randomness,
  metrics: powertoolsDeliveryMetrics(environment),
});

export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  serve(event, runtime.clock.now() + context.getRemainingTimeInMillis());
