import { bankStepsRuntime } from '../../../shared/adapters/runtime/bank-steps.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { voidPayment } from './void-payment.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: voidPayment(bankStepsRuntime(process.env, runtime)),
});
