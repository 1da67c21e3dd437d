import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { shopRuntime } from '../../../shared/adapters/runtime/shop.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { start3DPayment } from './start-3d-payment.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: start3DPayment(shopRuntime(process.env, runtime)),
});
