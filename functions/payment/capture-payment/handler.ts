import { bankStepsRuntime } from '../../../shared/adapters/runtime/bank-steps.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { capturePayment } from './capture-payment.ts';
import { contract } from './contract.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: capturePayment(bankStepsRuntime(process.env, runtime)),
});
