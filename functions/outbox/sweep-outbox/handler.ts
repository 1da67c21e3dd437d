import { dynamoStageRecovery, heldInRecovery } from '../../../shared/adapters/dynamodb/dealer/stage-recovery.ts';
import { dynamoDueLinks } from '../../../shared/adapters/dynamodb/outbox/due-links.ts';
import { fanOutRuntime } from '../../../shared/adapters/runtime/fan-out.ts';
import { tellingRuntime } from '../../../shared/adapters/runtime/telling.ts';
import { powertoolsSweepMetrics } from '../../../shared/observability/powertools.ts';
import { sweepOutbox } from './sweep-outbox.ts';

const runtime = fanOutRuntime(process.env);
const { store, clock, environment } = runtime;
const { events } = tellingRuntime({ store, clock, dealerCacheMs: environment.dealerCacheMs });

const sweep = sweepOutbox({
  ...runtime,
  links: heldInRecovery(
    dynamoDueLinks(store, events),
    dynamoStageRecovery({ store, tableName: environment.tableName, clock }),
  ),
  metrics: powertoolsSweepMetrics(environment),
});

export const handler = () => sweep();
