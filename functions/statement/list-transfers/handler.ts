import { dynamoStatements } from '../../../shared/adapters/dynamodb/statement/statements.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { listTransfers } from './list-transfers.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: listTransfers({ statements: dynamoStatements(runtime.store), clock: runtime.clock }),
});
