import { dynamoStageRecovery, heldInRecovery } from '../../../shared/adapters/dynamodb/dealer/stage-recovery.ts';
import { documentClient } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoDuePlans } from '../../../shared/adapters/dynamodb/sale/due-plans.ts';
import { asynchronousInvoker } from '../../../shared/adapters/lambda/asynchronous-invoker.ts';
import {
  readChargePlansFunction,
  readEnvironment,
  readHandOutSettings,
} from '../../../shared/adapters/runtime/environment.ts';
import { systemClock as clock } from '../../../shared/adapters/runtime/system.ts';
import { powertoolsLog } from '../../../shared/observability/powertools.ts';
import { powertoolsHandOutMetrics } from '../../../shared/observability/powertools-plans.ts';
import { handOutPlans } from './hand-out-plans.ts';

const { stage, tableName } = readEnvironment(process.env);
const store = table(documentClient(), tableName);

const handOut = handOutPlans({
  duePlans: heldInRecovery(dynamoDuePlans(store), dynamoStageRecovery({ store, tableName, clock })),
  // A second start does no harm: each plan is taken by a condition.
  workers: { start: asynchronousInvoker(readChargePlansFunction(process.env)) },
  settings: readHandOutSettings(process.env),
  clock,
  log: powertoolsLog(),
  metrics: powertoolsHandOutMetrics({ stage }),
});

export const handler = () => handOut();
