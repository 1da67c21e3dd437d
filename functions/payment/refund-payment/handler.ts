import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { paymentStepsRuntime } from '../../../shared/adapters/runtime/payment-steps.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { refundPayment } from './refund-payment.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: refundPayment(paymentStepsRuntime(runtime)),
});
