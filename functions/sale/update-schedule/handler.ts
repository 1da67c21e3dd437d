import { dynamoSaleSchedules } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { updateSchedule } from './update-schedule.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: updateSchedule({ schedules: dynamoSaleSchedules(runtime.store) }),
});
