import { contract as addSchedule } from '../functions/sale/add-schedule/contract.ts';
import { contract as deleteSchedule } from '../functions/sale/delete-schedule/contract.ts';
import { contract as getSchedule } from '../functions/sale/get-schedule/contract.ts';
import { contract as listSchedules } from '../functions/sale/list-schedules/contract.ts';
import { contract as updateSchedule } from '../functions/sale/update-schedule/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

const SETTINGS = { stack: 'records', timeoutSeconds: 10, memoryMb: 512, indexes: [], seals: [], opens: [] } as const;

/** The Lambdas of the schedules of recurring sales. */
export const scheduleFunctions: readonly FunctionDefinition[] = [
  // What they update beside the schedule is the number of the dealer's schedules, and the sequence of ids.
  { ...addSchedule, ...SETTINGS, table: ['Query', 'PutItem', 'UpdateItem'] },
  { ...updateSchedule, ...SETTINGS, table: ['Query', 'GetItem', 'UpdateItem'] },
  { ...getSchedule, ...SETTINGS, table: ['Query', 'GetItem'] },
  { ...listSchedules, ...SETTINGS, table: ['Query'] },
  { ...deleteSchedule, ...SETTINGS, table: ['Query', 'UpdateItem', 'DeleteItem'] },
];
