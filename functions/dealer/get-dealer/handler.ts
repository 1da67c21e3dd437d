import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { dynamoVirtualPosDirectory } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { getDealer } from './get-dealer.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: getDealer({
    subDealers: dynamoSubDealers(runtime.store),
    virtualPosDirectory: dynamoVirtualPosDirectory(runtime.store),
  }),
});
