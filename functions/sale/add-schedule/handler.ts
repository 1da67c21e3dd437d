import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoSaleSchedules } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { addSchedule } from './add-schedule.ts';
import { contract } from './contract.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: addSchedule({
    schedules: dynamoSaleSchedules(runtime.store),
    identifiers: blockIdentifiers(runtime.store),
    clock: runtime.clock,
  }),
});
