import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { getBankCard } from './get-bank-card.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: getBankCard({ bins: dynamoBinDirectory(runtime.store) }),
});
