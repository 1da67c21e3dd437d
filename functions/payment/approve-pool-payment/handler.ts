import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { paymentStepsRuntime } from '../../../shared/adapters/runtime/payment-steps.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { approvePoolPayment } from './approve-pool-payment.ts';
import { contract } from './contract.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: approvePoolPayment(paymentStepsRuntime(runtime)),
});
