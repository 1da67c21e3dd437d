import { readBaseUrl } from '../../../shared/adapters/runtime/environment.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { paymentStepsRuntime } from '../../../shared/adapters/runtime/payment-steps.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { getPaymentDetail } from './get-payment-detail.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: getPaymentDetail({ ...paymentStepsRuntime(runtime), baseUrl: readBaseUrl(process.env) }),
});
